/**
 * The idempotency key of a create's attempts: repeating what failed carries the same key, also after the form was
 * closed or
 * the page read again, so that a create whose answer was lost does not happen twice. Changed input, or the next create
 * after
 * a success, carries a new one.
 */
import { attemptAt, dropDraft, keepDraft, readDraft } from '../form/draft.ts';

interface Attempt {
  input: string;
  key: string;
}

/** `call` names the endpoint. Kept with what was typed, for as long and for the same user. */
export function idempotencyKey(call: string, input: unknown): string {
  const sent = JSON.stringify(input);
  const last = readDraft<Attempt>(attemptAt(call));
  if (last?.input === sent) return last.key;
  const key = newKey();
  keepDraft(attemptAt(call), { input: sent, key } satisfies Attempt);
  return key;
}

export const forgetIdempotencyKey = (call: string): void => dropDraft(attemptAt(call));

/** 128 random bits; `crypto.randomUUID` is missing on plain http. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
