/** Tests that any stored value is tolerated at start, and that requests only go to this site's API. */
import { afterEach, expect, it, vi } from 'vitest';
import { fakeBrowser, fakeServer, tokenOf } from '../testing/fake-browser.ts';

afterEach(() => vi.unstubAllGlobals());

const page = 'http://cyber.localhost/order';

async function requestsWith(stored: unknown): Promise<string[]> {
  const { document, localStorage } = fakeBrowser();
  vi.stubGlobal('location', new URL(page));
  document.cookie = `accessToken=${tokenOf('sari', 0, 'admin')}`;
  document.cookie = 'role=admin';
  const sent = fakeServer(() => ({ json: {} }));
  const { pageTemplate } = await import('./url-template.ts');
  const value = typeof stored === 'function' ? stored(`admin ${pageTemplate(new URL(page))}`) : stored;
  localStorage.setItem('asked', JSON.stringify(value));
  const { sendEarlyRequests } = await import('./early-requests.ts');
  sendEarlyRequests();
  return sent.map(({ url }) => url);
}

it('repeats the requests stored for the page', async () => {
  expect(await requestsWith((key: string) => ({ [key]: ['/api/admin/orders?pageSize=10'] }))).toEqual([
    '/api/admin/orders?pageSize=10',
  ]);
});

it.each([
  ['nothing', null],
  ['a word', 'asked'],
  ['a figure for this page', (key: string) => ({ [key]: 5 })],
  ['no addresses', (key: string) => ({ [key]: [5, null, {}] })],
  ['addresses elsewhere', (key: string) => ({ [key]: ['https://elsewhere.test/api/', '//elsewhere.test/api/'] })],
])('sends no request when %s is stored', async (_what, stored) => {
  expect(await requestsWith(stored)).toEqual([]);
});

it('sends at most eight requests, however many are stored', async () => {
  const many = Array.from({ length: 3000 }, (_, n) => `/api/admin/orders?pageSize=${n}`);
  expect(await requestsWith((key: string) => ({ [key]: many }))).toHaveLength(8);
});
