/** Tests order totals, orders by product or phone, links to them from other pages, and the spreadsheet export. */
import type { Page } from '@playwright/test';
import { columnOf } from '#contract/kernel/testing/workbook.ts';
import { expectAccessible } from './axe.ts';
import { downloadedSheet } from './files.ts';
import { type Api, expect, type Json, loseAnswer, test } from './fixtures.ts';
import { rupiah } from './rupiah.ts';

const total = (orders: readonly Json[]) => orders.reduce((sum, { totalAmount }) => sum + Number(totalAmount), 0);
const sums = (page: Page) => page.getByRole('status', { name: 'Sums' });

/** Reads all matching orders. */
async function every(admin: Api, query: string): Promise<Json[]> {
  const all: Json[] = [];
  for (let page = 1; ; page += 1) {
    const { data, totalItems } = await admin.send('GET', `/admin/orders?pageSize=100&page=${page}&${query}`);
    all.push(...data);
    if (all.length >= totalItems) return all;
  }
}

test(
  'the list shows the totals of its orders, for a status and for users with a phone',
  { tag: '@system' },
  async ({ page, open, api }) => {
    const admin = await api();
    const refunded = await every(admin, 'status=refunded');
    await open('/order?status=refunded', { role: 'customer-service' });
    await expect(sums(page)).toContainText(
      `Total ${rupiah(total(refunded))} (${refunded.length.toLocaleString('id-ID')})`,
    );
    await expect(sums(page)).toContainText('Paid Rp0 (0)');
    const { user } = refunded[0]!;
    const own = await every(admin, `search=${user.phoneNumber.replace('+62', '0')}`);
    expect(own.length).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'Clear Status' }).click();
    await page
      .getByRole('textbox', { name: 'Search name, e-mail, phone or invoice' })
      .fill(user.phoneNumber.replace('+62', '0'));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Orders ${own.length}`);
    await expect(sums(page)).toContainText(`Total ${rupiah(total(own))} (${own.length})`);
    await expect(page.locator('tr[data-row]').first()).toContainText(user.email);
  },
);

test(
  'orders are filtered by a product found by name, with the filter in the URL and clearable',
  { tag: '@system' },
  async ({ page, open, api }) => {
    const admin = await api();
    const [{ items }] = (await every(admin, 'status=paid')).filter(({ items: all }) => all.length > 0) as [Json];
    const { productId, productName } = items[0];
    const bought = await every(admin, `productId=${productId}`);
    await open('/order');
    await page.getByRole('button', { name: 'Product', exact: true }).press('Enter');
    const finder = page.getByRole('combobox', { name: 'Product' });
    await expect(finder).toBeFocused();
    await page.keyboard.type(productName);
    await page.getByRole('option', { name: productName }).first().click();
    const chip = page.getByRole('button', { name: `Product ${productName}` });
    await expect(chip).toBeFocused();
    await expect(page).toHaveURL(new RegExp(`productId=${productId}`));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Orders ${bought.length}`);
    await expect(sums(page)).toContainText(rupiah(total(bought)));
    await page.reload();
    await expect(chip).toHaveText(productName);
    // Closing without a choice keeps the previous one.
    await chip.press('Enter');
    await expect(finder).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(chip).toBeFocused();
    await page.getByRole('button', { name: 'Clear Product' }).click();
    await expect(page).not.toHaveURL(/productId/);
  },
);

test(
  'the page of a course links to its orders, and that of a discount to a price calculation',
  { tag: '@system' },
  async ({ page, open, api }) => {
    const admin = await api();
    const { discounts } = await admin.send('GET', '/admin/discount?status=1');
    const discount = discounts.find(
      ({ productType, totalAssigned }: Json) => productType === 'courses' && Number(totalAssigned) > 0,
    );
    const { assignedCourses } = await admin.send('GET', `/admin/discount/${discount.discountId}`);
    const [{ id, name }] = assignedCourses;
    const { type } = await admin.send('GET', `/admin/course/${id}`);
    await open(`/course/${type === 1 ? 'fast-track' : 'flexy'}/${id}`);
    await page.getByRole('link', { name: 'View orders' }).click();
    await expect(page).toHaveURL(new RegExp(`/order\\?productId=${id}`));
    await expect(page.getByRole('button', { name: `Product ${name}` })).toBeVisible();
    await page.goto(`/discount/${discount.discountId}`);
    await page.getByRole('link', { name: 'Calculate a price' }).click();
    await expect(page.getByRole('list', { name: 'Basket' })).toContainText(name);
  },
);

test('the listed orders are exported as a spreadsheet, which is listed under Exports', async ({ page, open, api }) => {
  const admin = await api();
  const expectedOrders = await every(admin, 'status=expired');
  await open('/order?status=expired');
  await expect(page.locator('tr[data-row]').first()).toBeVisible();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^orders-coding-\d{4}-\d\d-\d\d\.xlsx$/);
  const sheet = await downloadedSheet(download, 'Orders');
  const column = (header: string) => columnOf(sheet, header);
  expect(column('Invoice')).toEqual(expectedOrders.map(({ invoiceNumber }) => invoiceNumber));
  // Numeric cells, so that they can be summed.
  expect(column('Total')).toEqual(expectedOrders.map(({ totalAmount }) => totalAmount));
  expect(new Set(column('Status'))).toEqual(new Set(['Kedaluwarsa']));

  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('menuitem', { name: 'Exports' }).click();
  const row = page.getByRole('row', { name: /Kedaluwarsa/ }).first();
  await expect(row).toContainText(`All ${expectedOrders.length.toLocaleString('id-ID')}`);
  await expectAccessible(page, '/exports');
});

test(
  'an interrupted export continues, and a cancelled one leaves no file',
  { tag: '@system' },
  async ({ page, open, api }) => {
    const admin = await api();
    const expectedOrders = await every(admin, 'status=failed');
    await open('/order?status=failed');
    await expect(page.locator('tr[data-row]').first()).toBeVisible();
    // The response of the first part is lost.
    await page.route('**/admin/exports/*/part/', loseAnswer, { times: 1 });
    const downloading = page.waitForEvent('download');
    const button = page.getByRole('button', { name: 'Export' });
    await button.click();
    const sheet = await downloadedSheet(await downloading, 'Orders');
    expect(sheet.rows).toHaveLength(expectedOrders.length + 1);

    await page.route('**/admin/exports/*/part/', () => undefined);
    let downloads = 0;
    page.on('download', () => (downloads += 1));
    await button.click();
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await expect(button).toBeFocused();
    await expect(page.getByRole('progressbar', { name: 'Export' })).toBeHidden();
    expect(downloads).toBe(0);
  },
);

test('Enter does not choose a result of an earlier search', { tag: '@system' }, async ({ page, open }) => {
  await open('/order/new');
  const finder = page.getByRole('combobox', { name: 'Add a product' });
  await finder.click();
  await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible();
  await page.route('**/admin/orders/saleable/?*', () => undefined);
  await page.keyboard.type('tidak ada yang begini');
  await page.keyboard.press('Enter');
  await expect(finder).toHaveValue('tidak ada yang begini');
  await expect(page.getByText('The basket is empty.')).toBeVisible();
});
