/** Proves whose memory is whose when a session ends or another begins. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeBrowser, tokenOf } from '../testing/fake-browser.ts';
import type * as Session from './session.ts';

let browser: ReturnType<typeof fakeBrowser>;
let session: typeof Session;
let remembered: () => string[];
const signIn = (who: string) => session.beginSession({ access: tokenOf(who), refresh: 'r' }, 'admin');

beforeEach(async () => {
  browser = fakeBrowser();
  session = await import('./session.ts');
  remembered = session.perSession(() => []);
  signIn('ratna');
  remembered().push('a search');
});
afterEach(() => vi.unstubAllGlobals());

test('who signs out keeps no token and no role', () => {
  expect([browser.document.cookies.has('accessToken'), browser.document.cookies.get('role')]).toEqual([true, 'admin']);
  session.endSession('asked');
  expect([...browser.document.cookies.keys()]).toEqual([]);
  expect([browser.localStorage.getItem('refreshToken'), browser.localStorage.getItem('user')]).toEqual([null, null]);
  expect([session.accessToken(), session.refreshToken(), session.role()]).toEqual([undefined, undefined, undefined]);
});

test('who signs out leaves nothing behind, for themselves neither', () => {
  session.endSession('asked');
  expect(remembered()).toEqual([]);
  signIn('ratna');
  expect(remembered()).toEqual([]);
});

test('who signs in again after their session ran out finds what was remembered', () => {
  session.endSession('expired');
  signIn('ratna');
  expect(remembered()).toEqual(['a search']);
});

test('who signs in after the session of another ran out finds nothing of theirs', () => {
  session.endSession('expired');
  signIn('budi');
  expect(remembered()).toEqual([]);
});
