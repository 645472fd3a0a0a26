/** What the listed orders come to, orders of a product or a phone, and taking them away as a spreadsheet. */
import { readFile } from 'node:fs/promises';
import ExcelJS from 'exceljs';
import type { Page } from '@playwright/test';
import { type Api, expect, type Json, loseAnswer, test } from './fixtures.ts';

const rupiah = (amount: number) => `Rp${amount.toLocaleString('id-ID')}`;
const total = (orders: readonly Json[]) => orders.reduce((sum, { totalAmount }) => sum + Number(totalAmount), 0);
const sums = (page: Page) => page.getByRole('status', { name: 'Sums' });

/** Every order that matches. */
async function every(admin: Api, query: string): Promise<Json[]> {
  const all: Json[] = [];
  for (let page = 1; ; page += 1) {
    const { data, totalItems } = await admin.send('GET', `/admin/orders?pageSize=100&page=${page}&${query}`);
    all.push(...data);
    if (all.length >= totalItems) return all;
  }
}

test(
  'the list says what its orders come to, for a status, and for who has a phone',
  { tag: '@system' },
  async ({ page, open, api }) => {
    const admin = await api();
    const refunded = await every(admin, 'status=refunded');
    await open('/order?status=refunded', { role: 'customer-service' });
    await expect(sums(page)).toContainText(
      `In all ${rupiah(total(refunded))} (${refunded.length.toLocaleString('id-ID')})`,
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
    await expect(sums(page)).toContainText(`In all ${rupiah(total(own))} (${own.length})`);
    await expect(page.locator('tr[data-row]').first()).toContainText(user.email);
  },
);

test(
  'orders of a product are found by a part of its name, kept in the address, and let go of',
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
    // Left without a choice, what was chosen stays.
    await chip.press('Enter');
    await expect(finder).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(chip).toBeFocused();
    await page.getByRole('button', { name: 'Clear Product' }).click();
    await expect(page).not.toHaveURL(/productId/);
  },
);

test(
  'the page of a course leads to the orders that have it, that of a discount to a price',
  { tag: '@system' },
  async ({ page, open, api }) => {
    const admin = await api();
    const { discounts } = await admin.send('GET', '/admin/discount?status=1');
    const meant = discounts.find(
      ({ productType, totalAssigned }: Json) => productType === 'courses' && Number(totalAssigned) > 0,
    );
    const { assignedCourses } = await admin.send('GET', `/admin/discount/${meant.discountId}`);
    const [{ id, name }] = assignedCourses;
    const { type } = await admin.send('GET', `/admin/course/${id}`);
    await open(`/course/${type === 1 ? 'fast-track' : 'flexy'}/${id}`);
    await page.getByRole('link', { name: 'Orders with it' }).click();
    await expect(page).toHaveURL(new RegExp(`/order\\?productId=${id}`));
    await expect(page.getByRole('button', { name: `Product ${name}` })).toBeVisible();
    await page.goto(`/discount/${meant.discountId}`);
    await page.getByRole('link', { name: 'Calculate a price' }).click();
    await expect(page.getByRole('list', { name: 'Basket' })).toContainText(name);
  },
);

test('what is listed is taken away as a spreadsheet, and told under Exports', async ({ page, open, api }) => {
  const admin = await api();
  const wanted = await every(admin, 'status=expired');
  await open('/order?status=expired');
  await expect(page.locator('tr[data-row]').first()).toBeVisible();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^orders-coding-\d{4}-\d\d-\d\d\.xlsx$/);
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.load((await readFile(await download.path())) as unknown as ArrayBuffer);
  const sheet = workbook.getWorksheet('Orders')!;
  const header = (sheet.getRow(1).values as string[]).slice(1);
  expect(sheet.rowCount).toBe(wanted.length + 1);
  const column = (name: string) => (sheet.getColumn(header.indexOf(name) + 1).values as unknown[]).slice(2);
  expect(column('Invoice')).toEqual(wanted.map(({ invoiceNumber }) => invoiceNumber));
  // Numbers, so that they can be added up.
  expect(column('Total')).toEqual(wanted.map(({ totalAmount }) => totalAmount));
  expect(new Set(column('Status'))).toEqual(new Set(['Kedaluwarsa']));

  await page.getByRole('link', { name: 'Exports' }).click();
  const row = page.getByRole('row', { name: /Kedaluwarsa/ }).first();
  await expect(row).toContainText(`All ${wanted.length.toLocaleString('id-ID')}`);
});

test(
  'an export that is lost on the way is read on, and one that is cancelled leaves nothing',
  { tag: '@system' },
  async ({ page, open, api }) => {
    const admin = await api();
    const wanted = await every(admin, 'status=failed');
    await open('/order?status=failed');
    await expect(page.locator('tr[data-row]').first()).toBeVisible();
    // The answer of the first part is lost after the server gave it.
    await page.route('**/admin/exports/*/part/', loseAnswer, { times: 1 });
    const downloading = page.waitForEvent('download');
    const button = page.getByRole('button', { name: 'Export' });
    await button.click();
    const file = await (await downloading).path();
    const workbook = new ExcelJS.Workbook();
    await workbook.xlsx.load((await readFile(file)) as unknown as ArrayBuffer);
    expect(workbook.getWorksheet('Orders')!.rowCount).toBe(wanted.length + 1);

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

test('Enter chooses nothing that was found for something else', { tag: '@system' }, async ({ page, open }) => {
  await open('/order/new');
  const finder = page.getByRole('combobox', { name: 'Add a product' });
  await finder.click();
  await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible();
  await page.route('**/admin/orders/saleable/?*', () => undefined);
  await page.keyboard.type('tidak ada yang begini');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(finder).toHaveValue('tidak ada yang begini');
  await expect(page.getByText('Nothing is in the basket')).toBeVisible();
});
