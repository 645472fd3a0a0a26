/**
 * Drafts: unsaved form values in session storage, so that they survive a reload or an expired session. A draft belongs
 * to the user who typed it.
 */
import { onSessionBegin, onSessionEnd, subject } from '../api/session.ts';
import { warnOnClosing } from '../feedback/warn-on-closing.ts';

const prefix = 'draft:';
const keyOf = (name: string) => `${prefix}${subject()}:${name}`;

/** Draft name of a create's idempotency key and input; such a draft alone causes no warning. */
export const attemptName = (call: string): string => `attempt/${call}`;

/** Warns before the tab is closed while it has drafts. */
function updateWarning(): void {
  const mine = Object.keys(sessionStorage).filter((key) => key.startsWith(keyOf('')));
  warnOnClosing(
    'drafts',
    mine.some((key) => !key.startsWith(keyOf(attemptName('')))),
  );
}
updateWarning();
onSessionBegin(updateWarning);
onSessionEnd(updateWarning);

/** Whether this tab has a draft of this name. */
export const hasDraft = (name: string): boolean => sessionStorage.getItem(keyOf(name)) !== null;

/** Draft of this name in this tab; undefined if there is none. */
export function readDraft<Values>(name: string): Values | undefined {
  const stored = sessionStorage.getItem(keyOf(name));
  return stored ? (JSON.parse(stored) as Values) : undefined;
}

/** Stores a draft in this tab; leaving the page then warns. */
export function storeDraft(name: string, values: unknown): void {
  sessionStorage.setItem(keyOf(name), JSON.stringify(values));
  updateWarning();
}

/** Deletes a draft; without drafts, leaving the page no longer warns. */
export function dropDraft(name: string): void {
  sessionStorage.removeItem(keyOf(name));
  updateWarning();
}

/** Removes all drafts of this tab. */
export function dropDrafts(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key);
  updateWarning();
}
