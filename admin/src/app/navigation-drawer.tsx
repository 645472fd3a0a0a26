/** Navigation in a drawer, on phones. */
import { Drawer } from '@mantine/core';
import { useOpened } from '#kit/feedback/use-opened.ts';
import { Navigation } from './navigation.tsx';

interface Props {
  path: string;
  isOpen: boolean;
  close: () => void;
}

export function NavigationDrawer({ path, isOpen, close }: Props) {
  const opened = useOpened(isOpen);
  return (
    <Drawer
      opened={opened}
      onClose={close}
      size={264}
      padding={0}
      withCloseButton={false}
      attributes={{ content: { 'aria-label': 'Navigation' } }}
    >
      <Navigation path={path} onGo={close} />
    </Drawer>
  );
}
