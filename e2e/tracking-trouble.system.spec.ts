/** Tests failures of order tracking: cancelled, left, interrupted, deleted, signed out. */
import type { BrowserContext, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { toast } from './toast.ts';

const rows = (page: Page) => page.locator('tr[data-row]');
const refusal = {
  status: 503,
  contentType: 'application/json',
  body: '{"error":{"code":503,"message":"away","status":"UNAVAILABLE"}}',
};

/**
 * Makes the first export response as large as a full part (1,500 rows, more than the demo has) and holds or refuses the
 * second request.
 */
async function afterFirstPart(context: BrowserContext, hold: boolean) {
  let requestCount = 0;
  await context.route(/documents:runQuery/, async (route) => {
    // The list behind the export reads pages of 10, and the export reads the numbers of customer service, too.
    if (!/order_staging.*"limit":1500/.test(route.request().postData() ?? '')) return route.continue();
    requestCount += 1;
    if (requestCount > 1) return hold ? undefined : await route.fulfill(refusal);
    const at = '2026-01-01T00:00:00.000000Z';
    const named = (index: number) => `projects/coding/databases/(default)/documents/order_staging/d${index}`;
    const fields = { timestamp: { timestampValue: at } };
    const json = Array.from({ length: 1500 }, (_, index) => ({
      document: { name: named(index), fields, createTime: at, updateTime: at },
      readTime: at,
    }));
    await route.fulfill({ json });
  });
}

const progress = (page: Page) => page.getByRole('progressbar', { name: 'Export' });

test('a running export shows progress, cannot be started twice, and can be cancelled', async ({ page, open }) => {
  await open('/order/tracking');
  await expect(rows(page).first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  await afterFirstPart(page.context(), true);
  let downloads = 0;
  page.on('download', () => {
    downloads += 1;
  });
  await page.getByRole('button', { name: 'Export' }).dblclick();
  await expect(page.getByTitle('1.500 of 1.500')).toBeVisible();
  expect(page.workers()).toHaveLength(1);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(progress(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Export' })).toBeFocused();
  expect(page.workers()).toHaveLength(0);
  expect(downloads).toBe(0);
  await expect(page.getByText('The export')).toHaveCount(0);
});

test('leaving the page ends the export', async ({ page, open }) => {
  await open('/order/tracking');
  await expect(rows(page).first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  await afterFirstPart(page.context(), true);
  await page.getByRole('button', { name: 'Export' }).click();
  await expect(page.getByTitle('1.500 of 1.500')).toBeVisible();
  await page.getByRole('link', { name: 'People' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Users');
  await expect.poll(() => page.workers()).toHaveLength(0);
});

test('an interrupted export shows the number of orders read, and that nothing was downloaded', async ({
  page,
  open,
}) => {
  await open('/order/tracking');
  await expect(rows(page).first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  await afterFirstPart(page.context(), false);
  await page.getByRole('button', { name: 'Export' }).click();
  await expect(
    page.getByText(/The export stopped after 1\.500 of 1\.500 orders\. Nothing was downloaded/),
  ).toBeVisible();
  await expect(progress(page)).toHaveCount(0);
});

test('the status of a deleted order is not set', async ({ page, open }) => {
  await open('/order/tracking?page=7');
  const row = rows(page).first();
  const status = row.locator('[data-status-menu]');
  const before = await status.textContent();
  await page.route(/documents:commit/, async (route) => {
    const name = /order_staging\/[^"]+/.exec(route.request().postData() ?? '')?.[0] ?? '';
    await route.continue({ postData: (route.request().postData() ?? '').replace(name, 'order_staging/nobody') });
  });
  await status.click();
  await page.getByRole('menuitemradio', { checked: false }).first().click();
  await expect(toast(page, 'Fail to Update Order Status')).toBeVisible();
  await page.reload();
  await expect(status).toHaveText(before ?? '');
});

test('a list that fails to load shows an error, and can be reloaded', async ({ page, open }) => {
  await page.context().route(/documents:runQuery/, (route) => route.fulfill(refusal));
  await open('/order/tracking');
  await expect(page.getByRole('heading', { name: 'The list could not be loaded' })).toBeVisible();
  await page.context().unroute(/documents:runQuery/);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(rows(page)).toHaveCount(10);
});

test('expired access is renewed while paging', async ({ page, open }) => {
  await open('/order/tracking');
  await expect(rows(page).first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  await page.context().clearCookies({ name: 'accessToken' });
  const before = await rows(page).first().textContent();
  await page.getByRole('textbox', { name: 'Page' }).fill('9');
  await page.keyboard.press('Enter');
  await expect(rows(page).first()).not.toHaveText(before ?? '');
  await expect(rows(page)).toHaveCount(10);
  expect((await page.context().cookies()).some(({ name }) => name === 'accessToken')).toBe(true);
});

/**
 * 20 of 100,000 orders are unpaid, ten of them the newest; responses from the third request on are held until released.
 */
async function rareUnpaid(page: Page) {
  const released = Promise.withResolvers<void>();
  const requests = { walking: 0, held: false };
  const at = '2026-01-01T00:00:00.000000Z';
  const documentOf = (index: number, isPaid: boolean) => ({
    document: {
      name: `projects/coding/databases/(default)/documents/order_staging/d${index}`,
      fields: { timestamp: { timestampValue: at }, ...(isPaid && { status: { stringValue: 'paid' } }) },
      createTime: at,
      updateTime: at,
    },
    readTime: at,
  });
  await page.route(/documents:runQuery/, async (route) => {
    const { structuredQuery } = route.request().postDataJSON() as {
      structuredQuery: { limit: number; where?: object; startAt?: object };
    };
    if (!JSON.stringify(structuredQuery).includes('timestamp') || structuredQuery.where) return route.continue();
    requests.walking += 1;
    if (requests.walking > 3) {
      requests.held = true;
      await released.promise;
    }
    const isPaid = structuredQuery.startAt !== undefined;
    await route.fulfill({
      json: Array.from({ length: structuredQuery.limit }, (_, index) => documentOf(index, isPaid || index >= 10)),
    });
  });
  await page.route(/documents:runAggregationQuery/, async (route) => {
    const body = route.request().postData() ?? '';
    const count = body.includes('GREATER_THAN"') ? 99_980 : body.includes('"EQUAL"') ? 0 : 100_000;
    const aggregateFields = { aggregate_0: { integerValue: String(count) } };
    await route.fulfill({ json: [{ result: { aggregateFields }, readTime: at }] });
  });
  return { requests, letGo: () => released.resolve() };
}

for (const [what, leave, left] of [
  [
    'the page is left',
    (page: Page) => page.getByRole('link', { name: 'People' }).click(),
    (page: Page) => page.getByRole('heading', { name: 'Users', level: 1 }),
  ],
  [
    'another status is chosen',
    (page: Page) => page.getByLabel('BY STATUS', { exact: true }).selectOption('paid'),
    (page: Page) => rows(page).first().getByText('Lunas', { exact: true }),
  ],
] as const) {
  test(`reading ahead for the next page stops when ${what}`, async ({ page, open }) => {
    const { requests, letGo } = await rareUnpaid(page);
    await open('/order/tracking?status=unpaid');
    await expect(rows(page)).toHaveCount(10);
    await expect.poll(() => requests.held).toBe(true);
    const before = requests.walking;
    await leave(page);
    // The URL may change before the page does.
    await expect(left(page)).toBeVisible();
    letGo();
    // Long enough for the next request, which would follow at once.
    await page.waitForTimeout(500);
    expect(requests.walking).toBe(before);
  });
}
