/** Tests that pages stay small, so that a costly import is noticed at once. */
import { expect, test } from './fixtures.ts';
import { scriptsOf } from './weight.ts';

test('the sign-in page needs at most 170 kB of JavaScript', async ({ page }) => {
  const weight = await scriptsOf(page, async () => {
    await page.goto('/');
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
  });
  expect(weight).toBeGreaterThan(50);
  expect(weight).toBeLessThanOrEqual(170);
});

test('a list needs at most 275 kB of JavaScript', async ({ page, open }) => {
  const weight = await scriptsOf(page, async () => {
    await open('/order');
    await page.getByRole('row').nth(1).waitFor();
  });
  expect(weight).toBeGreaterThan(50);
  expect(weight).toBeLessThanOrEqual(275);
});

test('a page’s code is requested at once, in few requests and without duplicates', async ({ page, open }) => {
  const files: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('.js')) files.push(new URL(request.url()).pathname);
  });
  await open('/order');
  await page.locator('tr[data-row]').first().waitFor();
  const urls = await page.evaluate(() =>
    [...document.querySelectorAll('script[src], link[rel="modulepreload"]')].map(
      (at) => at.getAttribute('src') ?? at.getAttribute('href'),
    ),
  );
  expect(urls.length).toBeGreaterThan(4);
  expect(files.filter((file) => !urls.includes(file))).toEqual([]);
  expect(new Set(files).size).toBe(files.length);
});

test('a page opened before requests its data while its code is loading', async ({ page, open }) => {
  await open('/order?status=paid');
  await page.locator('tr[data-row]').first().waitFor();
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('asked')), { timeout: 20_000 })
    .toContain('status={status}');
  expect(await page.evaluate(() => localStorage.getItem('asked'))).not.toContain('paid');
  const code = Promise.withResolvers<void>();
  await page.route('**/assets/start-*.js', async (route) => {
    await code.promise;
    await route.continue();
  });
  const searches: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/admin/orders?')) searches.push(new URL(request.url()).search);
  });
  await page.goto(new URL('/order?status=refunded', page.url()).href, { waitUntil: 'commit' });
  await expect.poll(() => searches).toEqual([expect.stringContaining('status=refunded')]);
  code.resolve();
  await page.locator('tr[data-row]', { hasText: 'Dikembalikan' }).first().waitFor();
  // The early response was used; the only other request is the next page.
  expect(searches.filter((search) => search.includes('page=1&') || !search.includes('page='))).toHaveLength(1);
});

test('on the first visit the rows of a list are requested before its code, and shown without a skeleton', async ({
  page,
  open,
}) => {
  await open('/home');
  const code = Promise.withResolvers<void>();
  await page.route('**/assets/start-*.js', async (route) => {
    await code.promise;
    await route.continue();
  });
  await page.addInitScript(() => {
    const look = () => {
      if (document.querySelector('table[aria-busy="true"]')) sessionStorage.setItem('skeleton', 'seen');
    };
    new MutationObserver(look).observe(document, { childList: true, subtree: true });
  });
  const searches: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/admin/orders?')) searches.push(new URL(request.url()).search);
  });
  const answered = page.waitForResponse((response) => response.url().includes('/api/admin/orders?'));
  await page.goto(new URL('/order', page.url()).href, { waitUntil: 'commit' });
  await (await answered).finished();
  code.resolve();
  await page.locator('tr[data-row]').first().waitFor();
  expect(await page.evaluate(() => sessionStorage.getItem('skeleton'))).toBeNull();
  expect(searches.filter((search) => search.includes('page=1&'))).toHaveLength(1);
});
