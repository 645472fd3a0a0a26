/** Account menu: system pages, colour scheme, sessions, password, second factor, keys and sign-out. */
import { Kbd, Menu, type MantineColorScheme, Text, UnstyledButton, useMantineColorScheme } from '@mantine/core';
import { IconDevices, IconFingerprint, IconKeyboard, IconLock, IconLogout } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { getOwnProfile } from '#contract/kernel/auth.ts';
import type { Reply } from '#contract/kernel/endpoint.ts';
import { role } from '#kit/api/session.ts';
import { useCall } from '#kit/api/use-call.ts';
import { all } from '#kit/shared-value.ts';
import { schemes, signOut, accountDialog } from './account-actions.ts';
import { openKeysDialog } from './keys-help.tsx';
import { pagesOf } from './menu.ts';
import classes from './account-menu.module.css';

const loadSessions = async () => ({ default: (await import('../areas/auth/own-sessions.tsx')).OwnSessionsDialog });
const loadPassword = async () => ({
  default: (await import('../areas/auth/own-password-dialog.tsx')).OwnPasswordDialog,
});
const loadFactors = async () => ({ default: (await import('../areas/auth/own-factors.tsx')).OwnFactorsDialog });
const OwnFactorsDialog = lazy(loadFactors);
const OwnSessionsDialog = lazy(loadSessions);
const OwnPasswordDialog = lazy(loadPassword);
/** Preloads the dialogs while the menu is open. A failure is reported when a dialog is opened. */
const preloadDialogs = () => void Promise.allSettled([loadSessions(), loadPassword(), loadFactors()]);

export function AccountMenu() {
  const { data: user } = useCall(getOwnProfile, {});
  const opened = accountDialog.use(all);
  // Closes the dialog when the session ends.
  useEffect(() => close, []);
  return (
    <>
      <Menu position="bottom-end" width={232} withinPortal={false} onOpen={preloadDialogs}>
        <Menu.Target>
          <UnstyledButton className={classes['account']} aria-label={`Account${user ? ` ${user.name}` : ''}`}>
            {initials(user?.name ?? '')}
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Choices user={user} />
        </Menu.Dropdown>
      </Menu>
      <Suspense>
        {opened === 'sessions' && <OwnSessionsDialog close={close} />}
        {opened === 'second-factor' && <OwnFactorsDialog close={close} />}
        {opened === 'password' && user && <OwnPasswordDialog user={user} close={close} />}
      </Suspense>
    </>
  );
}

function Choices({ user }: { user: Reply<typeof getOwnProfile> | undefined }) {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <>
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
      {pagesOf('System', role() ?? '').map(({ to, label, icon: PageIcon }) => (
        <Menu.Item key={to} component={Link} to={to} leftSection={<PageIcon size={16} />}>
          {label}
        </Menu.Item>
      ))}
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
      <Menu.Item leftSection={<IconDevices size={16} />} onClick={() => accountDialog.set('sessions')}>
        Sessions
      </Menu.Item>
      <Menu.Item leftSection={<IconLock size={16} />} onClick={() => accountDialog.set('password')}>
        Change password
      </Menu.Item>
      <Menu.Item leftSection={<IconFingerprint size={16} />} onClick={() => accountDialog.set('second-factor')}>
        Second factor
      </Menu.Item>
      <Menu.Item
        leftSection={<IconKeyboard size={16} />}
        rightSection={<Kbd size="xs">?</Kbd>}
        aria-keyshortcuts="?"
        onClick={openKeysDialog}
      >
        Keys
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item leftSection={<IconLogout size={16} />} onClick={() => void signOut()}>
        Sign out
      </Menu.Item>
    </>
  );
}

const close = () => accountDialog.set(undefined);

function initials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  return [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => word?.[0] ?? '')
    .join('')
    .toUpperCase();
}
