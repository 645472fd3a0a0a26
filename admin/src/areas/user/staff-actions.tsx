/** Menu of a row of staff: role, account, link and sessions. Each change asks for the password. */
import { ActionIcon, Menu, NativeSelect, Text } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useState } from 'react';
import { endUserSessions } from '#contract/auth/sessions.ts';
import { roleNames, sendInvitation, setUserStatus } from '#contract/user/account.ts';
import { type listStaff, setUserRole } from '#contract/user/staff.ts';
import { subject } from '#kit/api/session.ts';
import { useAction } from '#kit/api/use-action.ts';
import { confirm } from '#kit/feedback/confirm.tsx';
import { WorkDialog } from '#kit/form/work-dialog.tsx';
import { choicesOf } from '#kit/format/choices.ts';
import { counted } from '#kit/format/formats.ts';
import type { RowOf } from '#kit/list/source.ts';

export type Staff = RowOf<typeof listStaff, 'staff'>;

export function StaffActions({ staff }: { staff: Staff }) {
  const { id, name, status, sessions, version } = staff;
  const [isChanging, setChanging] = useState(false);
  const params = { id };
  const isActive = status === 1;
  const deed = isActive ? 'Deactivate' : 'Reactivate';
  const change = useAction(setUserStatus, {
    messages: { ...setUserStatus.messages, ok: `${name} is ${isActive ? 'deactivated' : 'active again'}` },
  });
  const invite = useAction(sendInvitation);
  const end = useAction(endUserSessions, { messages: { ...endUserSessions.messages, ok: 'All sessions ended' } });
  const switchAccount = async () => {
    const text = isActive
      ? `Deactivate: ${name} is signed out and cannot sign in. What they did stays. You can reactivate them.`
      : `Reactivate: ${name} can sign in again, with the role they have.`;
    if (await confirm({ title: `${deed} ${name}?`, text, action: deed, isDestructive: isActive }))
      await change.run({ params, body: { status: isActive ? 0 : 1 } }, { ifMatch: version });
  };
  const endAll = async () => {
    const action = `End ${counted(sessions, 'session', 'sessions')}`;
    const text = `End: ${name} has to sign in again there. Saved work is kept.`;
    if (await confirm({ title: `${action} of ${name}?`, text, action, isDestructive: true })) await end.run({ params });
  };
  const isOwn = id === subject();
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${name}`}>
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {isOwn && <Menu.Label>You change neither your own role nor your account</Menu.Label>}
          {!isOwn && <Menu.Item onClick={() => setChanging(true)}>Change role</Menu.Item>}
          {isActive && <Menu.Item onClick={() => void invite.run({ params })}>Send a link to set a password</Menu.Item>}
          {sessions > 0 && <Menu.Item onClick={() => void endAll()}>End sessions</Menu.Item>}
          {!isOwn && <Menu.Item onClick={() => void switchAccount()}>{deed}</Menu.Item>}
        </Menu.Dropdown>
      </Menu>
      {isChanging && <RoleDialog staff={staff} close={() => setChanging(false)} />}
    </>
  );
}

function RoleDialog({ staff: { id, name, role: present, version }, close }: { staff: Staff; close: () => void }) {
  const [role, setRole] = useState<keyof typeof roleNames>(present);
  const { run, loading } = useAction(setUserRole);
  const submit = async () => {
    if ((await run({ params: { id }, body: { role } }, { ifMatch: version })).ok) close();
  };
  return (
    <WorkDialog
      title={`Role of ${name}`}
      close={close}
      isTyped={role !== present}
      size="md"
      why={role === present && 'Choose another role first'}
      submitLabel="Change role"
      isWorking={loading}
      submit={submit}
    >
      <NativeSelect
        label="Role"
        data={choicesOf(roleNames)}
        value={role}
        onChange={(event) => setRole(event.currentTarget.value as typeof role)}
      />
      <Text size="sm" role="status">
        {role === 'member'
          ? `Change: ${name} is signed out and can no longer use the back office.`
          : `Change: ${name} can do what this role may, at once.`}
      </Text>
    </WorkDialog>
  );
}
