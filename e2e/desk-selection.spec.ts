/** Selected orders that somebody else has, the panel of an order that is not open, and links to it. At 1280 × 800. */
import type { Locator, Page } from '@playwright/test';
import { orderStatusLabels } from '#contract/order/status.ts';
import { expect, test } from './fixtures.ts';

const as = { role: 'customer-service' } as const;
const row = (page: Page, id: string) => page.locator(`tr[data-row="${id}"]`);
const panel = (page: Page) => page.getByRole('complementary', { name: 'Peek at the order' });

async function settled(page: Page): Promise<string[]> {
  const rows = page.locator('tr[data-row]');
  await expect(rows.first()).toBeVisible();
  await expect(page.locator('table[aria-busy="true"]')).toHaveCount(0);
  return rows.evaluateAll((all) => all.map((one) => one.getAttribute('data-row') ?? ''));
}

async function edges(one: Locator) {
  const { y: top, height } = (await one.boundingBox())!;
  return { top, bottom: top + height };
}

test('orders that are refused leave the bar, the reasons and the selected rows visible, and rows their height', async ({
  page,
  open,
  api,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const { send } = await api('admin');
  await open('/order/tracking?queue=unclaimed&page=4', as);
  const [first = '', second = '', other = ''] = await settled(page);
  const work = (id: string, body: object) => send('POST', `/admin/order-tracking/desk/${id}/work/`, body);
  const bar = page.getByRole('region', { name: 'Selection' });
  for (const id of [first, second]) await row(page, id).getByRole('checkbox').check();
  for (const id of [first, second]) await work(id, { claim: true });
  await bar.getByRole('button', { name: 'Claim' }).click();
  const refused = bar.getByRole('alert', { name: 'Refused orders' });
  await expect(refused).toContainText('2 orders were not changed');
  const { top, bottom } = await edges(bar);
  expect(bottom).toBeLessThanOrEqual(800);
  for (const part of [refused, ...(await bar.getByRole('button').all())]) {
    const inside = await edges(part);
    expect(inside.top).toBeGreaterThanOrEqual(top);
    expect(inside.bottom).toBeLessThanOrEqual(bottom);
  }
  const toast = page.locator('[data-position="top-right"]').getByRole('alert');
  await expect(toast).toContainText('Nothing was changed');
  for (const one of [bar, row(page, first), row(page, second)])
    await expect
      .poll(async () => {
        const [a, b] = [await edges(toast), await edges(one)];
        return a.top < b.bottom && b.top < a.bottom;
      })
      .toBe(false);
  await expect(row(page, first).locator('[data-stays]')).toBeVisible();
  const { height } = (await row(page, other).boundingBox())!;
  expect((await row(page, first).boundingBox())!.height).toBe(height);
  for (const id of [first, second]) await work(id, { holder: null });
});

test('the panel of a cancelled order counts only the open orders of the person, and shows whole lines of the message', async ({
  page,
  open,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await open('/order/tracking?status=cancelled', as);
  const [id = ''] = await settled(page);
  await row(page, id).focus();
  await page.keyboard.press('Enter');
  const orders = panel(page).getByRole('region', { name: /^Open orders of this person \d+$/ });
  await expect(orders.locator('[aria-current]')).toContainText(orderStatusLabels.cancelled);
  const all = await orders.getByRole('listitem').count();
  await expect(orders.getByRole('heading')).toHaveText(`Open orders of this person ${all - 1}`);
  const lines = await panel(page)
    .locator('[data-preview] > *')
    .evaluate((text) => text.clientHeight / Number.parseFloat(getComputedStyle(text).lineHeight));
  expect(lines).toBeCloseTo(Math.round(lines), 1);
});

test('a tracked order on the page of a user opens in the panel', async ({ page, open }) => {
  await open('/order/tracking?status=cancelled', as);
  await settled(page);
  await page.locator('[data-label="Person"] a[href*="/user/of"]').first().click();
  await page.getByRole('navigation', { name: 'Tabs' }).getByRole('link', { name: 'Orders' }).click();
  const order = page.getByRole('region', { name: 'Tracked orders' }).getByRole('listitem').first();
  const id = await order.locator('small').first().textContent();
  await order.getByRole('link').click();
  await expect(panel(page)).toContainText(id!);
});
