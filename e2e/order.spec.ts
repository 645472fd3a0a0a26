/** Tests orders: filtered by status, and a page whose amounts add up, with links to the member and the courses. */
import type { Locator } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { type Api, expect, type Json, test } from './fixtures.ts';

const ordersOf = async (admin: Api, status = '') =>
  (await admin.send('GET', `/admin/orders?pageSize=100&status=${status}`)).data as Json[];

/** Parses amounts such as `−Rp50.000`. */
const amounts = async (cells: Locator) =>
  (await cells.allTextContents()).map((text) => Number(text.replace('−', '-').replace(/Rp|\./g, '')));
const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);

test('orders are filtered by status, search and days, with the state in the URL', async ({ page, open, api }) => {
  // No other test refunds an order of this brand.
  const tenant = 'data';
  const admin = await api('admin', tenant);
  const { totalItems } = await admin.send('GET', '/admin/orders?status=refunded');
  const [order] = await ordersOf(admin, 'refunded');
  await open('/order', { tenant });
  await expect(page.locator('tr[data-row]').first()).toBeVisible();
  await expectAccessible(page, '/order');
  const status = page.getByRole('combobox', { name: 'Status' });
  await status.selectOption('Dikembalikan');
  await expect(page).toHaveURL(/status=refunded/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Orders ${totalItems}`);
  const rows = page.locator('tr[data-row]');
  await expect(rows.filter({ hasText: 'Dikembalikan' })).toHaveCount(await rows.count());
  await page.getByRole('textbox', { name: 'Search name, e-mail, phone or invoice' }).fill(order.invoiceNumber);
  await expect(rows).toHaveCount(1);
  await status.selectOption('Lunas');
  await expect(page.getByText('Nothing matches')).toBeVisible();
  await page.reload();
  await expect(status).toHaveValue('paid');
});

test(
  'a row names the first item and the number of others, and links to the member, the course and the order',
  { tag: '@system' },
  async ({ page, open, api }) => {
    const admin = await api();
    const order = (await ordersOf(admin)).find(
      ({ items }) => items.length === 2 && items.every(({ productType }: Json) => productType === 'courses'),
    );
    const [one, two] = order.items;
    const third = { ...two, productName: 'Kelas Ketiga' };
    const data = [{ ...order, items: [one, two, third] }];
    await page.route('**/api/admin/orders?*', (route) =>
      route.fulfill({ json: { totalItems: 1, page: 1, pageSize: 10, data } }),
    );
    await open('/order');
    const row = page.getByRole('row', { name: order.invoiceNumber });
    await expect(row.getByRole('link', { name: one.productName })).toBeVisible();
    await expect(row.getByText('+2')).toBeVisible();
    await row.getByRole('link', { name: order.user.name }).click();
    await expect(page).toHaveURL(new RegExp(`/user/${order.user.id}$`));
    await page.goBack();
    await row.getByRole('link', { name: one.productName }).click();
    // Courses of either type.
    await expect(page).toHaveURL(new RegExp(`/course/(flexy|fast-track)/${one.productId}$`));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(one.productName);
    await page.goBack();
    await row.getByRole('link', { name: order.invoiceNumber }).click();
    await expect(page).toHaveURL(new RegExp(`/order/${order.orderId}$`));
  },
);

test('the page of an order shows items, amounts that add up, and a chat link', async ({ page, open, api }) => {
  const admin = await api();
  const order = (await ordersOf(admin)).find(
    ({ items, discountAmount, uniqueCode }) => items.length === 2 && discountAmount > 0 && uniqueCode,
  );
  await open(`/order/${order.orderId}`, { role: 'customer-service' });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(order.invoiceNumber);
  const items = page.getByRole('region', { name: 'Items and price' });
  const listed = await amounts(items.locator('tbody tr td:last-child'));
  expect(listed).toEqual(order.items.map(({ price }: Json) => price));
  const [subtotal = 0, ...others] = await amounts(items.locator('tfoot tr:not([data-total]) td'));
  expect(subtotal).toBe(sum(listed));
  expect(others.at(-1)).toBe(order.uniqueCode);
  expect(sum(others.slice(0, -1))).toBe(-order.discountAmount);
  expect(await amounts(items.locator('tfoot tr[data-total] td'))).toEqual([subtotal + sum(others)]);
  expect(subtotal + sum(others)).toBe(order.totalAmount);
  // Customer service may not open courses.
  await expect(items.getByRole('link', { name: order.items[0].productName })).toHaveCount(0);
  await expectAccessible(page, '/order/$id/{-$tab}');

  const facts = page.getByRole('region', { name: 'Facts' });
  const chat = new URL((await facts.getByRole('link', { name: /on WhatsApp$/ }).getAttribute('href')) ?? '');
  expect(chat.host).toBe('wa.me');
  expect(chat.pathname).toBe(`/${order.user.phoneNumber.replace(/\D/g, '').replace(/^0/, '62')}`);
  expect(chat.searchParams.get('text')).toContain(`(ID pesanan: ${order.invoiceNumber})`);
  await facts.getByRole('link', { name: order.user.name, exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/user/${order.user.id}$`));
  await page.getByRole('navigation', { name: 'Tabs' }).getByRole('link', { name: 'Orders' }).click();
  const theirs = (await admin.send('GET', `/admin/orders?userId=${order.user.id}&pageSize=100`)).data as Json[];
  expect(theirs.map(({ orderId }) => orderId)).toContain(order.orderId);
  await expect(
    page.getByRole('region', { name: 'Orders', exact: true }).getByRole('link', { name: /^INV/ }),
  ).toHaveText(theirs.slice(0, 10).map(({ invoiceNumber }) => invoiceNumber));
});

test(
  'an unknown order shows a not-found page, and unexplained amounts have a line of their own',
  { tag: '@system' },
  async ({ page, open, api }) => {
    await open('/order/01890000-0000-7000-8000-00000000dead');
    await expect(page.getByRole('heading', { name: 'This order was not found' })).toBeVisible();
    const admin = await api();
    const [{ orderId }] = await ordersOf(admin);
    const order = await admin.send('GET', `/admin/orders/${orderId}/`);
    await page.route(`**/api/admin/orders/${orderId}/`, (route) =>
      route.fulfill({ json: { ...order, totalAmount: order.totalAmount + 7 } }),
    );
    await page.goto(new URL(`/order/${orderId}`, page.url()).href);
    await expect(page.getByRole('row', { name: 'Other Rp7', exact: true })).toBeVisible();
  },
);

for (const [list, mark] of [
  ['/order', 'the status'],
  ['/user', 'the breadcrumb'],
] as const)
  test(
    `opening a row of ${list} shows its title and ${mark} before the server responds`,
    { tag: '@system' },
    async ({ page, open }) => {
      await open(list);
      const first = page.locator('tr[data-row]').first();
      const title = (await first.locator('[data-row-link] span[title]').first().textContent())!;
      const row = page.locator('tr[data-row]').filter({ hasText: title }).first();
      const badge = (await row.locator('td[data-card="badge"]').textContent())!;
      const answer = Promise.withResolvers<void>();
      await page.route('**/api/**', async (route) => {
        await answer.promise;
        await route.continue();
      });
      await row.locator('[data-row-link]').click();
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
      await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toContainText(title);
      if (list === '/order') await expect(page.locator('main header').getByText(badge)).toBeVisible();
      await expect(page.locator('main [aria-busy="true"]')).toBeVisible();
      answer.resolve();
      await expect(page.getByRole('region', { name: 'Facts' })).toBeVisible();
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    },
  );
