/** Tests the navigation: entries by role, counts, pages of a group, pinned views, and the drawer. */
import type { Page } from '@playwright/test';
import { violations } from './axe.ts';
import { type Json, expect, test, unique } from './fixtures.ts';
import { keyboardOf } from './keyboard.ts';
import { toast } from './toast.ts';

const navigation = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const entry = (page: Page, name: string) => navigation(page).getByRole('link', { name: new RegExp(`^${name}\\b`) });
const pinned = (page: Page) => page.getByRole('navigation', { name: 'Pinned views' });
const heading = (page: Page) => page.getByRole('main').getByRole('heading', { level: 1 });
const breadcrumb = (page: Page) => page.getByRole('navigation', { name: 'Breadcrumb' });

const sales = ['Orders', 'Payments', 'Promotions', 'People'];
for (const [role, seen, unseen] of [
  ['superadmin', ['Today', 'Courses', 'Review', ...sales, 'Catalogue'], ['System']],
  ['admin', ['Today', 'Courses', 'Review', ...sales, 'Catalogue'], ['System']],
  ['instructor', ['Today', 'Courses', 'Review'], [...sales, 'Catalogue']],
  ['customer-service', ['Today', ...sales], ['Courses', 'Review', 'Catalogue']],
] as const)
  test(`${role} has the entries of the role, all in sight at 1280 × 700`, async ({ page, open }) => {
    await page.setViewportSize({ width: 1280, height: 700 });
    await open('/batch', { role });
    await expect(heading(page)).toBeVisible();
    for (const name of seen) await expect(entry(page, name)).toBeInViewport({ ratio: 1 });
    for (const name of unseen) await expect(entry(page, name)).toHaveCount(0);
    // System pages are in the account menu.
    await expect(navigation(page).locator('[aria-current]')).toHaveCount(0);
    await expect(breadcrumb(page)).toHaveText(/^System.*Bulk changes$/);
    await page.getByRole('button', { name: /^Account/ }).click();
    const system = page.getByRole('menuitem', { name: /^(Jobs|Exports|Bulk changes)$/ });
    await expect(system).toHaveCount({ superadmin: 3, admin: 2, instructor: 1, 'customer-service': 1 }[role]);
    expect(await violations(page)).toEqual([]);
  });

test('the pages of a group are beside the heading, in one order and at one height, and work by keyboard', async ({
  page,
  open,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await open('/order');
  const { press, tabTo } = keyboardOf(page);
  const pages = page.getByRole('navigation', { name: 'Pages of Orders' });
  const labels = ['Orders', 'Order tracking', 'Paid and access', 'Sales'];
  const seen: (number | undefined)[] = [];
  for (const [index, label] of labels.entries()) {
    if (index > 0) {
      await tabTo(pages.getByRole('link', { name: label }));
      await press('Enter');
    }
    await expect(pages.getByRole('heading', { name: new RegExp(`^${label}`), level: 1 })).toBeVisible();
    await expect(pages.getByRole('link')).toHaveText(labels.filter((one) => one !== label));
    for (const link of await pages.getByRole('link').all()) await expect(link).toBeInViewport({ ratio: 1 });
    await expect(entry(page, 'Orders')).toHaveAttribute('aria-current', 'page');
    seen.push((await heading(page).boundingBox())?.y);
  }
  await open('/voucher');
  seen.push((await heading(page).boundingBox())?.y);
  expect(new Set(seen).size, seen.join(', ')).toBe(1);
  expect((await page.locator('main header').first().boundingBox())?.height).toBe(36);

  await page.setViewportSize({ width: 390, height: 844 });
  await open('/order/sales');
  await expect(heading(page)).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

test('the links of a group fade at the end where others are left to scroll to', async ({ page, open }) => {
  const links = page.getByRole('navigation', { name: 'Pages of Promotions' });
  const fading = () =>
    links.evaluate((nav) => {
      const style = getComputedStyle(nav);
      return ['--before', '--after'].filter((end) => Number.parseFloat(style.getPropertyValue(end)) > 16);
    });
  await open('/discount');
  await expect(heading(page)).toBeVisible();
  expect(await fading()).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(fading).toEqual(['--after']);
  await links.getByRole('link', { name: 'Why this price' }).click();
  await expect(heading(page)).toBeInViewport({ ratio: 1 });
  await expect.poll(fading).toEqual(['--before']);
});

test('an entry is current on the pages of its records, and a page without a group beside it has only its heading', async ({
  page,
  open,
  api,
}) => {
  const admin = await api();
  const [{ id }] = (await admin.send('GET', '/admin/user?pageSize=1')).users;
  await open(`/user/${id}`);
  await expect(heading(page)).toBeVisible();
  await expect(entry(page, 'People')).toHaveAttribute('aria-current', 'page');
  await expect(breadcrumb(page)).toHaveText(/^People.*Users/);
  await expect(page.getByRole('navigation', { name: /^Pages of/ })).toHaveCount(0);
  await open('/why-price', { role: 'customer-service' });
  await expect(heading(page)).toBeVisible();
  await expect(page.getByRole('navigation', { name: /^Pages of/ })).toHaveCount(0);
});

test('counts are read after the page’s data, not after each change, and are in the tooltip of a folded entry', async ({
  page,
  open,
  api,
}) => {
  const countOf = async () => {
    const { counts } = await (await api('admin', 'cyber')).send('GET', '/admin/home/counts/');
    return counts.find(({ group }: Json) => group === 'Review').total as number;
  };
  const read: string[] = [];
  page.on('response', (response) => void read.push(new URL(response.url()).pathname));
  await open('/submission?status=not-reviewed', { tenant: 'cyber' });
  const before = await countOf();
  await expect(entry(page, 'Review')).toHaveAccessibleName(`Review, ${before} to review`);
  await expect(entry(page, 'Review')).toHaveText(`Review${before}`);
  const counts = read.indexOf('/api/admin/home/counts/');
  expect(read.indexOf('/api/admin/project-submissions/')).toBeLessThan(counts);

  await page.getByRole('button', { name: 'Fold the navigation' }).click();
  await entry(page, 'Review').hover();
  await expect(page.getByRole('tooltip')).toHaveText(`Review, ${before} to review`);
  await page.locator('[data-row-link]').first().click();
  await page.getByLabel('Score').fill('90');
  await page.keyboard.press('Control+s');
  await expect(toast(page, 'Review saved')).toBeVisible();
  const timesRead = () => read.filter((path) => path === '/api/admin/home/counts/').length;
  expect(timesRead()).toBe(1);
  await page.reload();
  await expect(entry(page, 'Review')).toHaveAccessibleName(`Review, ${before - 1} to review`);
  expect(timesRead()).toBe(2);
  expect(await violations(page)).toEqual([]);
});

test('a view is pinned and unpinned by its menu, and is current while it is open', async ({ page, open, api }) => {
  const name = unique('Disematkan');
  const admin = await api('admin', 'data');
  const view = { list: '/order', name, query: 'status=unpaid', isShared: true };
  const { viewId } = await admin.send('POST', '/admin/saved-view/', view);
  await open(`/order?view=${viewId}&status=unpaid`, { tenant: 'data' });
  const choose = async (item: string) => {
    await page.getByRole('button', { name: `The view ${name}` }).click();
    await page.getByRole('menuitem', { name: item, exact: true }).click();
  };
  await choose('Pin to the navigation');
  const link = pinned(page).getByRole('link', { name });
  await expect(link).toHaveAttribute('aria-current', 'page');
  await entry(page, 'People').click();
  await expect(page).toHaveURL(/\/user$/);
  await expect(link).not.toHaveAttribute('aria-current');

  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Open the navigation' }).click();
  const drawer = page.getByRole('dialog', { name: 'Navigation' });
  await expect(drawer.getByRole('link', { name: /^Today/ })).toBeVisible();
  await expect(drawer.getByRole('link', { name })).toBeInViewport({ ratio: 1 });
  expect(await violations(page)).toEqual([]);
  await drawer.getByRole('link', { name }).click();
  await expect(drawer).toHaveCount(0);
  await expect(page).toHaveURL(new RegExp(`/order\\?.*view=${viewId}`));
  await expect(page).toHaveURL(/status=unpaid/);

  await page.setViewportSize({ width: 1280, height: 800 });
  await choose('Unpin');
  await expect(link).toHaveCount(0);
  await choose('Pin to the navigation');
  await expect(link).toBeVisible();
  await admin.send('DELETE', `/admin/saved-view/${viewId}`);
  await page.reload();
  await expect(heading(page)).toBeVisible();
  await expect(pinned(page)).toHaveCount(0);
});
