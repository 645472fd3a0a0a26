/** Tests bank transfers in a browser: a statement is imported, its lines are matched by keyboard, one is ignored, and nothing is new a second time. */
import { expectAccessible } from './axe.ts';
import { effort } from './count-actions.ts';
import { expect, test, unique, type Json } from './fixtures.ts';

/** A brand whose open orders no other test pays. */
const tenant = 'cyber';

test('a statement is imported, three transfers are matched with a key each, one is ignored, and again nothing is new', async ({
  page,
  open,
  api,
}) => {
  const cs = await api('customer-service', tenant);
  const word = unique('').replaceAll(/\W/g, '').toUpperCase();
  const today = new Date(Date.now() + 7 * 3_600_000).toISOString().slice(0, 10);
  const name = `Rini ${word} Wulandari`;
  const admin = await api('admin', tenant);
  const { userId } = await admin.send('POST', '/admin/user/', { name, email: `${word.toLowerCase()}@sample.test` });
  const { data: catalogue } = { data: (await admin.send('GET', '/admin/product/?pageSize=20')).products as Json[] };
  const products = catalogue.filter(({ price, isPublished }) => price > 0 && isPublished).slice(0, 3);
  const orders: Json[] = [];
  for (const { productId } of products) {
    const items = [{ productType: 'products', productId }];
    const { totalAmount } = await cs.send('POST', '/admin/orders/quote/', { userId, items });
    orders.push(await cs.send('POST', '/admin/orders/', { userId, items, payableDays: 2, totalAmount }));
  }
  const account = String(Date.now());
  const lines = [
    ...orders.map(({ totalAmount }, n) => [`TRSF E-BANKING CR ${word}${n} ${name.toUpperCase()}`, totalAmount]),
    [`SETORAN TUNAI ${word}`, 777],
  ];
  const file = {
    name: 'mutasi.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      `Account No,Date,Val. Date,Transaction Code,Description,Reference No.,Debit,Credit\n${lines
        .map(([text, amount]) => `${account},${today},${today},1,${text},,.00,${amount}.00\n`)
        .join('')}`,
    ),
  };

  await open('/payment/statements', { role: 'customer-service', tenant });
  await page.locator('tr[data-row]').first().waitFor();
  await expectAccessible(page, '/payment/statements');
  await page.getByRole('link', { name: 'Import a statement' }).click();
  await page.locator('input[type=file]').setInputFiles(file);
  await expect(page.getByRole('radio', { name: 'New (4)' })).toBeChecked();
  await expect(page.getByText(`Mandiri MCM · Mandiri ${account}`)).toBeVisible();
  await expectAccessible(page, '/payment/statements/import');
  await page.getByRole('button', { name: 'Import 4 lines' }).click();
  await expect(page.getByRole('heading', { name: /^Bank transfers/ })).toBeVisible();

  await page.getByPlaceholder('Search text, payer or amount').fill(word);
  const rows = page.locator('tr[data-row]');
  await expect(rows).toHaveCount(4);
  await expect(rows.filter({ hasText: orders[0].invoiceNumber })).toContainText('Exact amount with the unique code');
  const work = effort(page);
  const matched = async (n: number) => {
    await expect(rows.filter({ hasText: `CR ${word}${n} ` })).toContainText('Undo');
  };
  // Whatever their order, the three are accepted from the first row on; the fourth has no order.
  await rows.first().focus();
  for (let row = 0; row < 4; row += 1) {
    const text = (await rows.nth(row).textContent()) ?? '';
    await expect(rows.nth(row)).toBeFocused();
    if (text.includes('SETORAN')) await work.press('ArrowDown');
    else await work.press('a');
  }
  for (const n of [0, 1, 2]) await matched(n);
  const statuses = (await cs.send('GET', `/admin/orders?search=${word}&pageSize=10`)).data as Json[];
  expect(statuses.map(({ status, paymentMethod }) => [status, paymentMethod])).toEqual(
    orders.map(() => ['paid', 'Transfer Bank Mandiri']),
  );

  const other = rows.filter({ hasText: 'SETORAN' });
  await other.getByRole('button', { name: /^Choose/ }).click();
  const panel = page.locator('[data-peek]');
  await expect(panel).toContainText('No open order has this amount');
  await expectAccessible(page, '/payment/statements');
  await panel.getByRole('button', { name: 'Ignore' }).click();
  await page.getByRole('menuitem', { name: 'Other income' }).click();
  await expect(other).toContainText('Other income');

  await page.goto(page.url().replace(/\/payment.*/, '/payment/statements/import'));
  await page.locator('input[type=file]').setInputFiles(file);
  await expect(page.getByRole('radio', { name: 'Here already (4)' })).toBeChecked();
  await expect(page.getByRole('button', { name: 'Import 0 lines' })).toHaveAttribute('aria-disabled', 'true');
  await page.goto(page.url().replace(/\/payment.*/, '/payment/statements/list'));
  await expect(rows.filter({ hasText: account })).toContainText('mutasi.csv');
  await expectAccessible(page, '/payment/statements/list');
});
