/** Sign-in of a user: whether they have a password, the link that sets it, and whether the account is active. */
import { Button, Text } from '@mantine/core';
import { mayChangeAccount } from '#contract/auth/sessions.ts';
import { linkHours } from '#contract/auth/password-link.ts';
import { mayCall } from '#contract/kernel/endpoint.ts';
import { revokeInvitation, sendInvitation, setUserStatus } from '#contract/user/account.ts';
import { role, subject } from '#kit/api/session.ts';
import { useAction } from '#kit/api/use-action.ts';
import { Moment } from '#kit/display/moment.tsx';
import { Section } from '#kit/record/detail-page.tsx';
import { SectionLinks } from './lines.tsx';
import type { OpenUser, Profile } from './user.ts';

/** Whether the caller may send this person a link; customer service only to members. */
export const mayInvite = ({ role: theirs, status }: Pick<Profile, 'role' | 'status'>): boolean => {
  const own = role() ?? '';
  const isInReach = own === 'customer-service' ? theirs === 'member' : mayChangeAccount(own, theirs);
  return status === 1 && mayCall(sendInvitation, own) && isInReach;
};

/** Whether the caller may deactivate and reactivate this person; staff only by superadmins. */
const maySwitch = ({ id, role: theirs }: Profile): boolean => {
  const own = role() ?? '';
  return id !== subject() && mayCall(setUserStatus, own) && (theirs === 'member' || own === 'superadmin');
};

export const linkLabel = ({ hasPassword, invitation }: Pick<Profile, 'hasPassword' | 'invitation'>): string => {
  if (hasPassword) return 'Send password link';
  return invitation ? 'Send invitation again' : 'Send invitation';
};

/** Deactivates or reactivates a user; the toast offers the opposite. */
export function useSwitchStatus({ id, status }: Pick<Profile, 'id' | 'status'>) {
  const isOn = status === 1;
  const opposite = useAction(setUserStatus, { messages: { ...setUserStatus.messages, ok: 'Undone' } });
  const action = useAction(setUserStatus, {
    messages: { ...setUserStatus.messages, ok: isOn ? 'Account deactivated' : 'Account reactivated' },
    undo: () => () => void opposite.run({ params: { id }, body: { status } }),
  });
  return { isBusy: action.loading, run: () => action.run({ params: { id }, body: { status: isOn ? 0 : 1 } }) };
}

const stateWords = { used: 'used', revoked: 'ended', expired: `older than ${linkHours} hours` } as const;

function LinkState({ hasPassword, invitation }: Profile) {
  const what = invitation?.kind === 'password' ? 'Link to set a new password' : 'Invitation';
  return (
    <>
      <Text size="sm">{hasPassword ? 'Has a password.' : 'Has no password yet.'}</Text>
      {invitation && (
        <Text size="sm" c="dimmed">
          {what} sent <Moment at={invitation.at} />
          {invitation.state === 'open' ? (
            <>
              , works until <Moment at={invitation.expiresAt} />
            </>
          ) : (
            `: ${stateWords[invitation.state]}`
          )}
        </Text>
      )}
    </>
  );
}

export function UserSignIn({ record: user }: OpenUser) {
  const params = { id: user.id };
  const send = useAction(sendInvitation);
  const revoke = useAction(revokeInvitation);
  const status = useSwitchStatus(user);
  const isOpen = user.invitation?.state === 'open';
  return (
    <Section
      title="Sign-in"
      actions={
        <SectionLinks>
          {isOpen && mayInvite(user) && (
            <Button variant="default" size="xs" loading={revoke.loading} onClick={() => void revoke.run({ params })}>
              Revoke link
            </Button>
          )}
          {mayInvite(user) && (
            <Button variant="default" size="xs" loading={send.loading} onClick={() => void send.run({ params })}>
              {linkLabel(user)}
            </Button>
          )}
          {maySwitch(user) && (
            <Button variant="default" size="xs" loading={status.isBusy} onClick={() => void status.run()}>
              {user.status === 1 ? 'Deactivate' : 'Reactivate'}
            </Button>
          )}
        </SectionLinks>
      }
    >
      <LinkState {...user} />
      {user.status === 0 && <Text size="sm">Deactivated: cannot sign in. Courses, orders and certificates stay.</Text>}
    </Section>
  );
}
