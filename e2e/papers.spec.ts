/** Tests papers in a browser: issued, opened and sent from an order, and a month for Coretax. */
import { readFile } from 'node:fs/promises';
import { expectAccessible } from './axe.ts';
import { effort } from './count-actions.ts';
import { expect, type Json, test } from './fixtures.ts';
import { unpaidOrder } from './payment-places.ts';
import { toast } from './toast.ts';

test('a company’s invoice is written, issued, opened and sent in 5 clicks, and the order tells so', async ({
  page,
  open,
  api,
}) => {
  const admin = await api();
  const { data } = await admin.send('GET', '/admin/orders?status=unpaid&pageSize=20');
  const order = (data as Json[]).findLast(({ totalAmount }) => totalAmount > 0)!;
  await open(`/order/${order.orderId}`, { role: 'customer-service' });
  const papers = page.getByRole('region', { name: 'Papers' });
  await expect(papers).toContainText(order.user.email);
  const work = effort(page);
  await work.click(papers.getByRole('button', { name: 'Edit buyer' }));
  const dialog = page.getByRole('dialog', { name: 'Buyer on the papers' });
  await dialog.getByLabel('NPWP').fill('12345');
  await dialog.getByRole('button', { name: 'Save buyer' }).click();
  await expect(dialog).toContainText('An NPWP has 15 digits');
  await dialog.getByLabel('Name').fill('PT Maju Bersama');
  await dialog.getByLabel('NPWP').fill('01.234.567.8-901.000');
  await expectAccessible(page, '/order/$id/{-$tab}');
  await work.click(dialog.getByRole('button', { name: 'Save buyer' }));
  await expect(papers).toContainText('PT Maju Bersama, NPWP 01.234.567.8-901.000');
  await work.click(papers.getByRole('button', { name: 'Issue invoice' }));
  await expect(toast(page, /^FKT\/coding\/\d{6}\/\d{4} issued$/)).toBeVisible();
  const download = page.waitForEvent('download');
  await work.click(papers.getByRole('button', { name: 'Open' }));
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^FKT-coding-\d{6}-\d{4}\.pdf$/);
  expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-');
  await work.click(papers.getByRole('button', { name: 'Send', exact: true }));
  await expect(papers).toContainText(`to ${order.user.email}`);
  expect(work.clicks).toBe(5);
  const timeline = page.getByRole('region', { name: 'Timeline' });
  await expect(timeline).toContainText(/issued FKT\/coding\/\d{6}\/\d{4}/);
  await expect(timeline).toContainText(`to ${order.user.email}`);
  await expect(papers.getByRole('button', { name: 'Edit buyer' })).toHaveCount(0);
});

test('a buyer whom a colleague saved meanwhile is not overwritten unseen', async ({ page, open, api }) => {
  const admin = await api();
  const { orderId } = await unpaidOrder(admin);
  await open(`/order/${orderId}`);
  await page.getByRole('region', { name: 'Papers' }).getByRole('button', { name: 'Edit buyer' }).click();
  const dialog = page.getByRole('dialog', { name: 'Buyer on the papers' });
  await dialog.getByLabel('Name').fill('PT Milik Saya');
  const service = await api('customer-service');
  await service.send('PUT', `/admin/orders/${orderId}/buyer/`, { name: 'PT Lebih Dulu', email: 'a@sample.test' });
  await dialog.getByRole('button', { name: 'Save buyer' }).click();
  const conflict = page.getByRole('dialog', { name: 'Somebody else saved first' });
  await conflict.getByRole('button', { name: 'Compare' }).press('Enter');
  await expect(conflict).toContainText('PT Lebih Dulu');
  await expect(conflict).toContainText('PT Milik Saya');
});

test('papers are listed by month with sums, and a month is given to Coretax with what it lacks', async ({
  page,
  open,
}) => {
  await open('/order/papers');
  await page.locator('tr[data-row]').first().waitFor();
  await expect(page.getByRole('status', { name: 'Sums' })).toContainText(/Invoice: Rp[\d.]+ \(\d+\), PPN Rp/);
  await expectAccessible(page, '/order/papers');
  await page.getByRole('link', { name: 'Coretax' }).click();
  const month = page.getByRole('combobox', { name: 'Month' });
  await month.selectOption({ index: 1 });
  await expect(page.locator('tr[data-row]').first()).toContainText(/invoice|NPWP|paid/);
  await expectAccessible(page, '/order/papers/coretax');
  // Other tests have orders paid this month.
  await month.selectOption({ index: 2 });
  const missing = page.getByRole('button', { name: /^Issue \d+ missing invoices?$/ });
  await missing.press('Enter');
  await page.getByRole('button', { name: /^Issue \d+ invoices?$/ }).press('Enter');
  await expect(toast(page, /^Invoices: \d+ issued, 0 under way$/)).toBeVisible();
  await expect(missing).toHaveCount(0);
  await month.selectOption({ index: 1 });
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download XML' }).click();
  const xml = await readFile(await (await download).path(), 'utf8');
  expect(xml).toContain('<TaxInvoiceBulk');
  expect(xml).toContain('<TIN>0012345678423000</TIN>');
});
