/** Focuses a new row in the same event, so that keys typed right away are not lost. */
import { flushSync } from 'react-dom';

/** Renders `change` synchronously, then focuses the element that `find` returns. Only for event handlers. */
export function renderAndFocus(change: () => void, find: () => HTMLElement | null | undefined): void {
  flushSync(change);
  find()?.focus();
}
