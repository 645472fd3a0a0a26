/** Tests refunds in a browser: asked for, approved, paid back by the gateway (a simulator), and transferred by the bank. */
import { readFile } from 'node:fs/promises';
import { expectAccessible } from './axe.ts';
import { effort } from './count-actions.ts';
import { type Api, type Json, expect, test, unique } from './fixtures.ts';
import { makeLink, unpaidOrder } from './payment-places.ts';
import { rupiah } from './rupiah.ts';
import { toast } from './toast.ts';

/** Order of a product that was paid by a link. */
async function paidByLink(admin: Api): Promise<Json> {
  const order = await unpaidOrder(admin);
  await fetch(await makeLink(admin, order.orderId), { method: 'POST', body: new URLSearchParams({ action: 'pay' }) });
  const status = async () => (await admin.send('GET', `/admin/orders/${order.orderId}/`)).status as string;
  await expect.poll(status).toBe('paid');
  return order;
}

test('customer service asks for a refund, an admin approves it, the gateway pays it back, and the order tells it', async ({
  page,
  context,
  open,
  api,
}) => {
  const order = await paidByLink(await api());
  await open(`/order/${order.orderId}`, { role: 'customer-service' });
  const payments = page.getByRole('region', { name: 'Payments' });
  const work = effort(page);
  await work.click(payments.getByRole('button', { name: 'Refund' }));
  const dialog = page.getByRole('dialog', { name: `Refund of ${order.invoiceNumber}` });
  await expect(dialog).toContainText(/Midtrans pays it back: refundable by the gateway until \d+ \w+ 20\d\d/);
  await expect(dialog).toContainText('A second person approves it first.');
  await expect(dialog).toContainText('The order becomes Dikembalikan.');
  await work.click(dialog.getByRole('button', { name: 'Ask for refund' }));
  await expect(dialog.getByRole('textbox', { name: 'Reason' })).toHaveAccessibleDescription(/Write something/);
  await expectAccessible(page, '/order/$id/{-$tab}');
  // The first field that is wrong has the focus.
  await expect(dialog.getByRole('textbox', { name: 'Reason' })).toBeFocused();
  const reason = unique('Bukunya sudah dibeli sebelumnya');
  await work.type(reason);
  await work.click(dialog.getByRole('button', { name: 'Ask for refund' }));
  await expect(toast(page, 'Refund requested')).toBeVisible();
  await expect(payments).toContainText('To approve');
  await expect(payments.getByRole('button', { name: 'Approve' })).toHaveCount(0);
  expect([work.clicks, work.keys, work.texts]).toEqual([3, 0, 1]);

  const other = await context.newPage();
  await open('/payment/refunds', { role: 'admin', page: other });
  const row = other.locator('tr[data-row]').filter({ hasText: order.invoiceNumber });
  await expect(row).toContainText(reason);
  await expectAccessible(other, '/payment/refunds');
  await row.getByRole('button', { name: 'Approve' }).click();
  const question = other.getByRole('dialog');
  await expect(question).toContainText('It is paid back at once: Midtrans, QRIS.');
  await question.getByRole('button', { name: 'Approve refund' }).click();
  await expect(toast(other, 'Refund approved')).toBeVisible();
  await expect(row).toHaveCount(0);
  await other.goto(`/order/${order.orderId}`);
  await expect(other.getByRole('heading', { level: 1 }).locator('..')).toContainText('Dikembalikan');
  await expect(
    other
      .getByRole('region', { name: 'Payments' })
      .getByRole('row', { name: /^Refund/ })
      .first(),
  ).toContainText(`−${rupiah(order.totalAmount)}`);
  const timeline = other.getByRole('region', { name: 'Timeline' });
  await expect(timeline).toContainText(`asked for a refund of ${rupiah(order.totalAmount)}`);
  await expect(timeline).toContainText(`approved a refund of ${rupiah(order.totalAmount)}`);
  await expect(timeline).toContainText(/was returned by QRIS \(midtrans/);
});

test('the transfer list is exported and marked as transferred together', async ({ page, open }) => {
  await open('/payment/refunds', { role: 'admin', tenant: 'data' });
  await page
    .getByRole('radiogroup', { name: 'List' })
    .getByText(/^To transfer/)
    .click();
  const rows = page.locator('tr[data-row]');
  await expect(rows).toHaveCount(3);
  await expect(rows.filter({ hasText: 'Account unknown' })).toHaveCount(1);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  expect((await readFile(await (await download).path())).subarray(0, 2).toString()).toBe('PK');
  await rows.filter({ hasText: 'Account unknown' }).getByRole('button', { name: 'Add account' }).click();
  const account = page.getByRole('dialog');
  await account.getByLabel('Bank').fill('BNI');
  await account.getByLabel('Account number').fill('satu dua');
  await account.getByRole('button', { name: 'Save account' }).click();
  await expect(account.getByLabel('Account number')).toHaveAccessibleDescription(/Digits alone/);
  await account.getByLabel('Account number').fill('0123 4567');
  await account.getByRole('button', { name: 'Save account' }).click();
  await expect(rows.filter({ hasText: 'BNI 0123 4567' })).toHaveCount(1);
  await page.getByRole('checkbox', { name: 'Select all of this page' }).check();
  await page.getByRole('button', { name: 'Mark 3 refunds as transferred' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reference').fill('BATCH-26-11');
  await expectAccessible(page, '/payment/refunds');
  await dialog.getByRole('button', { name: 'Mark 3 refunds as transferred' }).click();
  await expect(toast(page, '3 refunds marked as transferred')).toBeVisible();
  await expect(page.getByRole('radiogroup', { name: 'List' })).toContainText('To transfer (0)');
});
