/** Tests the price explanation: opened from ⌘K and from related pages, sent to the member, and shared by its URL. */
import { dayMs, jakartaDay } from '#contract/kernel/days.ts';
import { expectAccessible } from './axe.ts';
import { type Json, expect, test, unique } from './fixtures.ts';
import { rupiah } from './rupiah.ts';

test('typing a code shows the price, the unmet conditions, a message for the member, and the prices of other days', async ({
  page,
  open,
  api,
}) => {
  const admin = await api();
  const member = (await admin.send('GET', '/admin/user?search=Putri')).users.find(
    ({ role }: Json) => role === 'member',
  );
  const [name, promo] = [unique('Buku Harga'), unique('Promo Nanti')];
  const { productId } = await admin.send('POST', '/admin/product/', { name, price: 100_000, isPublished: true });
  const { discountId } = await admin.send('POST', '/admin/discount/', {
    name: promo,
    discount: 25,
    discountType: 2,
    productType: 'products',
    startDate: new Date(Date.now() + 10 * dayMs).toISOString(),
    // 05.47 WIB, inclusive.
    endDate: `${jakartaDay(new Date(Date.now() + 20 * dayMs))}T05:47:00+07:00`,
  });
  await admin.send('PUT', `/admin/discount/${discountId}/products/`, { product_ids: [productId] });
  await admin.send('PUT', `/admin/discount/${discountId}/status/`, { status: 1 });

  await open('/home', { role: 'admin' });
  await page.getByRole('heading', { name: /^Today/ }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Go to or find' }).waitFor();
  await page.keyboard.type('why this');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Why this price', level: 1 })).toBeVisible();
  await page.getByRole('combobox', { name: 'Member' }).fill(member.email);
  await page.getByRole('option', { name: member.name }).click();
  await page.getByRole('combobox', { name: 'Add a product' }).fill(name);
  await page.getByRole('option', { name }).click();
  const toPay = page.getByRole('row', { name: /^To pay/ });
  await expect(toPay).toContainText(rupiah(100_000));
  const refused = page.getByRole('region', { name: 'Does not apply' });
  await expect(refused.getByRole('listitem').filter({ hasText: promo })).toContainText('wait, or set an earlier start');
  await page.getByRole('textbox', { name: 'Voucher code' }).fill('tidakada');
  await expect(page.getByText('There is no voucher with the code TIDAKADA.')).toBeVisible();
  const send = page.getByRole('region', { name: 'Message to the member' });
  await expect(send).toContainText(`adalah ${rupiah(100_000)}, tanpa potongan harga; kode TIDAKADA tidak dikenal.`);
  const href = await send.getByRole('link', { name: new RegExp(member.name) }).getAttribute('href');
  expect(new URL(href!).searchParams.get('text')).toContain(`total untuk ${name}`);

  // The day when the discount begins, and the same for who opens the address.
  const period = page.getByRole('table', { name: 'Price by day' }).getByRole('row', { name: promo });
  await expect(period.getByRole('cell').first()).toHaveText(/, 05\.47$/);
  await page.getByRole('application', { name: 'Price by day' }).focus();
  for (const _ of [1, 2]) await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('status').filter({ hasText: promo })).toContainText(rupiah(75_000));
  await period.getByRole('link').click();
  await expect(toPay).toContainText(rupiah(75_000));
  await expect(page).toHaveURL(/[?&]at=/);
  await page.reload();
  await expect(toPay).toContainText(rupiah(75_000));
  await expect(page.getByRole('combobox', { name: 'Member' })).toHaveValue(member.name);
  await expectAccessible(page, '/why-price');

  // From the discount's own page it is asked about by itself.
  await open(`/discount/${discountId}`);
  await page.getByRole('region', { name: 'Facts' }).getByRole('link', { name: 'Explain the price' }).click();
  await expect(page.getByRole('list', { name: 'Basket' })).toContainText(name);
  await expect(refused).toContainText(promo);
});
