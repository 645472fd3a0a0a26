/** Proves what becomes of the page, the tabs and the drafts when a session ends or changes hands. */
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type * as Drafts from '#kit/form/draft.ts';
import type * as Place from '#kit/api/place.ts';
import type * as Session from '#kit/api/session.ts';
import type * as Again from '#kit/api/sign-in-again.ts';
import { fakeBrowser, tokenOf } from '#kit/testing/fake-browser.ts';

let browser: ReturnType<typeof fakeBrowser>;
let kit: typeof Session & typeof Drafts & typeof Place & typeof Again;
const navigate = vi.fn(async (_to: object) => undefined);
const beginAnew = vi.fn();
const client = new QueryClient();

beforeEach(async () => {
  browser = fakeBrowser();
  kit = {
    ...(await import('#kit/api/session.ts')),
    ...(await import('#kit/form/draft.ts')),
    ...(await import('#kit/api/place.ts')),
    ...(await import('#kit/api/sign-in-again.ts')),
  };
  const { followSession } = await import('./follow-session.ts');
  const location = { href: '/discount/7?tab=1', pathname: '/discount/7', search: { tab: '1' }, hash: '' };
  followSession({ state: { location }, navigate }, client, beginAnew);
  kit.beginSession({ access: tokenOf('ratna'), refresh: 'r' }, 'admin');
  kit.keepDraft('discount/7', { name: 'typed' });
  client.setQueryData(['discount'], 'secret');
});
afterEach(() => vi.unstubAllGlobals());

test('a session that ran out leads to the sign-in, remembers the place and keeps what was typed', () => {
  kit.endSession('expired');
  expect(navigate).toHaveBeenCalledWith({ to: '/', ignoreBlocker: true });
  kit.beginSession({ access: tokenOf('ratna'), refresh: 'r' }, 'admin');
  expect([kit.takePlace(), kit.readDraft('discount/7')]).toEqual(['/discount/7?tab=1', { name: 'typed' }]);
});

describe('a session that ran out over a page that somebody works on', () => {
  beforeEach(() => {
    kit.signInQuestion.follow(() => undefined);
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

  test('leaves the page and what it read, at the address of the sign-in, and then at its own', async () => {
    expect(navigate.mock.calls).toEqual([[{ ...page, state: { isMasked: true }, mask: { to: '/' } }]]);
    expect(client.getQueryData(['discount'])).toBe('secret');
    kit.signInQuestion.answer(true);
    await expect.poll(() => navigate.mock.lastCall).toEqual([{ ...page, state: { isMasked: false } }]);
  });

  test('asks once, however many calls find out', () => {
    kit.endSession('expired');
    expect(navigate).toHaveBeenCalledOnce();
  });

  test('ends as any other for who leaves', async () => {
    kit.signInQuestion.answer(false);
    await expect.poll(() => navigate.mock.lastCall).toEqual([{ to: '/', ignoreBlocker: true }]);
    expect(client.getQueryData(['discount'])).toBeUndefined();
    expect(kit.takePlace()).toBe('/discount/7?tab=1');
  });

  test('is not asked for once the person has signed out in another tab', () => {
    kit.endSession('elsewhere');
    expect(kit.signInQuestion.isPending()).toBe(false);
  });
});

test('what one user typed is not shown to the next', () => {
  kit.endSession('expired');
  kit.beginSession({ access: tokenOf('bagus'), refresh: 'r' }, 'admin');
  expect(kit.readDraft('discount/7')).toBeUndefined();
});

test('signing out forgets drafts and place', () => {
  kit.rememberPlace('/user');
  kit.endSession('asked');
  kit.beginSession({ access: tokenOf('ratna'), refresh: 'r' }, 'admin');
  expect([kit.takePlace(), kit.readDraft('discount/7')]).toEqual(['/home', undefined]);
});

test('this tab begins anew when another signed in as somebody else', () => {
  browser.window.dispatchEvent(Object.assign(new Event('storage'), { key: 'user', newValue: 'bagus' }));
  expect(beginAnew).toHaveBeenCalledOnce();
});

test('nothing that was read stays in memory', () => {
  kit.endSession('expired');
  expect(client.getQueryData(['discount'])).toBeUndefined();
});

test('a remembered place is one of this site', () => {
  kit.rememberPlace('//elsewhere.example/');
  expect(kit.takePlace()).toBe('/home');
});
