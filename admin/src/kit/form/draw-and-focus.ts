/** A new line is ready for the next key: a frame later, the first letters of a hurried person would be lost. */
import { flushSync } from 'react-dom';

/** Draws what `change` sets at once, and gives the focus to what `find` answers then. In events only. */
export function drawAndFocus(change: () => void, find: () => HTMLElement | null | undefined): void {
  flushSync(change);
  find()?.focus();
}
