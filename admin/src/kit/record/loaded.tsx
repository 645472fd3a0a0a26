/** Renders loaded data; a skeleton while loading and an error state on failure. */
import { Skeleton, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { ErrorState, StaleNotice } from '../feedback/failures.tsx';
import type { CallResult } from '../api/use-call.ts';

/**
 * Renders `children` with the data. After a failed refetch the data stays, with a notice; a 404 replaces it unless
 * `keepsGone` is set.
 */
export function Loaded<Data>({
  result,
  what,
  skeleton,
  isPage = false,
  keepsGone = false,
  children,
}: {
  result: CallResult<Data>;
  /** Noun for texts: "discount", "sessions". */
  what: string;
  skeleton?: ReactNode;
  /** Whether the data is the subject of the page. */
  isPage?: boolean;
  /** Renders previous data even after the record was deleted. */
  keepsGone?: boolean;
  children: (data: Data, isGone: boolean) => ReactNode;
}) {
  const isGone = result.error?.status === 404;
  // A deleted record is not shown, even if it was loaded before.
  if (result.data !== undefined && (keepsGone || !isGone))
    return (
      <>
        {result.error && !isGone && <StaleNotice error={result.error} refetch={result.refetch} />}
        {children(result.data, isGone)}
      </>
    );
  if (result.error) return <ErrorState error={result.error} refetch={result.refetch} what={what} isPage={isPage} />;
  return (
    <div aria-busy="true" aria-label={`Loading the ${what}`}>
      {skeleton ?? <PageSkeleton />}
    </div>
  );
}

function PageSkeleton() {
  return (
    <Stack gap="lg">
      <Skeleton h={36} w={320} />
      <FieldsSkeleton />
    </Stack>
  );
}

/** Skeleton of the content below a title. */
export function FieldsSkeleton() {
  return (
    <Stack gap="lg">
      {[0, 1, 2, 3].map((line) => (
        <Stack key={line} gap={6}>
          <Skeleton h={14} w={96} />
          <Skeleton h={36} />
        </Stack>
      ))}
    </Stack>
  );
}
