/** Tests list settings: columns, page size and saved views. */
import type { Locator, Page } from '@playwright/test';
import type { Role } from '#contract/kernel/endpoint.ts';
import { type Api, expect, test, unique } from './fixtures.ts';

/** A brand where no other test uses the tabs. */
const tenant = 'cyber';
const rows = (page: Page) => page.locator('tr[data-row]').first().waitFor();
const headings = (page: Page) => page.locator('[data-rows] th[data-column]').allTextContents();
const columnsButton = (page: Page) => page.getByRole('button', { name: /^Columns/ });
const column = (page: Page, name: string) => page.getByRole('menuitemcheckbox', { name });
const tabs = (page: Page) => page.getByRole('navigation', { name: /^Views of/ });
const tab = (page: Page, name: string) => tabs(page).getByRole('link', { name });
const isOpen = (link: Locator) => expect(link).toHaveAttribute('aria-current', 'page');
const viewMenu = (page: Page, item: string) => async (name: string) => {
  await page.getByRole('button', { name: `The view ${name}` }).click();
  await page.getByRole('menuitem', { name: item }).click();
};

/** Creates a view by the API; removed after the test, because the number per user is limited. */
const made: { api: Api; viewId: string }[] = [];
test.afterEach(async () => {
  for (const { api, viewId } of made.splice(0))
    await api.send('DELETE', `/admin/saved-view/${viewId}`).catch(() => undefined);
});
async function add(api: Api, name: string, fields: { query?: string; isShared?: boolean; list?: string } = {}) {
  const view = { list: '/discount', query: 'status=1', isShared: false, ...fields, name };
  const { viewId } = await api.send('POST', '/admin/saved-view/', view);
  made.push({ api, viewId });
  return String(viewId);
}
/** Removes views that a page created, by name. */
async function cleanUp(api: Api, list: string, isMeant: (name: string) => boolean) {
  const { views } = await api.send('GET', `/admin/saved-view?list=${list}`);
  for (const { viewId, name } of views) if (isMeant(name)) made.push({ api, viewId });
}

test('columns are chosen by keyboard per list and user, and kept after a reload', async ({ page, open }) => {
  await open('/user', { tenant });
  await rows(page);
  const all = await headings(page);
  await columnsButton(page).focus();
  await page.keyboard.press('Enter');
  await expect(column(page, 'Institution')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(column(page, 'Phone')).toBeFocused();
  await page.keyboard.press('Space');
  await expect(column(page, 'Phone')).toHaveAttribute('aria-checked', 'false');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await page.keyboard.press('Escape');
  await expect(columnsButton(page)).toBeFocused();
  await expect(columnsButton(page)).toHaveAccessibleName('Columns, 2 left out');
  const fewer = all.filter((name) => name !== 'Phone' && name !== 'Tags');
  await expect.poll(() => headings(page)).toEqual(fewer);
  await expect(page).toHaveURL(/\/user$/);
  await page.reload();
  await rows(page);
  await expect.poll(() => headings(page)).toEqual(fewer);
  await open('/user', { tenant, role: 'customer-service' });
  await rows(page);
  await expect.poll(() => headings(page)).toEqual(all);
  await open('/user', { tenant });
  await rows(page);
  await columnsButton(page).click();
  await page.getByRole('menuitem', { name: 'Reset to all columns' }).click();
  await expect(columnsButton(page)).toHaveAccessibleName('Columns');
  await expect.poll(() => headings(page)).toEqual(all);
});

test(
  'chosen columns apply in other tabs, the menu marks columns without room, and cards have no menu',
  { tag: '@system' },
  async ({ page, open, context }) => {
    await open('/user', { tenant });
    await rows(page);
    const other = await context.newPage();
    await other.goto(page.url());
    await rows(other);
    await columnsButton(page).click();
    await column(page, 'Courses').click();
    await expect(other.getByRole('columnheader', { name: 'Courses' })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 1100, height: 900 });
    await columnsButton(page).click();
    await expect(column(page, 'Institution')).toContainText('needs more room');
    await expect(column(page, 'Phone')).not.toContainText('needs more room');
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(columnsButton(page)).toBeHidden();
  },
);

test('a card on a phone shows title, badge, two facts and actions', { tag: '@system' }, async ({ page, open }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const shownIn = async (path: string) => {
    await open(path, { tenant });
    await rows(page);
    const card = page.locator('tr[data-row]').first();
    const cells = card.locator('td:not(:has(input))').filter({ visible: true });
    const boxOf = (place: string) => card.locator(`[data-card="${place}"]`).boundingBox();
    const [title, badge] = [await boxOf('title'), await boxOf('badge')];
    expect(Math.abs(title!.y - badge!.y)).toBeLessThan(12);
    expect(badge!.x).toBeGreaterThanOrEqual(title!.x + title!.width);
    return cells.evaluateAll((all) => all.map((cell) => (cell as HTMLElement).dataset['label']));
  };
  expect(await shownIn('/discount')).toEqual(['Name', 'Value', 'Assigned', 'Status']);
  expect(await shownIn('/course/fast-track')).toEqual(['Name', 'First day', 'Price', 'Status']);
  expect(await shownIn('/order')).toEqual(['Invoice', 'Member', 'Total', 'Status']);
  expect(await shownIn('/order/tracking')).toEqual(['Order', 'Person', 'Course', 'Status']);
  expect(await shownIn('/order/tracking?queue=chase')).toEqual(['Order', 'Person', 'Score', 'Status']);
  await expect(page.locator('tr[data-row]').first().locator('[data-card="title"]')).toHaveAttribute(
    'data-label',
    'Person',
  );
  expect(await shownIn('/user')).toEqual(['Name', 'Phone', 'Role', 'Courses']);
});

test(
  'the page size is remembered per list, and one in the URL is used but not remembered',
  { tag: '@system' },
  async ({ page, open }) => {
    await open('/user', { tenant });
    await rows(page);
    const size = page.getByLabel('Rows per page');
    await expect(size).toHaveValue('5');
    await size.selectOption('20');
    await expect(page.getByText(/^1–20 of/)).toBeVisible();
    await expect(page).toHaveURL(/\/user$/);
    await page.getByRole('link', { name: /^Orders/ }).click();
    await rows(page);
    await expect(size).toHaveValue('10');
    await page.getByRole('link', { name: 'People' }).click();
    await expect(page.getByText(/^1–20 of/)).toBeVisible();
    await page.goto(`${page.url()}?pageSize=10`);
    await expect(page.getByText(/^1–10 of/)).toBeVisible();
    await page.goto(page.url().replace(/\?.*/, ''));
    await expect(page.getByText(/^1–20 of/)).toBeVisible();
    await size.selectOption('5');
    await page.reload();
    await expect(size).toHaveValue('5');
  },
);

test(
  'the page size can fit the window, and a large window is used in full width',
  { tag: '@system' },
  async ({ page, open }) => {
    await page.setViewportSize({ width: 1920, height: 900 });
    await open('/user', { tenant });
    await rows(page);
    const size = page.getByLabel('Rows per page');
    await size.selectOption({ label: 'Fit the window' });
    await expect(page.getByText(/^1–14 of/)).toBeVisible();
    const table = page.locator('[data-rows]');
    expect(await table.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBe(0);
    expect((await table.boundingBox())?.width).toBeGreaterThan(1600);
    await page.setViewportSize({ width: 1920, height: 700 });
    await page.reload();
    await expect(page.getByText(/^1–9 of/)).toBeVisible();
    await expect(size).toHaveValue('fit');
    await size.selectOption('5');
    await expect(page.getByText(/^1–5 of/)).toBeVisible();
  },
);

test('a view is saved, changed, renamed, deleted and restored', async ({ page, open, api }) => {
  const name = unique('Aktif');
  const newName = unique('Sedang jalan');
  await open('/discount', { tenant });
  await rows(page);
  await page.getByLabel('Status', { exact: true }).selectOption({ label: 'Active' });
  await page.getByRole('button', { name: 'Save view' }).click();
  await page.getByRole('dialog', { name: 'Save view' }).getByLabel('Name').fill(name);
  await page.keyboard.press('Enter');
  await isOpen(tab(page, name));
  await expect(tab(page, name)).toBeFocused();
  await cleanUp(await api('admin', tenant), '/discount', (one) => one === name);
  await expect(page).toHaveURL(/status=active/);
  await expect(page).toHaveURL(/view=/);

  // A search does not change the view; a filter and a column do.
  await page.getByRole('textbox', { name: 'Search discounts' }).fill('a');
  await expect(page).toHaveURL(/search=a/);
  await expect(page.getByRole('button', { name: 'Save changes' })).toHaveCount(0);
  await columnsButton(page).click();
  await column(page, 'Assigned').click();
  await page.keyboard.press('Escape');
  await expect(tab(page, name)).toHaveAccessibleName(`${name} unsaved changes`);
  await viewMenu(page, 'Discard changes')(name);
  await expect(page.getByRole('columnheader', { name: 'Assigned' })).toBeVisible();
  await expect(tab(page, name)).toHaveAccessibleName(name);

  await page.getByLabel('Status', { exact: true }).selectOption({ label: 'Inactive' });
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(tab(page, name)).toHaveAccessibleName(name);
  await expect(tab(page, name)).toBeFocused();
  await tab(page, 'All').click();
  await expect(page.getByLabel('Status', { exact: true })).toHaveValue('');
  await tab(page, name).click();
  await expect(page.getByLabel('Status', { exact: true })).toHaveValue('inactive');

  await viewMenu(page, 'Rename or share')(name);
  const dialog = page.getByRole('dialog', { name: 'Rename or share' });
  await dialog.getByLabel('Name').fill(newName);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await isOpen(tab(page, newName));

  await viewMenu(page, 'Delete view')(newName);
  await expect(tab(page, newName)).toHaveCount(0);
  await expect(page).toHaveURL(/\/discount$/);
  await expect(page.locator('body')).not.toBeFocused();
  await page.getByRole('button', { name: 'Undo' }).click();
  await tab(page, newName).click();
  await expect(page.getByLabel('Status', { exact: true })).toHaveValue('inactive');
});

test(
  'a shared view shows its owner, and only the owner and admins can change it',
  { tag: '@system' },
  async ({ page, open, api }) => {
    const service = await api('customer-service', tenant);
    const admin = await api('admin', tenant);
    const shared = unique('Milik tim');
    const own = unique('Milik sendiri');
    const viewId = await add(admin, shared, { list: '/order', query: 'startDate=2020-01-01', isShared: true });
    const secret = await add(admin, own, { list: '/order', query: 'startDate=2020-02-02' });
    await open('/order', { tenant, role: 'customer-service' });
    await rows(page);
    await expect(tab(page, own)).toHaveCount(0);
    await tab(page, `Shared: ${shared}`).click();
    await expect(page.getByLabel('From', { exact: true })).toHaveValue('01/01/2020');
    await page.getByRole('button', { name: `The view ${shared}` }).click();
    await expect(page.getByText(/^Shared by /)).toBeVisible();
    await expect(page.getByRole('menuitem', { name: 'Delete view' })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Clear From' }).click();
    await expect(page.getByRole('button', { name: 'Save as new view' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Save changes' })).toHaveCount(0);
    await expect(service.send('DELETE', `/admin/saved-view/${viewId}`)).rejects.toThrow('403');

    // The URL of another user's private view still applies its own params.
    await page.goto(new URL(`/order?view=${secret}&startDate=2020-02-02&hidden=Paid`, page.url()).href);
    await rows(page);
    await isOpen(tab(page, 'All'));
    await expect(page.getByLabel('From', { exact: true })).toHaveValue('02/02/2020');
    await expect(page.getByRole('columnheader', { name: 'Paid' })).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Save view' })).toBeVisible();
  },
);

test(
  'a view that another user saved first is not overwritten unseen, and a deleted one is closed',
  { tag: '@system' },
  async ({ page, open, api }) => {
    const admin = await api('admin', tenant);
    const name = unique('Dua orang');
    const viewId = await add(admin, name);
    await open('/discount', { tenant });
    await tab(page, name).click();
    await page.getByLabel('Status', { exact: true }).selectOption({ label: 'Expired' });
    await admin.send('PUT', `/admin/saved-view/${viewId}`, { query: 'status=2' });
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByText(/saved this first/)).toBeVisible();
    const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT');
    await page.getByRole('button', { name: 'Save changes' }).click();
    expect((await saved).status()).toBe(200);
    await expect(tab(page, name)).toHaveAccessibleName(name);
    await admin.send('DELETE', `/admin/saved-view/${viewId}`);
    await page.reload();
    await isOpen(tab(page, 'All'));
    await expect(page.getByLabel('Status', { exact: true })).toHaveValue('expired');
  },
);

test(
  'a view opens without filters and columns that its list no longer has',
  { tag: '@system' },
  async ({ page, open, api }) => {
    const name = unique('Lama');
    await add(await api('admin', tenant), name, { query: 'colour=red&status=1&hidden=Colour,Assigned' });
    await open('/discount', { tenant });
    await tab(page, name).click();
    await expect(page.getByLabel('Status', { exact: true })).toHaveValue('1');
    await expect.poll(() => headings(page)).not.toContain('Assigned');
    await expect(tab(page, name)).toHaveAccessibleName(name);
    await expect(page).not.toHaveURL(/colour/i);
  },
);

test(
  'order tracking has views, and its rows are shown if views fail to load',
  { tag: '@system' },
  async ({ page, open, api }) => {
    const role: Role = 'customer-service';
    const name = unique('Belum bayar');
    await add(await api(role, tenant), name, { list: '/order/tracking', query: 'status=unpaid&hidden=Course' });
    await open('/order/tracking', { tenant, role });
    await tab(page, name).click();
    await expect(page.getByLabel('BY STATUS', { exact: true })).toHaveValue('unpaid');
    await rows(page);
    await expect.poll(() => headings(page)).not.toContain('Course');
    await page.route('**/api/admin/saved-view*', (route) => route.fulfill({ status: 500, body: '{}' }));
    await page.reload();
    await rows(page);
    const again = page.getByRole('button', { name: /^The views could not be loaded/ });
    await expect(again).toBeVisible();
    await page.unrouteAll({ behavior: 'wait' });
    await again.click();
    await isOpen(tab(page, name));
  },
);
