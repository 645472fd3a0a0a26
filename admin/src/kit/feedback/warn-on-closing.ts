/** Warns before the browser tab is closed or reloaded while unsaved data would be lost. */
const reasons = new Set<string>();
let isDisabled = false;
const warn = (event: Event) => isDisabled || event.preventDefault();

/** Sets or clears the warning of one reason, `what`. */
export function warnOnClosing(what: string, isAtStake: boolean): void {
  if (isAtStake) reasons.add(what);
  else reasons.delete(what);
  window.removeEventListener('beforeunload', warn);
  // Registered only when needed, because a listener disables the back/forward cache.
  if (reasons.size > 0) window.addEventListener('beforeunload', warn);
}

/** Disables the warning for a reload by the app itself. */
export const disableCloseWarning = (): void => void (isDisabled = true);
