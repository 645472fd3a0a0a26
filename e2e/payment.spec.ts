/** Tests payments of an order by hand: parts, evidence, and the form that marks an order as paid. */
import { expectAccessible } from './axe.ts';
import { type Json, expect, test, unique } from './fixtures.ts';
import { rupiah } from './rupiah.ts';
import { toast } from './toast.ts';

test('a payment is recorded in two parts by keyboard, with evidence, and makes the order paid', async ({
  page,
  open,
  api,
}) => {
  const admin = await api();
  const { users } = await admin.send('GET', '/admin/user?search=Putri');
  const { items } = await admin.send('GET', '/admin/orders/saleable/?search=Karier');
  const book = items.find(({ productType }: Json) => productType === 'products');
  const basket = { userId: users[0].id, items: [{ productType: 'products', productId: book.productId }] };
  const { totalAmount } = await admin.send('POST', '/admin/orders/quote/', basket);
  const { orderId } = await admin.send('POST', '/admin/orders/', { ...basket, payableDays: 1, totalAmount });
  const order = await admin.send('GET', `/admin/orders/${orderId}/`);
  await open(`/order/${orderId}`, { role: 'customer-service' });
  const payments = page.getByRole('region', { name: 'Payments' });
  await expect(payments).toContainText(`No payment yet. ${rupiah(order.totalAmount)} is due.`);
  const reference = unique('BCA');

  // A part; the focus begins in the amount.
  await page.getByRole('button', { name: 'Record a payment' }).press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('textbox', { name: 'Amount' })).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('10000');
  await expect(dialog).toContainText(`${rupiah(order.totalAmount - 10_000)} stays due, and the order stays open.`);
  await dialog.getByRole('textbox', { name: 'Reference' }).fill(reference);
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('textbox', { name: 'Note' })).toHaveAccessibleDescription(/Write something/);
  await dialog.getByRole('textbox', { name: 'Note' }).fill('Terlihat di mutasi BCA');
  await expectAccessible(page, '/order/$id/{-$tab}');
  await dialog.getByRole('button', { name: 'Record payment' }).click();
  await expect(toast(page, 'Payment recorded')).toBeVisible();
  await expect(payments.getByRole('row', { name: /^Payment/ })).toContainText(reference);
  await expect(payments.getByRole('row', { name: /^Due/ })).toContainText(rupiah(order.totalAmount - 10_000));

  // The rest, with a receipt; the same reference is refused at its field.
  await page.getByRole('button', { name: 'Record a payment' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Amount' })).toHaveValue(
    rupiah(order.totalAmount - 10_000).replace('Rp', ''),
  );
  await dialog.getByRole('textbox', { name: 'Reference' }).fill(reference);
  await dialog.getByRole('textbox', { name: 'Note' }).fill('Bukti dari WhatsApp');
  await dialog.getByRole('button', { name: 'Record payment' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Reference' })).toHaveAccessibleDescription(
    /payment with this reference/,
  );
  await dialog.getByRole('textbox', { name: 'Reference' }).fill(unique('BCA'));
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'bukti.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n'),
  });
  await expect(dialog.getByRole('textbox', { name: 'Evidence' })).toHaveValue(/\.pdf$/);
  await dialog.getByRole('button', { name: 'Record payment' }).click();
  await expect.poll(async () => (await admin.send('GET', `/admin/orders/${orderId}/`)).status).toBe('paid');
  await expect(payments.getByRole('link', { name: 'Evidence' })).toBeVisible();
  await expect(payments.getByRole('row', { name: /^Due/ })).toContainText(rupiah(0));
  await expect(page.getByRole('region', { name: 'Timeline' })).toContainText('recorded a payment of Rp10.000');
});

test('a part that was recorded by mistake is taken back, and both entries stay', async ({ page, open, api }) => {
  const admin = await api();
  const { data } = await admin.send('GET', '/admin/orders?status=unpaid&pageSize=100');
  const { orderId } = data.findLast(({ totalAmount }: Json) => totalAmount > 20_000);
  const body = { amount: 7_000, method: 'Tunai', note: 'Salah ketik' };
  await admin.send('POST', `/admin/orders/${orderId}/payments/`, body);
  await open(`/order/${orderId}`);
  const payments = page.getByRole('region', { name: 'Payments' });
  const entry = payments.getByRole('row', { name: /Tunai/ }).filter({ hasText: 'Salah ketik' });
  await entry.getByRole('button', { name: 'Take back' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Take back' }).click();
  await expect(toast(page, 'Payment taken back')).toBeVisible();
  await expect(payments.getByRole('row', { name: /^Taken back/ })).toContainText('−Rp7.000');
  await expect(entry.getByRole('button', { name: 'Take back' })).toHaveCount(0);
});
