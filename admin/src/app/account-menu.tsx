/** Account menu: colour scheme, sessions, password and sign-out. */
import { lazy, Suspense, useEffect } from 'react';
import { getOwnProfile } from '#contract/auth.ts';
import { useCall } from '#kit/api/use-call.ts';
import { PlainButton } from '#kit/feedback/light-button.tsx';
import { useDropdown } from '#kit/feedback/use-dropdown.ts';
import { later } from '#kit/later.ts';
import { all } from '#kit/shared-value.ts';
import { accountDialog } from './account-dialog.ts';
import classes from './account-menu.module.css';

const loadSessions = async () => ({ default: (await import('../areas/auth/own-sessions.tsx')).OwnSessionsDialog });
const loadPassword = async () => ({
  default: (await import('../areas/auth/own-password-dialog.tsx')).OwnPasswordDialog,
});
const AccountChoices = later(async () => (await import('./account-choices.tsx')).AccountChoices);
const OwnSessionsDialog = lazy(loadSessions);
const OwnPasswordDialog = lazy(loadPassword);
/** Preloads the dialogs while the menu is open. A failure is reported when a dialog is opened. */
const preloadDialogs = () => void Promise.allSettled([loadSessions(), loadPassword()]);

export function AccountMenu() {
  const { data: user } = useCall(getOwnProfile, {});
  const { button, dropdown } = useDropdown('menu');
  const opened = accountDialog.use(all);
  // Closes the dialog when the session ends.
  useEffect(() => close, []);
  return (
    <>
      <PlainButton className={classes['account']} aria-label={`Account${user ? ` ${user.name}` : ''}`} {...button}>
        {initials(user?.name ?? '')}
      </PlainButton>
      <Suspense>{dropdown && <AccountChoices of={dropdown} user={user} onOpen={preloadDialogs} />}</Suspense>
      <Suspense>
        {opened === 'sessions' && <OwnSessionsDialog close={close} />}
        {opened === 'password' && user && <OwnPasswordDialog user={user} close={close} />}
      </Suspense>
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
