/** Proves when a repeated call is the same call, and when it is a new one. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type * as Attempts from './idempotency-key.ts';
import { fakeBrowser } from '../testing/fake-browser.ts';

let attempts: typeof Attempts;
beforeEach(async () => {
  fakeBrowser();
  attempts = await import('./idempotency-key.ts');
});
afterEach(() => vi.unstubAllGlobals());

test('repeating the same input keeps its key, also after the page was read again', async () => {
  const first = attempts.idempotencyKey('POST /thing', { body: { name: 'a' } });
  vi.resetModules();
  const again = await import('./idempotency-key.ts');
  expect(again.idempotencyKey('POST /thing', { body: { name: 'a' } })).toBe(first);
});

test('changed input, or another call, gets a key of its own', () => {
  const first = attempts.idempotencyKey('POST /thing', { body: { name: 'a' } });
  expect(attempts.idempotencyKey('POST /other', { body: { name: 'a' } })).not.toBe(first);
  expect(attempts.idempotencyKey('POST /thing', { body: { name: 'b' } })).not.toBe(first);
});

test('creating the same again after a success is a new create', () => {
  const first = attempts.idempotencyKey('POST /thing', {});
  attempts.forgetIdempotencyKey('POST /thing');
  expect(attempts.idempotencyKey('POST /thing', {})).not.toBe(first);
});
