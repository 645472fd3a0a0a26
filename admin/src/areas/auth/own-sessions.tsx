/** The user's own sessions, opened from the user menu: end one, or all others. */
import { Button, Group, Skeleton, Text } from '@mantine/core';
import { endOwnSessions, listOwnSessions, type Session } from '#contract/auth/sessions.ts';
import { useAction } from '#kit/api/use-action.ts';
import { useCall } from '#kit/api/use-call.ts';
import { confirm } from '#kit/feedback/confirm.tsx';
import { Dialog } from '#kit/feedback/dialog.tsx';
import { counted } from '#kit/format/formats.ts';
import { Loaded } from '#kit/record/loaded.tsx';
import { SessionList } from '#admin-shared/auth/session-list.tsx';

const consequenceOf = ({ isAgent }: Session) =>
  `End: that ${isAgent ? 'agent has to ask you' : 'browser has to sign in'} again. Saved work is kept.`;

export const OwnSessionsDialog = ({ close }: { close: () => void }) => (
  <Dialog onClose={close} title="Sessions" size={560}>
    <Text c="dimmed" size="sm" mb="sm" tabIndex={-1} data-autofocus>
      Where you are signed in. Agents that work for you are listed too. End sessions you do not recognize, and change
      your password.
    </Text>
    <OwnSessions />
  </Dialog>
);

function OwnSessions() {
  const result = useCall(listOwnSessions, {});
  const one = useAction(endOwnSessions);
  const all = useAction(endOwnSessions, { messages: { ...endOwnSessions.messages, ok: 'All other sessions ended' } });
  const endOne = async (session: Session, device: string) => {
    const question = { title: `End the session "${device}"?`, text: consequenceOf(session), action: 'End 1 session' };
    if (await confirm({ ...question, isDestructive: true })) await one.run({ query: { sessionId: session.id } });
  };
  const endOthers = async (others: number) => {
    const action = `End ${counted(others, 'session', 'sessions')}`;
    const text = 'End: every other browser has to sign in again, and every agent to ask you. This one stays signed in.';
    if (await confirm({ title: `${action}?`, text, action, isDestructive: true })) await all.run({});
  };
  return (
    <Loaded result={result} what="sessions" skeleton={<Skeleton h={120} />}>
      {({ sessions }) => (
        <>
          <SessionList label="Your sessions" sessions={sessions} end={(...which) => void endOne(...which)} />
          {sessions.length > 1 && (
            <Group justify="flex-end" mt="md">
              <Button variant="default" onClick={() => void endOthers(sessions.length - 1)}>
                End all other sessions
              </Button>
            </Group>
          )}
        </>
      )}
    </Loaded>
  );
}
