/** Tests the sales of a period: figures, chart, tables, and the orders behind them. */
import { expectAccessible } from './axe.ts';
import { type Api, expect, type Json, test, unique } from './fixtures.ts';
import { rupiah } from './rupiah.ts';

/** Day in Jakarta. */
const daysAgo = (days: number) => new Date(Date.now() + 7 * 3_600_000 - days * 86_400_000).toISOString().slice(0, 10);
const figures = (page: Json) => page.getByRole('region', { name: 'Figures' });

/** Creates a product and a paid order of it. */
async function sell(admin: Api, price: number): Promise<{ name: string; orderId: string }> {
  const name = unique('Buku Penjualan');
  const { productId } = await admin.send('POST', '/admin/product/', { name, price, isPublished: true });
  const { users } = await admin.send('GET', '/admin/user?search=Putri');
  const userId = users.find(({ role }: Json) => role === 'member').id;
  const items = [{ productType: 'products', productId }];
  const { orderId } = await admin.send('POST', '/admin/orders/', { userId, items, payableDays: 1, totalAmount: price });
  await admin.send('PUT', `/admin/orders/${orderId}/status/`, { status: 'paid' });
  return { name, orderId };
}

test('a payment and its refund appear by product, with a link to the orders', async ({ page, open, api }) => {
  const admin = await api();
  // Dear enough to be among the first.
  const { name, orderId } = await sell(admin, 50_000_000);
  const { totalAmount } = await admin.send('GET', `/admin/orders/${orderId}/`);
  await open('/order/sales?by=product&period=7d');
  const row = page.getByRole('table', { name: 'Sales by product' }).getByRole('row', { name });
  await expect(row).toContainText(rupiah(totalAmount));
  await admin.send('PUT', `/admin/orders/${orderId}/status/`, { status: 'refunded' });
  await page.reload();
  await page.getByRole('button', { name: /^Refunds/ }).click();
  await expect(row.getByRole('cell').last()).toHaveText(rupiah(0));
  await expect(row).toContainText(rupiah(totalAmount));
  await row.getByRole('link', { name: '1', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Orders 1');
});

test('presets, views and sorts are in the URL, and the figures are those of the orders', async ({
  page,
  open,
  api,
}) => {
  const admin = await api();
  await open('/home', { role: 'customer-service' });
  const navigation = page.getByRole('navigation', { name: 'Main' });
  await navigation.getByRole('link', { name: /^Orders/ }).click();
  await page.getByRole('link', { name: 'Sales', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Sales', level: 1 })).toBeVisible();
  await page.getByText('Last month', { exact: true }).click();
  await page.getByText('Method', { exact: true }).click();
  await expect(page).toHaveURL(/period=last-month&by=method/);
  const table = page.getByRole('table', { name: 'Sales by method' });
  await table.getByRole('button', { name: /^Orders/ }).click();
  await expect(page).toHaveURL(/sort=-orders/);
  await page.reload();

  const today = new Date(Date.now() + 7 * 3_600_000).toISOString();
  const to = new Date(Date.parse(`${today.slice(0, 7)}-01`) - 86_400_000).toISOString().slice(0, 10);
  const from = `${to.slice(0, 7)}-01`;
  const sales = await admin.send('GET', `/admin/orders/sales/?from=${from}&to=${to}&by=method`);
  await expect(figures(page)).toContainText(rupiah(sales.total.net));
  const orders = sales.rows.map((row: Json) => row.orders).toSorted((one: number, other: number) => other - one);
  await expect(table.locator('tbody tr td:nth-child(3)')).toHaveText(orders.map(String));

  // A day leads to the orders that were paid on it.
  await page.getByText('Time', { exact: true }).click();
  const days = page.getByRole('table', { name: 'Sales by day' });
  const link = days.getByRole('link').first();
  const count = await link.textContent();
  await link.click();
  await expect(page).toHaveURL(/paidDate=/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Orders ${count}`);
});

test('the chart shows the values of a bar to the keyboard and the mouse, and the table has the same amounts', async ({
  page,
  open,
  api,
}) => {
  const { periods } = await (await api()).send('GET', `/admin/orders/sales/?from=${daysAgo(6)}&to=${daysAgo(0)}`);
  await open('/order/sales?period=7d');
  const chart = page.getByRole('application', { name: 'Sales by day' });
  const shown = page.getByRole('status').filter({ hasText: 'Net sales' });
  await expect(chart.locator('.recharts-xAxis-tick-labels text')).toHaveCount(7);
  await page.getByRole('combobox', { name: 'Bars' }).focus();
  await page.keyboard.press('Tab');
  await expect(chart).toBeFocused();
  await expect(shown).toContainText(`Net sales ${rupiah(periods[0].net)}`);
  await page.keyboard.press('ArrowRight');
  await expect(shown).toContainText(`Net sales ${rupiah(periods[1].net)}`);
  await expect(shown).toContainText(`Before: ${rupiah(periods[1].paidBefore)} paid on `);
  const rows = page.getByRole('table', { name: 'Sales by day' }).getByRole('row');
  await expect(rows.nth(6).getByRole('cell').last()).toHaveText(rupiah(periods[1].net));
  await expectAccessible(page, '/order/sales');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('radio', { name: 'Time' })).toBeFocused();
  await expect(shown).toBeHidden();
  const { width, height } = (await chart.boundingBox())!;
  await chart.hover({ position: { x: width - 40, y: height / 2 } });
  await expect(shown).toContainText(`Net sales ${rupiah(periods[6].net)}`);
});

test.describe('on a phone', () => {
  test.use({ isFresh: true, hasTouch: true, viewport: { width: 390, height: 844 } });
  test('a touch shows the values, and the names of days do not overlap', async ({ page, open }) => {
    await open('/order/sales');
    const chart = page.getByRole('application', { name: 'Sales by day' });
    await chart.tap();
    await expect(page.getByRole('status').filter({ hasText: 'Net sales' })).toBeVisible();
    const ticks = await chart
      .locator('.recharts-xAxis-tick-labels text')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect()).map(({ left, right }) => ({ left, right })));
    expect(ticks.length).toBeGreaterThan(3);
    for (const [index, { left }] of ticks.entries())
      if (index > 0) expect(left).toBeGreaterThan(ticks[index - 1]!.right);
  });
});

test('a typed period is applied, one above 400 days shows an error, and a failed request can be retried', async ({
  page,
  open,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open('/order/sales');
  await expect(figures(page)).toBeVisible();
  await page.getByText('Custom', { exact: true }).click();
  const from = page.getByRole('textbox', { name: 'From' });
  await from.fill('1/1/2001');
  await from.press('Enter');
  await expect(page.getByText('Choose at most 400 days.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Until' }).fill('31/1/2001');
  await expect(page.getByText('No sales in this period')).toBeVisible();
  await expect(page).toHaveURL(/period=custom&from=2001-01-01&to=2001-01-31/);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);

  const calls = '**/admin/orders/sales/?*';
  await page.route(calls, (route) =>
    route.fulfill({ status: 500, json: { message: 'Broken', status: 500, requestId: 'r' } }),
  );
  await page.getByText('Last month', { exact: true }).click();
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await page.unroute(calls);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(figures(page)).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});
