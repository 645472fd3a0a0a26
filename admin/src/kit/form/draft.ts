/**
 * What was typed and not saved, kept in this tab's session storage, so that it survives a session that ends or a
 * reload.
 * A draft belongs to the user who typed it.
 */
import { subject } from '../api/session.ts';

const prefix = 'draft:';
const keyOf = (name: string) => `${prefix}${subject()}:${name}`;

export function readDraft<Values>(name: string): Values | undefined {
  const kept = sessionStorage.getItem(keyOf(name));
  return kept ? (JSON.parse(kept) as Values) : undefined;
}

export function keepDraft(name: string, values: unknown): void {
  sessionStorage.setItem(keyOf(name), JSON.stringify(values));
}

export function dropDraft(name: string): void {
  sessionStorage.removeItem(keyOf(name));
}

/** Forgets every draft of this tab. */
export function dropDrafts(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key);
}
