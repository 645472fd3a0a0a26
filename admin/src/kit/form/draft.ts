/**
 * What was typed and not saved, kept in this tab's session storage, so that it survives a session that ends or a
 * reload.
 * A draft belongs to the user who typed it.
 */
import { onSessionBegin, onSessionEnd, subject } from '../api/session.ts';
import { warnOnClosing } from '../feedback/warn-on-closing.ts';

const prefix = 'draft:';
const keyOf = (name: string) => `${prefix}${subject()}:${name}`;

/** Names what nobody typed. */
export const attemptAt = (call: string): string => `attempt/${call}`;

/** The tab takes with it what was typed. */
function watch(): void {
  const mine = Object.keys(sessionStorage).filter((key) => key.startsWith(keyOf('')));
  warnOnClosing(
    'drafts',
    mine.some((key) => !key.startsWith(keyOf(attemptAt('')))),
  );
}
watch();
onSessionBegin(watch);
onSessionEnd(watch);

export const hasDraft = (name: string): boolean => sessionStorage.getItem(keyOf(name)) !== null;

export function readDraft<Values>(name: string): Values | undefined {
  const kept = sessionStorage.getItem(keyOf(name));
  return kept ? (JSON.parse(kept) as Values) : undefined;
}

export function keepDraft(name: string, values: unknown): void {
  sessionStorage.setItem(keyOf(name), JSON.stringify(values));
  watch();
}

export function dropDraft(name: string): void {
  sessionStorage.removeItem(keyOf(name));
  watch();
}

/** Forgets every draft of this tab. */
export function dropDrafts(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key);
  watch();
}
