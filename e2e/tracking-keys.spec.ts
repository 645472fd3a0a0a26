/** Tests the shortcuts and undo of order tracking: what is written, and for which order. */
import type { Page } from '@playwright/test';
import { orderStatuses, orderStatusLabels } from '#contract/order/status.ts';
import { expect, test } from './fixtures.ts';
import { toast } from './toast.ts';

const as = { role: 'customer-service' } as const;
const rows = (page: Page) => page.locator('tr[data-row]');
const status = (page: Page, id: string) => page.locator(`tr[data-row="${id}"] [data-status-menu]`);

/** Opens a list page used by one test only; the test reverts its changes. */
async function opened(page: Page, open: (path: string, who: typeof as) => Promise<void>, number: number) {
  await open(`/order/tracking?page=${number}`, as);
  await expect(rows(page)).toHaveCount(10);
  await expect(page.locator('table[aria-busy="true"]')).toHaveCount(0);
  return rows(page).evaluateAll((all) => all.map((row) => row.getAttribute('data-row') ?? ''));
}

/** Returns the key of a status that the order does not have, and both statuses' wire names. */
async function another(page: Page, id: string) {
  const label = await status(page, id).textContent();
  const before = orderStatuses.find((one) => orderStatusLabels[one] === label) ?? 'none';
  const after = before === 'failed' ? 'expired' : 'failed';
  return { before, after, label: label ?? '', key: String(orderStatuses.indexOf(after) + 1) };
}

/** Records writes from now on as `id status`. */
function written(page: Page): string[] {
  const writes: string[] = [];
  page.on('request', (request) => {
    if (!request.url().includes('documents:commit')) return;
    const [{ update }] = (
      request.postDataJSON() as { writes: [{ update: { name: string; fields: { status: { stringValue: string } } } }] }
    ).writes;
    writes.push(`${update.name.split('/').at(-1)} ${update.fields.status.stringValue}`);
  });
  return writes;
}

test('a digit changes nothing while no row has the focus', { tag: '@system' }, async ({ page, open }) => {
  const [first = '', second = ''] = await opened(page, open, 21);
  const { before, after, key } = await another(page, second);
  const writes = written(page);
  for (const digit of ['3', key]) await page.keyboard.press(digit);
  await page.getByRole('button', { name: 'Columns' }).focus();
  for (const digit of ['3', key]) await page.keyboard.press(digit);
  await expect(page.getByRole('button', { name: 'Columns' })).toBeFocused();
  await rows(page).nth(1).focus();
  await page.keyboard.press(key);
  await expect.poll(() => writes).toEqual([`${second} ${after}`]);
  await page.getByRole('button', { name: 'Columns' }).focus();
  await page.keyboard.press('z');
  await expect.poll(() => writes).toEqual([`${second} ${after}`, `${second} ${before}`]);
  expect(writes.filter((one) => one.startsWith(first))).toEqual([]);
});

test('two changes in sequence share one toast, whose Undo reverts both', { tag: '@system' }, async ({ page, open }) => {
  const [first = '', second = ''] = await opened(page, open, 22);
  const one = await another(page, first);
  const other = await another(page, second);
  const writes = written(page);
  const undo = page.getByRole('button', { name: 'Undo' });
  await rows(page).first().focus();
  await page.keyboard.press(one.key);
  // A hovered toast stays.
  await undo.hover();
  await expect(rows(page).nth(1)).toBeFocused();
  await page.keyboard.press(other.key);
  await expect(toast(page, /^2 orders, the last .*: .* → /)).toBeVisible();
  await expect(undo).toHaveCount(1);
  await undo.click();
  await expect(status(page, first)).toHaveText(one.label);
  await expect(status(page, second)).toHaveText(other.label);
  await expect
    .poll(() => writes)
    .toEqual([
      `${first} ${one.after}`,
      `${second} ${other.after}`,
      `${second} ${other.before}`,
      `${first} ${one.before}`,
    ]);
  // An undo cannot itself be undone.
  await expect(undo).toHaveCount(0);
});

test('a status is set for selected orders with one Undo, and the name of a row opens the person', async ({
  page,
  open,
}) => {
  const [first = '', second = ''] = await opened(page, open, 24);
  const before = [(await another(page, first)).label, (await another(page, second)).label];
  const chosen = ['Gagal', 'Kedaluwarsa', 'Dibatalkan'].find((label) => !before.includes(label)) ?? '';
  for (const at of [0, 1]) await rows(page).nth(at).getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Set status of 2 orders' }).click();
  await page.getByRole('menuitemradio', { name: chosen }).click();
  for (const id of [first, second]) await expect(status(page, id)).toHaveText(chosen);
  await expect(toast(page, /^2 orders, the last .*: .* → /)).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(status(page, first)).toHaveText(before[0] ?? '');
  await expect(status(page, second)).toHaveText(before[1] ?? '');
  await expect(page.getByRole('button', { name: 'Set status of 2 orders' })).toHaveCount(0);

  // Orders of a campaign form have no user.
  const row = rows(page)
    .filter({ hasNotText: '@example.com' })
    .filter({ has: page.locator('[data-label="Person"] a[href*="/user/of"]') })
    .first();
  const phone = (await row.getByRole('button', { name: /^Copy the phone / }).textContent()) ?? '';
  await row.locator('[data-label="Person"] a[href*="/user/of"]').click();
  await expect(page).toHaveURL(/\/user\/[0-9a-f-]{36}$/);
  await expect(page.getByRole('article').locator('header')).toContainText(phone.slice(-4));
});

test('each z undoes the latest change that was neither undone nor refused', async ({ page, open }) => {
  const [first = '', second = '', third = ''] = await opened(page, open, 23);
  const one = await another(page, first);
  const other = await another(page, second);
  const refused = await another(page, third);
  const writes = written(page);
  await rows(page).first().focus();
  await page.keyboard.press(one.key);
  await expect(rows(page).nth(1)).toBeFocused();
  await page.keyboard.press(other.key);
  await expect.poll(() => writes).toHaveLength(2);
  await page.route(/documents:commit/, (route) =>
    route.fulfill({
      status: 403,
      contentType: 'application/json',
      body: '{"error":{"code":403,"message":"no","status":"PERMISSION_DENIED"}}',
    }),
  );
  await expect(rows(page).nth(2)).toBeFocused();
  await page.keyboard.press(refused.key);
  await expect(toast(page, 'Fail to Update Order Status')).toBeVisible();
  await expect(status(page, third)).toHaveText(refused.label);
  await page.unroute(/documents:commit/);
  writes.length = 0;
  await page.keyboard.press('z');
  await expect(status(page, second)).toHaveText(other.label);
  await page.keyboard.press('z');
  await expect(status(page, first)).toHaveText(one.label);
  await page.keyboard.press('z');
  await rows(page).nth(2).focus();
  await page.keyboard.press(refused.key);
  await page.keyboard.press('z');
  await expect
    .poll(() => writes)
    .toEqual([
      `${second} ${other.before}`,
      `${first} ${one.before}`,
      `${third} ${refused.after}`,
      `${third} ${refused.before}`,
    ]);
});
