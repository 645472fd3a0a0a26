/** Tests what happens to per-session memory when a session ends or another begins. */
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

test('signing out removes the tokens and the role', () => {
  expect([browser.document.cookies.has('accessToken'), browser.document.cookies.get('role')]).toEqual([true, 'admin']);
  session.endSession('asked');
  expect([...browser.document.cookies.keys()]).toEqual([]);
  expect([browser.localStorage.getItem('refreshToken'), browser.localStorage.getItem('user')]).toEqual([null, null]);
  expect([session.accessToken(), session.refreshToken(), session.role()]).toEqual([undefined, undefined, undefined]);
});

test('signing out clears the memory, also for the same user', () => {
  session.endSession('asked');
  expect(remembered()).toEqual([]);
  signIn('ratna');
  expect(remembered()).toEqual([]);
});

test('signing in again as the same user after the session expired keeps the memory', () => {
  session.endSession('expired');
  signIn('ratna');
  expect(remembered()).toEqual(['a search']);
});

test('signing in as another user after the session expired clears the memory', () => {
  session.endSession('expired');
  signIn('budi');
  expect(remembered()).toEqual([]);
});

test('memory is created with its first use, so that loading a module reads no cookie', () => {
  const made: string[] = [];
  const later = session.perSession(() => made.push('made'));
  session.endSession('asked');
  signIn('budi');
  expect(made).toEqual([]);
  later();
  later();
  expect(made).toEqual(['made']);
});
