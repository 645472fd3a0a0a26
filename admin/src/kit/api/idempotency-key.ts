/**
 * Idempotency keys of creates. Repeating a failed create sends the same key, also after the form was closed or the page
 * reloaded, so that a create whose response was lost does not happen twice. Changed input, or the next create after a
 * success, gets a new key.
 */
import { attemptName, dropDraft, storeDraft, readDraft } from '../form/stored-draft.ts';

interface Attempt {
  input: string;
  key: string;
}

/** Returns the key for an endpoint (`call`) and input. Stored like a draft: for the same user and as long. */
export function idempotencyKey(call: string, input: unknown): string {
  const sent = JSON.stringify(input);
  const last = readDraft<Attempt>(attemptName(call));
  if (last?.input === sent) return last.key;
  const key = newKey();
  storeDraft(attemptName(call), { input: sent, key } satisfies Attempt);
  return key;
}

/** Deletes the stored key of an endpoint; its next call gets a new one. */
export const forgetIdempotencyKey = (call: string): void => dropDraft(attemptName(call));

/** Generates 128 random bits. `crypto.randomUUID` is unavailable on plain http. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
