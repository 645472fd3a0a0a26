/** Account menu: colour scheme, sessions, password and sign-out. */
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
import { lazy, Suspense, useEffect } from 'react';
import { getOwnProfile } from '#contract/auth.ts';
import type { Reply } from '#contract/kernel.ts';
import { Dialog } from '#kit/feedback/dialog.tsx';
import { useCall } from '#kit/api/use-call.ts';
import { all } from '#kit/shared-value.ts';
import { accountDialog, schemes, signOut } from './account-actions.ts';
import { openKeysDialog } from './keys-help.tsx';
import classes from './account-menu.module.css';

const loadSessions = async () => ({ default: (await import('../areas/auth/own-sessions.tsx')).OwnSessions });
const loadPassword = async () => ({
  default: (await import('../areas/auth/own-password-dialog.tsx')).OwnPasswordDialog,
});
const OwnSessions = lazy(loadSessions);
const OwnPasswordDialog = lazy(loadPassword);
/** Preloads the dialogs while the menu is open. A failure is reported when a dialog is opened. */
const preloadDialogs = () => void Promise.allSettled([loadSessions(), loadPassword()]);

export function AccountMenu() {
  const { data: user } = useCall(getOwnProfile, {});
  const opened = accountDialog.use(all);
  // Closes the dialog when the session ends.
  useEffect(() => close, []);
  return (
    <>
      <AccountItems user={user} />
      {opened === 'sessions' && (
        <Dialog onClose={close} title="Sessions" size={560}>
          <Text c="dimmed" size="sm" mb="sm" tabIndex={-1} data-autofocus>
            Where you are signed in. End sessions you do not recognize, and change your password.
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

const close = () => accountDialog.set(undefined);

function AccountItems({ user }: { user: Reply<typeof getOwnProfile> | undefined }) {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Menu
      onOpen={preloadDialogs}
      position="bottom-end"
      width={232}
      withinPortal={false}
      withInitialFocusPlaceholder={false}
    >
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
        <Menu.Item leftSection={<IconDevices size={16} />} onClick={() => accountDialog.set('sessions')}>
          Sessions
        </Menu.Item>
        <Menu.Item leftSection={<IconLock size={16} />} onClick={() => accountDialog.set('password')}>
          Change password
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
