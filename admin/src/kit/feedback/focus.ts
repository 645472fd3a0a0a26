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
