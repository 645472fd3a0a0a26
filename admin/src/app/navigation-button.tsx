/** Button that opens the navigation in a narrow window. The drawer is loaded and mounted on first use. */
import { ActionIcon } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconMenu2 } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import classes from './shell.module.css';

const load = async () => ({ default: (await import('./navigation-drawer.tsx')).NavigationDrawer });
const NavigationDrawer = lazy(load);
/** Preloads the drawer. A failure is reported when it is opened. */
const preloadDrawer = () => void load().catch(() => undefined);

export function NavigationButton({ path }: { path: string }) {
  const [isOpen, drawer] = useDisclosure();
  const [wasOpened, setOpened] = useState(false);
  const open = () => {
    setOpened(true);
    drawer.open();
  };
  return (
    <>
      <ActionIcon
        className={classes['burger']}
        variant="subtle"
        color="gray"
        size="lg"
        aria-label="Open the navigation"
        onPointerEnter={preloadDrawer}
        onFocus={preloadDrawer}
        onClick={open}
      >
        <IconMenu2 size={20} />
      </ActionIcon>
      {wasOpened && (
        <Suspense>
          <NavigationDrawer path={path} isOpen={isOpen} close={drawer.close} />
        </Suspense>
      )}
    </>
  );
}
