/** Proves that what a browser kept, of whatever shape, neither stops the start nor is asked anywhere but here. */
import { afterEach, expect, it, vi } from 'vitest';
import { fakeBrowser, fakeServer, tokenOf } from '../testing/fake-browser.ts';

afterEach(() => vi.unstubAllGlobals());

const page = 'http://cyber.localhost/order';

async function askedWith(kept: unknown): Promise<string[]> {
  const { document, localStorage } = fakeBrowser();
  vi.stubGlobal('location', new URL(page));
  document.cookie = `accessToken=${tokenOf('sari', 0, 'admin')}`;
  document.cookie = 'role=admin';
  const sent = fakeServer(() => ({ json: {} }));
  const { hollowPage } = await import('./hollow.ts');
  const told = typeof kept === 'function' ? kept(`admin ${hollowPage(new URL(page))}`) : kept;
  localStorage.setItem('asked', JSON.stringify(told));
  const { askAhead } = await import('./ask-ahead.ts');
  askAhead();
  return sent.map(({ url }) => url);
}

it('asks what this page asked before', async () => {
  expect(await askedWith((key: string) => ({ [key]: ['/api/admin/orders?pageSize=10'] }))).toEqual([
    '/api/admin/orders?pageSize=10',
  ]);
});

it.each([
  ['nothing', null],
  ['a word', 'asked'],
  ['a figure for this page', (key: string) => ({ [key]: 5 })],
  ['no addresses', (key: string) => ({ [key]: [5, null, {}] })],
  ['addresses elsewhere', (key: string) => ({ [key]: ['https://elsewhere.test/api/', '//elsewhere.test/api/'] })],
])('asks nothing where %s is kept', async (_what, kept) => {
  expect(await askedWith(kept)).toEqual([]);
});

it('asks at most eight, however many are kept', async () => {
  const many = Array.from({ length: 3000 }, (_, n) => `/api/admin/orders?pageSize=${n}`);
  expect(await askedWith((key: string) => ({ [key]: many }))).toHaveLength(8);
});
