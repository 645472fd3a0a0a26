/** `?` tells the keys of the page; the account menu leads there, too. */
import { useWindowEvent } from '@mantine/hooks';
import { lazy, Suspense } from 'react';
import { isTyping } from '#kit/feedback/keys.ts';
import { all, sharedValue } from '#kit/shared-value.ts';

const isShown = sharedValue(false);
const KeysDialog = lazy(async () => ({ default: (await import('./keys-dialog.tsx')).KeysDialog }));

export const showKeys = (): void => isShown.set(true);

export function KeysHelp() {
  useWindowEvent('keydown', (event) => {
    if (event.key !== '?' || event.defaultPrevented || event.ctrlKey || event.metaKey || isTyping(event)) return;
    if (event.target instanceof Element && event.target.closest('[role="dialog"], [role="menu"]')) return;
    event.preventDefault();
    showKeys();
  });
  return isShown.use(all) ? (
    <Suspense>
      <KeysDialog close={() => isShown.set(false)} />
    </Suspense>
  ) : null;
}
