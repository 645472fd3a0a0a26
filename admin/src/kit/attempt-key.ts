/**
 * The idempotency key of a form's attempts: repeating what failed carries the same key, so that a create whose answer
 * was lost does not happen twice; changed input, or the next create after a success, carries a new one.
 */
export class AttemptKey {
  #sent = '';
  #key = '';

  for(input: unknown): string {
    const sent = JSON.stringify(input);
    if (sent !== this.#sent) {
      this.#sent = sent;
      this.#key = newKey();
    }
    return this.#key;
  }

  succeeded(): void {
    this.#sent = '';
  }
}

/** 128 random bits; `crypto.randomUUID` is missing on plain http. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
