/** Tests when a repeated call keeps its idempotency key and when it gets a new one. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type * as Attempts from './idempotency-key.ts';
import { fakeBrowser } from '../testing/fake-browser.ts';

let attempts: typeof Attempts;
beforeEach(async () => {
  fakeBrowser();
  attempts = await import('./idempotency-key.ts');
});
afterEach(() => vi.unstubAllGlobals());

test('the same input keeps its key, also after a reload', async () => {
  const first = attempts.idempotencyKey('POST /thing', { body: { name: 'a' } });
  vi.resetModules();
  const again = await import('./idempotency-key.ts');
  expect(again.idempotencyKey('POST /thing', { body: { name: 'a' } })).toBe(first);
});

test('changed input or another endpoint gets a new key', () => {
  const first = attempts.idempotencyKey('POST /thing', { body: { name: 'a' } });
  expect(attempts.idempotencyKey('POST /other', { body: { name: 'a' } })).not.toBe(first);
  expect(attempts.idempotencyKey('POST /thing', { body: { name: 'b' } })).not.toBe(first);
});

test('the same input gets a new key after a success', () => {
  const first = attempts.idempotencyKey('POST /thing', {});
  attempts.forgetIdempotencyKey('POST /thing');
  expect(attempts.idempotencyKey('POST /thing', {})).not.toBe(first);
});
