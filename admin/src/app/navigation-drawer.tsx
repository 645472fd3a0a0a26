/** Navigation as a drawer, for windows without room for it beside the page. */
import { Drawer } from '@mantine/core';
import { Navigation } from './navigation.tsx';

interface Props {
  path: string;
  isOpen: boolean;
  close: () => void;
}

export const NavigationDrawer = ({ path, isOpen, close }: Props) => (
  <Drawer
    opened={isOpen}
    onClose={close}
    size={264}
    padding={0}
    withCloseButton={false}
    attributes={{ content: { 'aria-label': 'Navigation' } }}
  >
    <Navigation path={path} onGo={close} />
  </Drawer>
);
