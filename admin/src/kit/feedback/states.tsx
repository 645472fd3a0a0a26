/**
 * The pages and panels for when there is nothing to show: each says what happened, what was kept, and the one thing to
 * do.
 */
import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect, type ReactNode } from 'react';
import { type ApiError, useToasted } from '../api/api-error.ts';
import { strandUploads } from './uploads.ts';

export interface StateProps {
  title: string;
  children: ReactNode;
  action?: ReactNode;
  /** It stands for the whole page, and so its title is the page's. */
  isPage?: boolean;
}

/** A title, a sentence, and what to do next. */
export function EmptyState({ title, children, action, isPage = false }: StateProps) {
  return (
    <Stack align="center" gap="xs" py={56} px="md" ta="center" role="status">
      <Title order={isPage ? 1 : 2} size="h2">
        {title}
      </Title>
      <Text c="dimmed" maw={440}>
        {children}
      </Text>
      {action && <Group mt="sm">{action}</Group>}
    </Stack>
  );
}

const home = (
  <Button component={Link} to="/home" variant="default">
    Go to the start
  </Button>
);

export function NotFound({ what = 'page' }: { what?: string }) {
  useEffect(() => strandUploads(location.pathname), []);
  return (
    <EmptyState isPage title={`This ${what} was not found`} action={home}>
      It may have been deleted, or the address is wrong.
    </EmptyState>
  );
}

export function Forbidden() {
  return (
    <EmptyState isPage title="You do not have access" action={home}>
      Ask a superadmin if you need it for your work.
    </EmptyState>
  );
}

/** What a failed reading shows: not found, forbidden, offline or failing. */
export function ErrorState({
  error,
  refetch,
  what,
  isPage = false,
}: {
  error: ApiError;
  refetch: () => unknown;
  what?: string;
  isPage?: boolean;
}) {
  const isTold = useToasted(error);
  if (error.status === 404) return <NotFound {...(what ? { what } : {})} />;
  if (error.status === 403) return <Forbidden />;
  const retry = (
    <Button variant="default" onClick={() => void refetch()}>
      Try again
    </Button>
  );
  const isOffline = error.status === 0 && !navigator.onLine;
  // A toast says that it failed, and why.
  const isSilent = isTold && !isOffline;
  const title = isOffline
    ? 'You are offline'
    : isSilent
      ? `Load the ${what ?? 'page'} again`
      : `The ${what ?? 'page'} could not be loaded`;
  return (
    <EmptyState title={title} action={retry} isPage={isPage}>
      {isOffline ? 'It is loaded when the connection is back.' : !isSilent && error.message}
      {error.requestId && (
        <Text span display="block" size="xs" mt={4}>
          Reference {error.requestId}
        </Text>
      )}
    </EmptyState>
  );
}

/** Above what is shown already, when reading it again failed. */
export function StaleNotice({ error, refetch }: { error: ApiError; refetch: () => unknown }) {
  const isTold = useToasted(error);
  return (
    <Group gap="xs" mb="sm" role="status">
      <Text size="sm">This may be out of date. {!isTold && error.message}</Text>
      <Button size="compact-xs" variant="default" onClick={() => void refetch()}>
        Try again
      </Button>
    </Group>
  );
}

/** A mistake of ours while drawing. What was typed is kept as a draft and comes back with the page. */
export function Crashed({ error, reset }: { error: unknown; reset: () => void }) {
  // A new version was put in place while this tab was open: its files are gone and only a reload brings the new ones.
  const isMissingFile = error instanceof Error && /dynamically imported module|Importing a module/i.test(error.message);
  const isOffline = isMissingFile && !navigator.onLine;
  const isOutdated = isMissingFile && !isOffline;
  return (
    <EmptyState
      isPage
      title={isOutdated ? 'There is a newer version' : isOffline ? 'You are offline' : 'This page stopped working'}
      action={
        <>
          {!isOutdated && (
            <Button variant="default" onClick={reset}>
              Try again
            </Button>
          )}
          <Button onClick={() => location.reload()}>Reload the page</Button>
        </>
      }
    >
      {isOutdated && 'Reload to use it. Your changes are kept.'}
      {isOffline && 'This page opens when the connection is back. Your changes are kept.'}
      {!isMissingFile && 'Your changes are kept. If it happens again, report what you did last.'}
    </EmptyState>
  );
}
