/** Dropdown of the account menu. */
import { Kbd, Menu, type MantineColorScheme, Text, useMantineColorScheme } from '@mantine/core';
import { IconDevices, IconKeyboard, IconLock, IconLogout } from '@tabler/icons-react';
import type { getOwnProfile } from '#contract/auth.ts';
import type { Reply } from '#contract/kernel.ts';
import { ButtonMenu } from '#kit/feedback/dropdown.tsx';
import type { DropdownOf } from '#kit/feedback/use-dropdown.ts';
import { schemes, signOut } from './account-actions.ts';
import { accountDialog } from './account-dialog.ts';
import { openKeysDialog } from './keys-help.tsx';
import classes from './account-menu.module.css';

interface Props {
  of: DropdownOf;
  user: Reply<typeof getOwnProfile> | undefined;
  onOpen: () => void;
}

export function AccountChoices({ of, user, onOpen }: Props) {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <ButtonMenu of={of} onOpen={onOpen} position="bottom-end" width={232} withinPortal={false}>
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
    </ButtonMenu>
  );
}
