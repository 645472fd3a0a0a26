/** States of what could not be read: each says what happened and what to do next. */
import { Button, Group, Text } from '@mantine/core';
import { createContext, use } from 'react';
import { type ApiError, isToasted } from '../api/api-error.ts';
import { EmptyState, home, NotFound } from './states.tsx';

/** Whether a failure is that of a section, which is one line, so that the others stay in sight. */
export const IsSection = createContext(false);

export function Forbidden() {
  return (
    <EmptyState isPage title="You do not have access" action={home}>
      Ask a superadmin if you need it for your work.
    </EmptyState>
  );
}

/** Error of a failed read: not found, forbidden, offline or other failure. */
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
  const isSection = use(IsSection);
  const isTold = isToasted(error);
  if (error.status === 404) return <NotFound {...(what ? { what } : {})} />;
  if (error.status === 403) return <Forbidden />;
  const retry = (
    <Button variant="default" {...(isSection && { size: 'compact-xs' })} onClick={() => void refetch()}>
      Try again
    </Button>
  );
  const isOffline = error.status === 0 && !navigator.onLine;
  // A toast shows the failure and its reason.
  const isSilent = isTold && !isOffline;
  const title = isOffline
    ? 'You are offline'
    : isSilent
      ? `Load the ${what ?? 'page'} again`
      : `The ${what ?? 'page'} could not be loaded`;
  const reason = isOffline ? 'It is loaded when the connection is back.' : !isSilent && error.message;
  if (isSection)
    return (
      <Group gap="xs" role="status">
        <Text size="sm" title={error.requestId && `Reference ${error.requestId}`}>
          {title}. {reason}
        </Text>
        {retry}
      </Group>
    );
  return (
    <EmptyState title={title} action={retry} isPage={isPage}>
      {reason}
      {error.requestId && (
        <Text span display="block" size="xs" mt={4}>
          Reference {error.requestId}
        </Text>
      )}
    </EmptyState>
  );
}

/** Notice above outdated content when rereading failed. */
export function StaleNotice({ error, refetch }: { error: ApiError; refetch: () => unknown }) {
  const isTold = isToasted(error);
  return (
    <Group gap="xs" mb="sm" role="status">
      <Text size="sm">This may be out of date. {!isTold && error.message}</Text>
      <Button size="compact-xs" variant="default" onClick={() => void refetch()}>
        Try again
      </Button>
    </Group>
  );
}
