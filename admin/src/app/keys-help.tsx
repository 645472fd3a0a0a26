/** Opens the dialog of keyboard shortcuts with `?` or from the account menu. */
import { lazy, Suspense } from 'react';
import { useWindowEvent } from '#kit/use-window-event.ts';
import { isTyping } from '#kit/feedback/keys.ts';
import { all, sharedValue } from '#kit/shared-value.ts';

const isShown = sharedValue(false);
const KeysDialog = lazy(async () => ({ default: (await import('./keys-dialog.tsx')).KeysDialog }));

export const openKeysDialog = (): void => isShown.set(true);

export function KeysHelp() {
  useWindowEvent('keydown', (event) => {
    if (event.key !== '?' || event.defaultPrevented || event.ctrlKey || event.metaKey || isTyping(event)) return;
    if (event.target instanceof Element && event.target.closest('[role="dialog"], [role="menu"]')) return;
    event.preventDefault();
    openKeysDialog();
  });
  return isShown.use(all) ? (
    <Suspense>
      <KeysDialog close={() => isShown.set(false)} />
    </Suspense>
  ) : null;
}
