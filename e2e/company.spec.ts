/** Tests the job of a company in a browser: seats sold, paid, sent, one claimed by a program, and the rest reminded of. */
import { expectAccessible } from './axe.ts';
import { expect, type Json, test, unique } from './fixtures.ts';
import { port } from './ports.ts';
import { toast } from './toast.ts';

test('a company buys 3 seats by purchase order; they are sent, one is claimed, and the others are reminded of', async ({
  page,
  open,
  api,
}) => {
  const superadmin = await api('superadmin');
  const admin = await api();
  const { items } = await admin.send('GET', '/admin/orders/saleable/?isPublished=true&search=E-book');
  const product: Json = items[0];
  const name = unique('PT Kursi Bersama');

  await open('/order/new', { role: 'customer-service' });
  await page.getByRole('combobox', { name: 'Member' }).fill('Ayu Pramudya');
  await page.getByRole('listbox').getByRole('option', { name: 'Ayu Pramudya' }).first().click();
  await page.getByRole('combobox', { name: 'Company' }).fill(name);
  await page.getByRole('option', { name: `Create company “${name}”` }).click();
  const dialog = page.getByRole('dialog', { name: 'New company' });
  await dialog.getByLabel('Billing e-mail').fill('bukan alamat');
  await dialog.getByRole('button', { name: 'Create company' }).click();
  await expect(dialog.getByLabel('Billing e-mail')).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByLabel('Billing e-mail').fill('tagihan@kursi.test');
  await dialog.getByRole('button', { name: 'Create company' }).click();
  await expect(page.getByRole('combobox', { name: 'Company' })).toHaveValue(name);
  await page.getByLabel('Purchase order (optional)', { exact: true }).fill('PO/2026/0900');
  await page.getByRole('combobox', { name: 'Add a product' }).fill(product.name);
  await page.getByRole('option', { name: product.name }).click();
  await page.getByLabel(`Seats of ${product.name}`).fill('3');
  await expectAccessible(page, '/order/new');
  const total = (product.finalPrice * 3).toLocaleString('id-ID');
  await page.getByRole('button', { name: `Make the order for Rp${total}` }).click();

  await expect(page.getByRole('main')).toContainText('PO/2026/0900');
  const seats = page.getByRole('region', { name: 'Seats' });
  await expect(seats).toContainText('No seats yet');
  await page.getByRole('button', { name: 'Record a payment' }).click();
  const payment = page.getByRole('dialog', { name: /^Payment of/ });
  await payment.getByLabel('Note').fill('Seen in the BCA statement');
  await payment.getByRole('button', { name: 'Record payment' }).click();
  await expect(seats.locator('tr[data-row]')).toHaveCount(3);
  await expect(seats).toContainText('3 seats unused, 0 claimed');
  await seats.getByRole('button', { name: 'Send codes' }).click();
  await expect(toast(page, 'Codes sent to tagihan@kursi.test')).toBeVisible();

  const scopes = ['members:read', 'members:write', 'orders:write'];
  const { key } = await superadmin.send('POST', '/admin/api-key/', { name: unique('Toko'), scopes });
  const shop = async (method: 'PUT' | 'POST', path: string, data: object) => {
    const headers = { authorization: `Bearer ${key}`, 'x-tenant': 'coding', 'content-type': 'application/json' };
    const body = JSON.stringify(data);
    const answer = await fetch(`http://127.0.0.1:${port}/api${path}`, { method, body, headers });
    expect(answer.ok, await answer.text()).toBe(true);
  };
  const externalId = unique('pegawai').replace(/\W/g, '');
  const person = { name: 'Pegawai Kursi', email: `${externalId.toLowerCase()}@kursi.test` };
  await shop('PUT', `/integration/members/${externalId}`, person);
  const code = await seats.locator('tr[data-row]').first().locator('td').first().textContent();
  await shop('POST', '/integration/orders', {
    externalId: unique('klaim').replace(/\W/g, ''),
    member: { externalId },
    items: [{ productType: product.productType, productId: product.productId }],
    voucherCode: code!.trim(),
  });
  await page.reload();
  await expect(seats.locator('tr[data-row]', { hasText: 'Pegawai Kursi' })).toContainText('Claimed');
  await expect(seats).toContainText('2 seats unused, 1 claimed');
  await seats.getByRole('button', { name: 'Remind' }).click();
  await expect(toast(page, 'Reminder sent to tagihan@kursi.test')).toBeVisible();
  await expect(seats.getByRole('button', { name: 'Remind' })).toHaveAttribute('aria-description', 'Reminded today');
  await expectAccessible(page, '/order/$id/{-$tab}');

  await page.getByRole('link', { name }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  await expect(seats).toContainText('2 seats unused, 1 claimed');
  await expectAccessible(page, '/company/$id');
});

test('companies are filtered by unused seats and unpaid orders', async ({ page, open }) => {
  await open('/company');
  await expect(page.getByRole('link', { name: 'PT Nusantara Logistik' })).toBeVisible();
  await expectAccessible(page, '/company');
  await page.getByRole('combobox', { name: 'Unpaid orders' }).selectOption('true');
  await expect(page.getByRole('link', { name: 'CV Rumah Roti Melati' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'PT Nusantara Logistik' })).toHaveCount(0);
});
