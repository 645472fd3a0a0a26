/** Frame of every page: navigation on the left, breadcrumb and account on top. */
import { ActionIcon, Drawer } from '@mantine/core';
import { useDisclosure, useLocalStorage, useNetwork } from '@mantine/hooks';
import { IconMenu2 } from '@tabler/icons-react';
import { Link, Outlet, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { useWindowEvent } from '#kit/use-window-event.ts';
import { mayCall, type Reply } from '#contract/kernel/endpoint.ts';
import { role, onSessionBegin, replaceSession, setPageRole, subject } from '#kit/api/session.ts';
import { setPageGroups } from '#kit/display/page-heading.tsx';
import { Confirms } from '#kit/feedback/confirm.tsx';
import { PasswordQuestion } from '#kit/feedback/password-question.tsx';
import { Forbidden } from '#kit/feedback/failures.tsx';
import { useHasUploads } from '#kit/feedback/uploads.ts';
import { brand, tenant } from '#kit/api/tenant.ts';
import { AccountMenu } from './account-menu.tsx';
import { Breadcrumb } from './breadcrumb.tsx';
import { foldedKey } from './appearance-keys.ts';
import { entryAt, pageGroupAt } from './menu.ts';
import { KeysHelp } from './keys-help.tsx';
import { Navigation } from './navigation.tsx';
import { PaletteButton } from './palette-button.tsx';
import { useIsFetching, useIsMutating } from '@tanstack/react-query';
import { getOwnProfile } from '#contract/kernel/auth.ts';
import { signInQuestion } from '#kit/api/sign-in-again.ts';
import { useCall } from '#kit/api/use-call.ts';
import { SignInAgain } from '../areas/auth/sign-in-again.tsx';
import classes from './shell.module.css';

setPageGroups(pageGroupAt);

/** Asks the user to sign in again after an expired session. Mounted only once the user is known; before that, the sign-in page is sufficient. */
function SessionKeeper() {
  const { data: user } = useCall(getOwnProfile, {}, { enabled: false });
  return user ? <Keeper user={user} /> : null;
}

function Keeper({ user }: { user: Reply<typeof getOwnProfile> }) {
  const isAsked = signInQuestion.usePending() !== undefined;
  useEffect(() => {
    setPageRole(user.role);
    return () => setPageRole(undefined);
  }, [user]);
  useEffect(
    () =>
      onSessionBegin(() => {
        if (!signInQuestion.isPending()) return;
        if (subject() === user.id && role() === user.role) signInQuestion.answer(true);
        else replaceSession();
      }),
    [user],
  );
  return isAsked ? <SignInAgain email={user.email} leave={() => signInQuestion.answer(false)} /> : null;
}

/** Notice in the top bar while the browser is offline: input is kept until the connection is back. */
function OfflineNotice() {
  const { online } = useNetwork();
  // Mounted from the start, because screen readers announce only changes of an existing live region.
  return (
    <div className={classes['offline']} role="status">
      {!online && (
        <span>
          You are offline. <span>Your changes are kept; save them when the connection is back.</span>
        </span>
      )}
    </div>
  );
}

/** Progress line below the top bar; CSS delays it by 150 ms (looks.md, Instant). */
function WorkingBar() {
  const isTurning = useRouterState({ select: ({ status }) => status === 'pending' });
  const isSending = useIsMutating() > 0;
  // Prefetches and background rereads are excluded.
  const isReading = useIsFetching({ predicate: (query) => query.isActive() && query.state.data === undefined }) > 0;
  return isTurning || isSending || isReading ? <div className={classes['working']} aria-hidden /> : null;
}

export function Shell() {
  const [isFolded, setFolded] = useLocalStorage({
    key: foldedKey,
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  const [isDrawerOpen, drawer] = useDisclosure();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const here = entryAt(path);
  const main = useFocusOnNavigation();
  useWindowEvent('dragover', refuseStrayDrop);
  useWindowEvent('drop', refuseStrayDrop);
  return (
    <div className={classes['shell']} data-folded={isFolded || undefined}>
      <a className={classes['skip']} href="#main">
        Skip to the content
      </a>
      <aside className={classes['side']}>
        <Navigation path={path} isFolded={isFolded} onFold={() => setFolded(!isFolded)} />
      </aside>
      <Drawer
        opened={isDrawerOpen}
        onClose={drawer.close}
        size={264}
        padding={0}
        withCloseButton={false}
        attributes={{ content: { 'aria-label': 'Navigation' } }}
      >
        <Navigation path={path} onGo={drawer.close} />
      </Drawer>
      <header className={classes['top']}>
        <ActionIcon
          className={classes['burger']}
          variant="subtle"
          color="gray"
          size="lg"
          aria-label="Open the navigation"
          onClick={drawer.open}
        >
          <IconMenu2 size={20} />
        </ActionIcon>
        <Breadcrumb path={path} />
        <OfflineNotice />
        <PaletteButton />
        <Link to="/home" className={classes['brand']} aria-label={`${brand}, today`}>
          <img src={`/favicon-${tenant}.svg`} alt="" width={24} height={24} />
          <span>{brand}</span>
        </Link>
        <AccountMenu />
        <WorkingBar />
      </header>
      <main id="main" ref={main} className={classes['main']} tabIndex={-1}>
        {here && !mayCall(here.opens, role() ?? '') ? <Forbidden /> : <Outlet />}
      </main>
      <Confirms />
      <Uploads />
      <PasswordQuestion />
      <KeysHelp />
      <SessionKeeper />
    </div>
  );
}

const UploadTray = lazy(() => import('#kit/feedback/upload-tray.tsx').then((tray) => ({ default: tray.UploadTray })));

/** Loaded with the first upload. */
function Uploads() {
  return useHasUploads() ? (
    <Suspense fallback={null}>
      <UploadTray />
    </Suspense>
  ) : null;
}

/** Prevents the browser from opening a file that is dropped outside a field. */
function refuseStrayDrop(event: DragEvent): void {
  const { dataTransfer, defaultPrevented } = event;
  if (defaultPrevented || !dataTransfer?.types.includes('Files')) return;
  event.preventDefault();
  dataTransfer.dropEffect = 'none';
}

/** Focuses the main landmark after a navigation, unless an element inside already has the focus. */
function useFocusOnNavigation() {
  const pathname = useRouterState({ select: (state) => state.resolvedLocation?.pathname });
  const before = useRef(pathname);
  const main = useRef<HTMLElement>(null);
  useEffect(() => {
    const hasNavigated = before.current !== undefined && before.current !== pathname;
    before.current = pathname;
    if (hasNavigated && !main.current?.querySelector(':focus')) main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return main;
}
