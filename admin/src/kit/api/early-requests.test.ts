/** Tests that any stored value is tolerated at start, and that requests only go to this site's API. */
import { afterEach, expect, it, vi } from 'vitest';
import { fakeBrowser, fakeServer, tokenOf } from '../testing/fake-browser.ts';

afterEach(() => vi.unstubAllGlobals());

const page = 'http://cyber.localhost/order';

async function requestsWith(
  stored: unknown,
  { rows, search = '', role = 'admin' }: { rows?: string; search?: string; role?: string } = {},
) {
  const { document, localStorage } = fakeBrowser();
  document.meta = rows;
  vi.stubGlobal('location', new URL(page + search));
  document.cookie = `accessToken=${tokenOf('sari', 0, 'admin')}`;
  if (role) document.cookie = `role=${role}`;
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

const rows = '/api/admin/orders?page=1&pageSize=2*&sort=-createdAt';

it('requests the rows that the page names on the first visit, in the page size of the setting', async () => {
  expect(await requestsWith({}, { rows })).toEqual(['/api/admin/orders?page=1&pageSize=10&sort=-createdAt']);
});

it('leaves the first rows to the page when the address has filters', async () => {
  expect(await requestsWith({}, { rows, search: '?status=paid' })).toEqual([]);
});

it('repeats the requests of an earlier visit instead of the rows that the page names', async () => {
  const stored = (key: string) => ({ [key]: ['/api/admin/orders?pageSize=10'] });
  expect(await requestsWith(stored, { rows })).toEqual(['/api/admin/orders?pageSize=10']);
});

it('sends no request without the role cookie', async () => {
  expect(await requestsWith({}, { rows, role: '' })).toEqual([]);
});
