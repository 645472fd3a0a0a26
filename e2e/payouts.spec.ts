/** Tests payouts in a browser: a file of Midtrans imported and explained by its orders, and the journal of a month. */
import { jakartaDay } from '#contract/kernel/days.ts';
import { expectAccessible } from './axe.ts';
import { effort } from './count-actions.ts';
import { downloadedSheet } from './files.ts';
import { type Json, expect, test, unique } from './fixtures.ts';
import { rupiah } from './rupiah.ts';
import { toast } from './toast.ts';

/** Payment at Midtrans that no payout has yet. */
async function unpaidOut(admin: Json): Promise<Json> {
  const { data } = await admin.send('GET', '/admin/orders?status=paid&pageSize=100');
  for (const order of (data as Json[]).filter(({ paymentProvider }) => paymentProvider === 'midtrans')) {
    const { payments } = await admin.send('GET', `/admin/orders/${order.orderId}/payments/`);
    const charge = payments.find(({ kind, reference, payout }: Json) => kind === 'charge' && reference && !payout);
    if (charge) return { ...order, ...charge };
  }
  throw new Error('No such payment');
}

test('a payout of Midtrans is imported and explained by its orders in 4 clicks, and its order tells so', async ({
  page,
  open,
  api,
}) => {
  const payment = await unpaidOut(await api());
  const payout = unique('PO');
  const rows = [
    'Payout ID,Payout date,Transaction ID,Order ID,Amount,Fee,Net amount',
    `${payout},2026-11-20,${payout}-1,${payment.reference},${payment.amount}.00,4440,${payment.amount - 4440}`,
    `${payout},2026-11-20,${payout}-2,TOKO-7,50000.00,350,49650`,
    `${payout},2026-11-20,${payout}-3,TOKO-8,banyak,350,49650`,
  ];
  await open('/payment/payouts');
  await page.locator('tr[data-row]').first().waitFor();
  await expectAccessible(page, '/payment/payouts');
  const work = effort(page);
  await work.click(page.getByRole('link', { name: 'Import a file' }));
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'payout.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) });
  const preview = page.getByRole('table', { name: 'Payouts in the file' });
  await expect(preview.getByRole('row').nth(1)).toContainText(rupiah(payment.amount + 50_000 - 4790));
  await expect(page.getByText('Row 4: Amount is “banyak”, not whole rupiah')).toBeVisible();
  await expectAccessible(page, '/payment/payouts/import');
  await work.click(page.getByRole('button', { name: 'Import 2 lines' }));
  await expect(toast(page, '1 payout imported')).toBeVisible();
  await work.click(page.getByRole('link', { name: payout }));
  const lines = page.getByRole('region', { name: 'Lines' });
  await expect(lines.getByRole('row', { name: new RegExp(payment.invoiceNumber) })).toContainText('Agrees');
  await expect(lines.getByRole('row', { name: /TOKO-7/ })).toContainText('Not ours');
  await expect(page.getByText(/^1 line is not ours/)).toBeVisible();
  await expectAccessible(page, '/payment/payouts/$id');
  await work.click(lines.getByRole('link', { name: new RegExp(payment.invoiceNumber) }));
  const payments = page.getByRole('region', { name: 'Payments' });
  await expect(payments).toContainText(`Paid out on 20 Nov 2026 with payout ${payout}`);
  await expect(payments.getByRole('row', { name: /^Fee of the provider/ })).toContainText(rupiah(4440));
  expect(work.clicks).toBe(4);
});

test('the journal of this month balances by day, and has the sales of Sales', async ({ page, open, api }) => {
  const today = jakartaDay(new Date());
  const from = `${today.slice(0, 8)}01`;
  await open('/payment/payouts');
  await page.getByRole('button', { name: 'Export for the accountant' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Month' }).selectOption({ index: 0 });
  await expectAccessible(page, '/payment/payouts');
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Export' }).click();
  const [head, ...rows] = (await downloadedSheet(await download, 'Journal')).rows;
  expect(head).toEqual(['Date', 'Text', 'Account', 'Debit', 'Credit']);
  const balance = (of: typeof rows) => of.reduce((sum, row) => sum + Number(row[3]) - Number(row[4]), 0);
  for (const [, of] of Map.groupBy(rows, ([day]) => day)) expect(balance(of)).toBe(0);
  const { total } = await (await api()).send('GET', `/admin/orders/sales/?from=${from}&to=${today}`);
  expect(balance(rows.filter(([, text, account]) => text === 'Sales' && account === 'Customers'))).toBe(total.paid);
});
