/** The chase order and the report of recovered payments. The rule is changed in a brand where no other test reads scores. */
import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { effort } from './count-actions.ts';
import { expect, test } from './fixtures.ts';
import { toast } from './toast.ts';

const rows = (page: Page) => page.locator('tr[data-row]');
const scores = (page: Page) =>
  page
    .locator('[data-score]')
    .evaluateAll((cells) => cells.map((cell) => Number((cell as HTMLElement).dataset['score'])));

async function settled(page: Page) {
  await expect(rows(page).first()).toBeVisible();
  await expect(page.locator('table[aria-busy="true"]')).toHaveCount(0);
}

const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.closest('tr[data-row]')?.getAttribute('data-row') ?? '');

test('the first 10 orders of the chase order are messaged with 20 key presses, and each shows its reasons', async ({
  page,
  open,
  api,
}) => {
  await page
    .context()
    .route('https://wa.me/**', (route) => route.fulfill({ body: '<title>WhatsApp</title>', contentType: 'text/html' }));
  await open('/order/tracking', { role: 'customer-service', tenant: 'coding' });
  await page.getByText(/^Chase/).click();
  await expect(page).toHaveURL(/queue=chase/);
  await settled(page);
  const before = await scores(page);
  expect(before).toEqual(before.toSorted((one, other) => other - one));
  await page.locator('[data-score]').first().click();
  const reasons = page.getByRole('table', { name: /^Points of / });
  await expect(reasons.getByRole('row', { name: `Score ${before[0]}` })).toBeVisible();
  const points = await reasons.locator('tbody td').allTextContents();
  expect(points.reduce((sum, one) => sum + Number(one.replace('−', '-')), 0)).toBe(before[0]);
  await page.keyboard.press('Escape');
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  const ids = await rows(page).evaluateAll((all) => all.map((row) => (row as HTMLElement).dataset['row'] ?? ''));
  const work = effort(page);
  for (const id of ids) {
    await work.press('ArrowDown');
    expect(await focused(page)).toBe(id);
    const chat = page.context().waitForEvent('page');
    await work.press('w');
    await (await chat).close();
    await expect(page.locator(`tr[data-row="${id}"]`)).toContainText('You');
  }
  console.log(`write to the first ${ids.length} orders to chase: ${work.keys} keys, 0 clicks`);
  expect(ids).toHaveLength(10);
  expect(work.keys).toBeLessThanOrEqual(20);
  // They stay in place until a reload, and the next ones stand below them.
  const shown = await rows(page).evaluateAll((all) => all.map((row) => (row as HTMLElement).dataset['row']));
  expect(shown.slice(0, ids.length)).toEqual(ids);
  const { send } = await api('customer-service', 'coding');
  const { orders } = await send('GET', '/admin/order-tracking/desk/chase/');
  for (const order of orders) expect(ids.slice(0, 3)).not.toContain(order.documentId);
});

test('a change of the rule by an admin re-sorts the chase order', async ({ page, open, api }) => {
  await open('/order/tracking?queue=chase', { tenant: 'cyber' });
  await settled(page);
  await page.getByRole('button', { name: 'Rule', exact: true }).click();
  const rule = page.getByRole('dialog', { name: 'Rule', exact: true });
  await expect(rule).toContainText('+10 for each day waiting, at most 30');
  await rule.getByRole('button', { name: 'Change rule' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.locator('[data-preview]')).toContainText('waiting 2 days +20');
  for (const label of ['Points for each Rp100.000', 'Points for a discount that ends', 'Points off after a contact'])
    await dialog.getByRole('textbox', { name: label }).fill('0');
  await dialog.getByRole('textbox', { name: 'Points for each day waiting' }).fill('101');
  await dialog.getByRole('button', { name: 'Save rule' }).click();
  await expect(dialog.getByText('From 0 to 100')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Points for each day waiting' }).fill('1');
  await expect(dialog.locator('[data-preview]')).toHaveText('Example: waiting 2 days +2. Score 2.');
  // Another user saves first: nothing is overwritten unseen.
  const { send } = await api('superadmin', 'cyber');
  const { version: _, updatedAt: __, ...before } = await send('GET', '/admin/order-tracking/chase-rule/');
  await send('PUT', '/admin/order-tracking/chase-rule/', { ...before, ageMost: 29 });
  await dialog.getByRole('button', { name: 'Save rule' }).click();
  await page.getByRole('button', { name: /^Keep mine/ }).click();
  await expect(toast(page, 'Rule saved')).toBeVisible();
  await page.getByRole('button', { name: 'Rule', exact: true }).click();
  await expect(rule.getByRole('listitem')).toHaveText([
    '+1 for each day waiting, at most 29',
    'orders of the last 30 days',
  ]);
  await page.keyboard.press('Escape');
  await expect.poll(async () => Math.max(...(await scores(page)))).toBeLessThanOrEqual(29);
  await send('PUT', '/admin/order-tracking/chase-rule/', before);
});

test('customer service reads the rule and cannot change it; a date filter keeps the order', async ({ page, open }) => {
  await open('/order/tracking?queue=chase&date=7d', { role: 'customer-service', tenant: 'coding' });
  await settled(page);
  await page.getByRole('button', { name: 'Rule', exact: true }).press('Enter');
  await expect(page.getByRole('dialog', { name: 'Rule', exact: true })).toContainText('orders of the last');
  await expect(page.getByRole('button', { name: 'Change rule' })).toHaveCount(0);
  const shown = await scores(page);
  expect(shown).toEqual(shown.toSorted((one, other) => other - one));
  await page.goto(`${page.url()}&email=nobody%40nowhere.test`);
  await expect(page.getByText('Nothing matches')).toBeVisible();
});

test('a payment after a contact is in the report, by template, person and hour', async ({ page, open, api }) => {
  const { send } = await api('customer-service', 'cyber');
  const recovery = () => send('GET', '/admin/order-tracking/recovery/?period=7&within=1');
  const before = await recovery();
  await open('/order/tracking?queue=unpaid', { role: 'customer-service', tenant: 'cyber' });
  const id = (await rows(page).first().getAttribute('data-row')) ?? '';
  await send('POST', `/admin/order-tracking/desk/${id}/work/`, { contact: { templateId: null } });
  await page.locator(`tr[data-row="${id}"] [data-status-menu]`).click();
  await page.getByRole('menuitemradio', { name: 'Lunas' }).click();
  await expect.poll(async () => (await recovery()).total.recovered).toBe(before.total.recovered + 1);
  await page.getByRole('button', { name: 'More of order tracking' }).click();
  await page.getByRole('menuitem', { name: 'Recovery' }).click();
  await page.getByText('Last 7 days', { exact: true }).click();
  await page.getByRole('radiogroup', { name: 'Paid within' }).getByText('1 day', { exact: true }).click();
  await expect(page).toHaveURL(/period=7/);
  await expect(page).toHaveURL(/within=1/);
  const totals = page.getByLabel('Totals');
  await expect(totals).toContainText(`Paid after the contact${before.total.recovered + 1}`);
  const without = page.getByRole('region', { name: 'By template' }).getByRole('row', { name: /^Without a template/ });
  await expect(without.getByRole('cell').nth(1)).not.toHaveText('0');
  await expect(page.getByRole('region', { name: 'By person' }).getByRole('row')).not.toHaveCount(1);
  const hour = String((new Date().getUTCHours() + 7) % 24).padStart(2, '0');
  await expect(
    page
      .getByRole('region', { name: 'By hour of the contact (WIB)' })
      .getByRole('row', { name: `${hour}.00–` })
      .first(),
  ).toBeVisible();
  await page.reload();
  await expect(totals).toContainText(`Paid after the contact${before.total.recovered + 1}`);
  await expectAccessible(page, '/order/tracking/recovery');
});
