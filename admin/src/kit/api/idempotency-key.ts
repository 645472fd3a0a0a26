/**
 * The idempotency key of a create's attempts: repeating what failed carries the same key, also after the form was
 * closed or
 * the page read again, so that a create whose answer was lost does not happen twice. Changed input, or the next create
 * after
 * a success, carries a new one.
 */
import { dropDraft, keepDraft, readDraft } from '../form/draft.ts';

interface Attempt {
  input: string;
  key: string;
}

/** Kept with what was typed, for as long and for the same user. */
const nameOf = (call: string) => `attempt/${call}`;

/** `call` names the endpoint. */
export function idempotencyKey(call: string, input: unknown): string {
  const sent = JSON.stringify(input);
  const last = readDraft<Attempt>(nameOf(call));
  if (last?.input === sent) return last.key;
  const key = newKey();
  keepDraft(nameOf(call), { input: sent, key } satisfies Attempt);
  return key;
}

export const forgetIdempotencyKey = (call: string): void => dropDraft(nameOf(call));

/** 128 random bits; `crypto.randomUUID` is missing on plain http. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
