/** Empty states and those of a whole page: each states what happened, what was kept, and what to do next. */
import { Button, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect, type ReactNode } from 'react';
import classes from './states.module.css';

export interface StateProps {
  title: string;
  children: ReactNode;
  action?: ReactNode;
  /** The state replaces the whole page, so its title is an h1. */
  isPage?: boolean;
}

/** Title, sentence and next action. */
export function EmptyState({ title, children, action, isPage = false }: StateProps) {
  return (
    <Stack align="center" gap="xs" py={56} px="md" ta="center" role="status">
      <Title order={isPage ? 1 : 2} size="h2">
        {title}
      </Title>
      <Text c="dimmed" maw={440}>
        {children}
      </Text>
      {action && <div className={classes['actions']}>{action}</div>}
    </Stack>
  );
}

export const home = (
  <Button component={Link} to="/home" variant="default">
    Go to the start
  </Button>
);

/** Page of a record or path that does not exist; also refuses the uploads for this page. */
export function NotFound({ what = 'page' }: { what?: string }) {
  useEffect(() => {
    const path = location.pathname;
    // Loaded on demand: there are uploads only where their code is loaded already.
    import('./uploads.ts').then(({ refuseUploadsOf }) => refuseUploadsOf(path)).catch(() => undefined);
  }, []);
  return (
    <EmptyState isPage title={`This ${what} was not found`} action={home}>
      It may have been deleted, the address may be wrong, or your account may not see it.
    </EmptyState>
  );
}

/** Error boundary page for a rendering error. Unsaved values are kept as drafts and restored with the page. */
export function Crashed({ error, reset }: { error: unknown; reset: () => void }) {
  // A new version was deployed while this tab was open; its old chunks are gone and only a reload helps.
  const isChunkError =
    error instanceof Error &&
    /dynamically imported module|Importing a module|Unable to preload CSS/i.test(error.message);
  const isOffline = isChunkError && !navigator.onLine;
  const isOutdated = isChunkError && !isOffline;
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
      {!isChunkError && 'Your changes are kept. If it happens again, report what you did last.'}
    </EmptyState>
  );
}
