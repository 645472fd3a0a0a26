/** The menu of whoever is signed in: colour scheme, sessions, password, signing out. */
import {
  Kbd,
  Menu,
  Skeleton,
  Text,
  UnstyledButton,
  useMantineColorScheme,
  type MantineColorScheme,
} from '@mantine/core';
import { IconDevices, IconKeyboard, IconLock, IconLogout } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { getOwnProfile, logout } from '#contract/auth.ts';
import type { Reply } from '#contract/kernel.ts';
import { call } from '#kit/api/call.ts';
import { Dialog } from '#kit/feedback/dialog.tsx';
import { endSession, refreshToken } from '#kit/api/session.ts';
import { useCall } from '#kit/api/use-call.ts';
import { confirm } from '#kit/feedback/confirm.tsx';
import { uploadsAtStake } from '#kit/feedback/uploads.ts';
import { counted } from '#kit/format/formats.ts';
import { showKeys } from './keys-help.tsx';
import classes from './account-menu.module.css';

const loadSessions = async () => ({ default: (await import('../areas/auth/own-sessions.tsx')).OwnSessions });
const loadPassword = async () => ({
  default: (await import('../areas/auth/own-password-dialog.tsx')).OwnPasswordDialog,
});
const OwnSessions = lazy(loadSessions);
const OwnPasswordDialog = lazy(loadPassword);
/** While people choose. Who then chooses what could not be loaded is told. */
const prepare = () => void Promise.allSettled([loadSessions(), loadPassword()]);

const schemes = [
  ['auto', 'As the system'],
  ['light', 'Light'],
  ['dark', 'Dark'],
] as const;

/** Signs out here at once; the server is told, but nobody waits for it. Asks first where files would be lost. */
async function signOut() {
  const lost = uploadsAtStake().length;
  const files = counted(lost, 'file', 'files');
  const isSure =
    lost === 0 ||
    (await confirm({
      title: 'Sign out?',
      text: `${files} still on the way or not saved: ${uploadsAtStake()
        .map(({ file }) => file.name)
        .join(', ')}. Signing out gives that up.`,
      action: `Sign out and give up ${files}`,
      back: 'Stay',
      isDestructive: true,
    }));
  if (!isSure) return;
  const refresh = refreshToken();
  if (refresh) call(logout, { body: { refresh } }).catch(() => undefined);
  endSession('asked');
}

export function AccountMenu() {
  const { data: user } = useCall(getOwnProfile, {});
  const [opened, setOpened] = useState<'sessions' | 'password'>();
  const close = () => setOpened(undefined);
  return (
    <>
      <AccountItems user={user} open={setOpened} />
      {opened === 'sessions' && (
        <Dialog onClose={close} title="Sessions" size={560}>
          <Text c="dimmed" size="sm" mb="sm" tabIndex={-1} data-autofocus>
            Where you are signed in. End what you do not know, and change your password then.
          </Text>
          <Suspense fallback={<Skeleton h={120} />}>
            <OwnSessions />
          </Suspense>
        </Dialog>
      )}
      <Suspense>{opened === 'password' && user && <OwnPasswordDialog user={user} close={close} />}</Suspense>
    </>
  );
}

function AccountItems({
  user,
  open,
}: {
  user: Reply<typeof getOwnProfile> | undefined;
  open: (dialog: 'sessions' | 'password') => void;
}) {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Menu onOpen={prepare} position="bottom-end" width={232} withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <UnstyledButton className={classes['account']} aria-label={`Account${user ? ` ${user.name}` : ''}`}>
          {initials(user?.name ?? '')}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={classes['who']}>
          <Text fw={500} truncate>
            {user?.name ?? ' '}
          </Text>
          <Text size="xs" c="dimmed" truncate>
            {user?.email}
          </Text>
          <Text size="xs" c="dimmed">
            {user?.role}
          </Text>
        </div>
        <Menu.Divider />
        <Menu.Label>Appearance</Menu.Label>
        <Menu.RadioGroup value={colorScheme} onChange={(scheme) => setColorScheme(scheme as MantineColorScheme)}>
          {schemes.map(([scheme, label]) => (
            <Menu.RadioItem key={scheme} value={scheme}>
              {label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item leftSection={<IconDevices size={16} />} onClick={() => open('sessions')}>
          Sessions
        </Menu.Item>
        <Menu.Item leftSection={<IconLock size={16} />} onClick={() => open('password')}>
          Change password
        </Menu.Item>
        <Menu.Item
          leftSection={<IconKeyboard size={16} />}
          rightSection={<Kbd size="xs">?</Kbd>}
          aria-keyshortcuts="?"
          onClick={showKeys}
        >
          Keys
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={() => void signOut()}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function initials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  return [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => word?.[0] ?? '')
    .join('')
    .toUpperCase();
}
