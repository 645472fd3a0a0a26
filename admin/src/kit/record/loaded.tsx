/** Draws what was read; until then a skeleton, and on failure what happened and what to do. */
import { Skeleton, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { ErrorState, StaleNotice } from '../feedback/states.tsx';
import type { CallResult } from '../api/use-call.ts';

export function Loaded<Data>({
  result,
  what,
  skeleton,
  isPage = false,
  keepsGone = false,
  children,
}: {
  result: CallResult<Data>;
  /** Names the thing in sentences: "discount", "sessions". */
  what: string;
  skeleton?: ReactNode;
  /** It is what the page is about. */
  isPage?: boolean;
  /** What was read and is gone since is drawn all the same, as that. */
  keepsGone?: boolean;
  children: (data: Data, isGone: boolean) => ReactNode;
}) {
  const isGone = result.error?.status === 404;
  // What is gone is not shown any more, though it was read before.
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
    <Stack gap="lg" maw={720}>
      <Skeleton h={28} w={320} />
      <FieldBones />
    </Stack>
  );
}

/** Of what stands below a title that is known. */
export function FieldBones() {
  return (
    <Stack gap="lg" maw={720}>
      {[0, 1, 2, 3].map((line) => (
        <Stack key={line} gap={6}>
          <Skeleton h={14} w={96} />
          <Skeleton h={36} />
        </Stack>
      ))}
    </Stack>
  );
}
