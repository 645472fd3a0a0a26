/** Sessions of a user, for roles that may end them. */
import { Button, Skeleton } from '@mantine/core';
import { endUserSessions, listUserSessions, mayChangeAccount, type Session } from '#contract/auth/sessions.ts';
import { role } from '#kit/api/session.ts';
import { useAction } from '#kit/api/use-action.ts';
import { useCall } from '#kit/api/use-call.ts';
import { confirm } from '#kit/feedback/confirm.tsx';
import { EmptyState } from '#kit/feedback/states.tsx';
import { counted } from '#kit/format/formats.ts';
import { Section } from '#kit/record/detail-page.tsx';
import { Loaded } from '#kit/record/loaded.tsx';
import { SessionList } from '#admin-shared/auth/session-list.tsx';
import type { Profile } from './user.ts';

export function UserSessions({ user: { id, name, role: theirs } }: { user: Profile }) {
  const params = { id };
  const result = useCall(listUserSessions, { params });
  const one = useAction(endUserSessions);
  const all = useAction(endUserSessions, { messages: { ...endUserSessions.messages, ok: 'All sessions ended' } });
  const mayEnd = mayChangeAccount(role() ?? '', theirs);
  const count = result.data?.sessions.length ?? 0;
  const text = `End: ${name} has to sign in again there. Saved work is kept.`;
  const endOne = async (session: Session, device: string) => {
    const question = { title: `End the session "${device}"?`, text, action: 'End 1 session' };
    if (await confirm({ ...question, isDestructive: true }))
      await one.run({ params, query: { sessionId: session.id } });
  };
  const endAll = async () => {
    const action = `End ${counted(count, 'session', 'sessions')}`;
    if (await confirm({ title: `${action} of ${name}?`, text, action, isDestructive: true })) await all.run({ params });
  };
  const actions = mayEnd && count > 0 && (
    <Button variant="default" size="xs" onClick={() => void endAll()}>
      End all sessions
    </Button>
  );
  return (
    <Section title="Sessions" actions={actions}>
      <Loaded result={result} what="sessions of this user" skeleton={<Skeleton h={120} />}>
        {({ sessions }) =>
          sessions.length === 0 ? (
            <EmptyState title="Not signed in">{name} has no session at present.</EmptyState>
          ) : (
            <SessionList
              label={`Sessions of ${name}`}
              sessions={sessions}
              end={mayEnd ? (...which) => void endOne(...which) : undefined}
            />
          )
        }
      </Loaded>
    </Section>
  );
}
