/** Tests what happens to the page, other tabs and drafts when a session ends or another user signs in. */
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type * as Drafts from '#kit/form/stored-draft.ts';
import type * as Place from '#kit/api/return-path.ts';
import type * as Session from '#kit/api/session.ts';
import type * as Again from '#kit/api/sign-in-again.ts';
import { fakeBrowser, tokenOf } from '#kit/testing/fake-browser.ts';

let browser: ReturnType<typeof fakeBrowser>;
let kit: typeof Session & typeof Drafts & typeof Place & typeof Again;
const navigate = vi.fn(async (_to: object) => undefined);
const restart = vi.fn();
const client = new QueryClient();

beforeEach(async () => {
  browser = fakeBrowser();
  kit = {
    ...(await import('#kit/api/session.ts')),
    ...(await import('#kit/form/stored-draft.ts')),
    ...(await import('#kit/api/return-path.ts')),
    ...(await import('#kit/api/sign-in-again.ts')),
  };
  const { followSession } = await import('./follow-session.ts');
  const location = { href: '/discount/7?tab=1', pathname: '/discount/7', search: { tab: '1' }, hash: '' };
  followSession({ state: { location }, navigate }, client, restart);
  kit.beginSession({ access: tokenOf('ratna'), refresh: 'r' }, 'admin');
  kit.storeDraft('discount/7', { name: 'typed' });
  client.setQueryData(['discount'], 'secret');
});
afterEach(() => vi.unstubAllGlobals());

test('an expired session leads to the sign-in page and keeps the path and the draft', () => {
  kit.endSession('expired');
  expect(navigate).toHaveBeenCalledWith({ to: '/', ignoreBlocker: true });
  kit.beginSession({ access: tokenOf('ratna'), refresh: 'r' }, 'admin');
  expect([kit.takeReturnPath(), kit.readDraft('discount/7')]).toEqual(['/discount/7?tab=1', { name: 'typed' }]);
});

describe('a session that expires over a page in use', () => {
  beforeEach(() => {
    kit.signInQuestion.subscribe(() => undefined);
    navigate.mockClear();
    kit.endSession('expired');
  });
  const page = {
    to: '/discount/7',
    search: { tab: '1' },
    hash: '',
    replace: true,
    resetScroll: false,
    ignoreBlocker: true,
  };

  test('keeps the page and its data, with the URL of the sign-in page until the person is back', async () => {
    expect(navigate.mock.calls).toEqual([[{ ...page, state: { isMasked: true }, mask: { to: '/' } }]]);
    expect(client.getQueryData(['discount'])).toBe('secret');
    kit.signInQuestion.answer(true);
    await expect.poll(() => navigate.mock.lastCall).toEqual([{ ...page, state: { isMasked: false } }]);
  });

  test('asks once for several calls', () => {
    kit.endSession('expired');
    expect(navigate).toHaveBeenCalledOnce();
  });

  test('ends like any other when the person leaves', async () => {
    kit.signInQuestion.answer(false);
    await expect.poll(() => navigate.mock.lastCall).toEqual([{ to: '/', ignoreBlocker: true }]);
    expect(client.getQueryData(['discount'])).toBeUndefined();
    expect(kit.takeReturnPath()).toBe('/discount/7?tab=1');
  });

  test('does not ask after the person signed out in another tab', () => {
    kit.endSession('elsewhere');
    expect(kit.signInQuestion.isPending()).toBe(false);
  });
});

test('the drafts of one user are not shown to the next', () => {
  kit.endSession('expired');
  kit.beginSession({ access: tokenOf('bagus'), refresh: 'r' }, 'admin');
  expect(kit.readDraft('discount/7')).toBeUndefined();
});

test('signing out clears drafts and the stored path', () => {
  kit.saveReturnPath('/user');
  kit.endSession('asked');
  kit.beginSession({ access: tokenOf('ratna'), refresh: 'r' }, 'admin');
  expect([kit.takeReturnPath(), kit.readDraft('discount/7')]).toEqual(['/home', undefined]);
});

test('the tab restarts when another tab signs in as a different user', () => {
  browser.window.dispatchEvent(Object.assign(new Event('storage'), { key: 'user', newValue: 'bagus' }));
  expect(restart).toHaveBeenCalledOnce();
});

test('no data stays in memory', () => {
  kit.endSession('expired');
  expect(client.getQueryData(['discount'])).toBeUndefined();
});

test('a stored path must be on this site', () => {
  kit.saveReturnPath('//elsewhere.example/');
  expect(kit.takeReturnPath()).toBe('/home');
});
