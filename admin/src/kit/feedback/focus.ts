/** What acts may be disabled while it does, or be gone afterwards: the focus must not fall to the page's beginning. */
import { useEffect, useRef, type RefObject } from 'react';

const isLost = () => document.activeElement === null || document.activeElement === document.body;

/** Once what comes next is drawn: gives the focus to an element, unless something has it. */
export function keepFocus(find: () => HTMLElement | null | undefined): void {
  setTimeout(() => {
    if (isLost()) find()?.focus({ preventScroll: true });
  }, 50);
}

/** For a button that is disabled while `isBusy`: it has its focus back afterwards. */
export function useKeptFocus(isBusy: boolean): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  const had = useRef(false);
  // While drawing the button still has it.
  if (isBusy && !had.current) had.current = document.activeElement === button.current && button.current !== null;
  useEffect(() => {
    if (isBusy || !had.current) return;
    had.current = false;
    if (isLost()) button.current?.focus({ preventScroll: true });
  }, [isBusy]);
  return button;
}

let latest: HTMLElement | undefined;
document.addEventListener('focusin', ({ target }) => {
  if (target instanceof HTMLElement) latest = target;
});

/** What had the focus last, also when it was disabled since. */
export const lastFocused = (): HTMLElement | undefined => latest;

/** How long what was pressed may stay disabled until nobody expects the focus there any more. */
const patienceMs = 10_000;

/** Gives the focus back as soon as it can be taken; to the page where the element is gone. */
export function focusAgain(element: HTMLElement | undefined): void {
  const target = element?.isConnected ? element : document.querySelector<HTMLElement>('#main');
  if (!target) return;
  const giveBack = () => {
    if (isLost()) target.focus({ preventScroll: true });
  };
  if (!target.matches(':disabled')) return void setTimeout(giveBack, 50);
  const enabled = new MutationObserver(() => {
    if (target.matches(':disabled')) return;
    enabled.disconnect();
    giveBack();
  });
  enabled.observe(target, { attributeFilter: ['disabled'] });
  setTimeout(() => enabled.disconnect(), patienceMs);
}
