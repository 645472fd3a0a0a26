import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type * as Attempts from './attempt-key.ts';
import { fakeBrowser } from './testing/fake-browser.ts';

let attempts: typeof Attempts;
beforeEach(async () => {
  fakeBrowser();
  attempts = await import('./attempt-key.ts');
});
afterEach(() => vi.unstubAllGlobals());

test('repeating the same input keeps its key, also after the page was read again', async () => {
  const first = attempts.attemptKey('POST /thing', { body: { name: 'a' } });
  vi.resetModules();
  const again = await import('./attempt-key.ts');
  expect(again.attemptKey('POST /thing', { body: { name: 'a' } })).toBe(first);
});

test('changed input, or another call, gets a key of its own', () => {
  const first = attempts.attemptKey('POST /thing', { body: { name: 'a' } });
  expect(attempts.attemptKey('POST /other', { body: { name: 'a' } })).not.toBe(first);
  expect(attempts.attemptKey('POST /thing', { body: { name: 'b' } })).not.toBe(first);
});

test('creating the same again after a success is a new create', () => {
  const first = attempts.attemptKey('POST /thing', {});
  attempts.attemptSucceeded('POST /thing');
  expect(attempts.attemptKey('POST /thing', {})).not.toBe(first);
});
