/** Asks before this tab of the browser is closed or read again, while something is in it and nowhere else. */
const reasons = new Set<string>();
let isUnasked = false;
const warn = (event: Event) => isUnasked || event.preventDefault();

/** `what` names whose reason it is; each has one. */
export function warnOnClosing(what: string, isAtStake: boolean): void {
  if (isAtStake) reasons.add(what);
  else reasons.delete(what);
  window.removeEventListener('beforeunload', warn);
  // Listening makes the browser keep no page in memory for the way back.
  if (reasons.size > 0) window.addEventListener('beforeunload', warn);
}

/** From now on nobody is asked: the app itself reads the page again. */
export const closeUnasked = (): void => void (isUnasked = true);
