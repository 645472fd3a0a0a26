/** Keyboard helpers, and the shortcuts of the current page, which `?` lists. */
import { useEffect } from 'react';
import { sharedValue } from '../shared-value.ts';

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

export const commandKey = isApple ? '⌘' : 'Ctrl ';

/** Whether a key event types text, so that it must not trigger a shortcut. */
export function isTyping(event: KeyboardEvent): boolean {
  const at = event.target;
  if (!(at instanceof HTMLElement)) return false;
  return at.isContentEditable || at.matches('input:not([type="checkbox"]), textarea, select');
}

export type Keys = readonly (readonly [keys: string, does: string])[];

export const pageKeys = sharedValue<readonly Keys[]>([]);

/** Registers shortcuts. `keys` must be a stable reference; several components may register the same. */
export function usePageKeys(keys: Keys | undefined): void {
  useEffect(() => {
    if (!keys) return undefined;
    pageKeys.set([...pageKeys.get(), keys]);
    return () => pageKeys.set(pageKeys.get().toSpliced(pageKeys.get().indexOf(keys), 1));
  }, [keys]);
}
