/** Tests an order created for a member: its price, its statuses, and the access it grants and revokes. */
import { expectAccessible } from './axe.ts';
import { type Api, expect, type Json, test, unique } from './fixtures.ts';
import { pressInHeadMenu } from './head.ts';
import { rupiah } from './rupiah.ts';
import { toast } from './toast.ts';

const code = () => unique('P').replace(/\W/g, '').toUpperCase().slice(0, 20);
async function voucherOf(admin: Api, over: object = {}): Promise<Json> {
  const { voucherId } = await admin.send('POST', '/admin/voucher/', {
    name: unique('Potongan Pesanan'),
    code: code(),
    discountType: 1,
    discountPrice: 10_000,
    startDate: '2026-01-01T00:00:00Z',
    allProduct: true,
    isPublished: true,
    ...over,
  });
  await admin.send('PUT', `/admin/voucher/${voucherId}/status/`, { status: 1 });
  return admin.send('GET', `/admin/voucher/${voucherId}/`);
}

/** Returns a course that this member can buy. */
async function forSale(admin: Api, userId: string): Promise<Json> {
  const { items } = await admin.send('GET', '/admin/orders/saleable/?search=Bootcamp');
  for (const { productType, productId } of items.toReversed()) {
    const quote = await admin.send('POST', '/admin/orders/quote/', { userId, items: [{ productType, productId }] });
    if (quote.items[0].problem === null && productType === 'courses') return quote.items[0];
  }
  throw new Error('every bootcamp is theirs or full');
}
const memberCalled = async (admin: Api, search: string) =>
  (await admin.send('GET', `/admin/user?search=${search}`)).users.find(({ role }: Json) => role === 'member');

test(
  'prices are calculated from the pages of a course, a voucher, and an unsuccessful order',
  { tag: '@system' },
  async ({ page, open, api }) => {
    const admin = await api();
    const member = await memberCalled(admin, 'Ayu Pramudya');
    const course = await forSale(admin, member.id);
    const { voucherId, code: typed } = await voucherOf(admin);
    await open(`/course/fast-track/${course.productId}`);
    await page.getByRole('link', { name: 'Calculate a price' }).click();
    const basket = page.getByRole('list', { name: 'Basket' });
    await expect(basket).toContainText(course.name);
    await open(`/voucher/${voucherId}`);
    await page.getByRole('link', { name: 'Calculate a price' }).click();
    await expect(page.getByRole('textbox', { name: 'Voucher code' })).toHaveValue(typed);

    const { items } = await admin.send('GET', '/admin/orders/saleable/?search=Bootcamp');
    const purchase = {
      userId: member.id,
      items: [{ productType: 'courses', productId: course.productId }],
      voucherCode: typed,
    };
    const { totalAmount } = await admin.send('POST', '/admin/orders/quote/', purchase);
    const { orderId } = await admin.send('POST', '/admin/orders/', { ...purchase, payableDays: 1, totalAmount });
    await admin.send('PUT', `/admin/orders/${orderId}/status/`, { status: 'cancelled' });
    await open(`/order/${orderId}`, { role: 'customer-service' });
    await page.getByRole('link', { name: 'New order of the same products' }).click();
    await expect(page.getByRole('combobox', { name: 'Member' })).toHaveValue(member.name);
    await expect(basket).toContainText(course.name);
    await expect(page.getByRole('textbox', { name: 'Voucher code' })).toHaveValue(typed);
    // A URL can name two products.
    const refs = items.slice(0, 2).map(({ productType, productId }: Json) => `${productType}:${productId}`);
    await open(`/order/new?item=${refs.join(',')}`);
    await expect(basket.getByRole('listitem')).toHaveCount(2);
  },
);

test('an order is created for a member by keyboard, paid, which grants the course, and refunded, which revokes it and releases the voucher', async ({
  page,
  open,
  api,
}) => {
  const admin = await api();
  const member = await memberCalled(admin, 'Putri');
  const course = await forSale(admin, member.id);
  const { voucherId, code: typed } = await voucherOf(admin);
  const before = course.finalPrice;
  await open('/order', { role: 'customer-service' });
  await page.getByRole('link', { name: 'New order' }).click();
  await expect(page.getByRole('heading', { name: 'New order', level: 1 })).toBeVisible();
  const whom = page.getByRole('combobox', { name: 'Member' });
  await whom.click();
  await page.keyboard.type(member.email);
  await expect(page.getByRole('option', { name: member.name })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(whom).toHaveValue(member.name);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('combobox', { name: 'Add a product' })).toBeFocused();
  await page.keyboard.type(course.name);
  await expect(page.getByRole('option', { name: course.name })).toBeVisible();
  await page.keyboard.press('Enter');
  const toPay = page.getByRole('row', { name: /^To pay/ });
  await expect(toPay).toContainText(rupiah(before));
  await page.getByRole('textbox', { name: 'Voucher code' }).fill(typed.toLowerCase());
  await expect(toPay).toContainText(rupiah(before - 10_000));
  await expect(page.getByRole('row', { name: new RegExp(`^Voucher ${typed}`) })).toContainText(`−${rupiah(10_000)}`);
  await expectAccessible(page, '/order/new');
  await page.keyboard.press('Enter');
  await expect(toast(page, /^Order INV.* made$/)).toBeVisible();
  await expect(page).toHaveURL(/\/order\/[0-9a-f-]{36}$/);
  const orderId = page.url().split('/').pop()!;
  const order = () => admin.send('GET', `/admin/orders/${orderId}/`);
  const made = await order();
  expect(made).toMatchObject({ status: 'unpaid', voucherCode: typed, user: { id: member.id } });
  // The transfer code, 1 to 999, is added to the total.
  expect(made.totalAmount - (before - 10_000)).toBeGreaterThanOrEqual(1);
  expect(made.totalAmount - (before - 10_000)).toBeLessThanOrEqual(999);
  const uses = async () => (await admin.send('GET', `/admin/voucher/${voucherId}/`)).usedCount;
  expect(await uses()).toBe(1);

  const members = async () =>
    (await admin.send('GET', `/admin/user/course/${course.productId}/?isAssigned=true&search=${member.email}`))
      .totalItems;
  expect(await members()).toBe(0);
  await page.getByRole('button', { name: 'Record a payment' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(`The order becomes Lunas; ${member.name} gets access to ${course.name}.`);
  await dialog.getByRole('textbox', { name: 'Note' }).fill('Terlihat di mutasi BCA');
  await dialog.getByRole('button', { name: 'Record payment' }).click();
  await expect(toast(page, 'Payment recorded')).toBeVisible();
  await expect.poll(members).toBe(1);
  await pressInHeadMenu(page, 'Mark as refunded');
  await expect(dialog.getByRole('checkbox', { name: `Also remove access to ${course.name}` })).toBeChecked();
  await expect(dialog).toContainText(`Mark as refunded: one use of the voucher ${typed} is restored.`);
  await dialog.getByRole('button', { name: 'Mark as refunded' }).click();
  await expect.poll(async () => (await order()).status).toBe('refunded');
  expect([await members(), await uses()]).toEqual([0, 0]);

  // The use stays listed, marked as released.
  await open(`/voucher/${voucherId}/uses`);
  const use = page.getByRole('row', { name: made.invoiceNumber });
  await expect(use).toContainText(rupiah(10_000));
  await expect(use).toContainText('Given back');
});

test(
  'the reason why a code does not apply is shown to staff, with a text for the member',
  { tag: '@system' },
  async ({ page, open, api }) => {
    const admin = await api();
    const { code: typed } = await voucherOf(admin, { minPurchase: 900_000 });
    const member = await memberCalled(admin, 'Putri');
    const { items } = await admin.send('GET', '/admin/orders/saleable/?search=Karier');
    const book = items.find(({ productType }: Json) => productType === 'products');
    await open(`/order/new?userId=${member.id}&item=products:${book.productId}&code=${typed}`);
    const missing = rupiah(900_000 - book.finalPrice);
    await expect(page.getByText(`of the required ${rupiah(900_000)}: ${missing} more.`).first()).toBeVisible();
    const why = page.getByRole('listitem').filter({ hasText: 'Tambah belanja' });
    const sentence = `Tambah belanja ${missing} lagi untuk memakainya (minimal ${rupiah(900_000)}).`;
    await expect(why).toContainText(sentence);
    const href = await why.getByRole('link', { name: new RegExp(member.name) }).getAttribute('href');
    expect(new URL(href!).searchParams.get('text')).toContain(sentence);
    const make = page.getByRole('button', { name: /^Make the order/ });
    await expect(make).toHaveAttribute('aria-disabled', 'true');
    await page.getByRole('textbox', { name: 'Voucher code' }).fill('');
    await expect(make).not.toHaveAttribute('aria-disabled', 'true');
  },
);

test('an unfinished order survives a reload, and a price that changed meanwhile is not charged', async ({
  page,
  open,
  api,
}) => {
  const admin = await api();
  const member = await memberCalled(admin, 'Putri');
  const voucher = await voucherOf(admin);
  await open('/order/new');
  await page.getByRole('combobox', { name: 'Member' }).fill(member.email);
  await page.getByRole('option', { name: member.name }).click();
  await page.getByRole('combobox', { name: 'Add a product' }).fill('Karier');
  await page.getByRole('option', { name: /^E-book: Karier/ }).click();
  await page.getByRole('textbox', { name: 'Voucher code' }).fill(voucher.code);
  const make = page.getByRole('button', { name: /^Make the order for/ });
  await expect(make).not.toHaveAttribute('aria-disabled', 'true');
  await page.reload();
  await expect(page.getByRole('combobox', { name: 'Member' })).toHaveValue(member.name);
  await expect(page.getByRole('list', { name: 'Basket' })).toContainText('E-book: Karier');
  await expect(page.getByRole('row', { name: new RegExp(`^Voucher ${voucher.code}`) })).toBeVisible();
  await expect(make).not.toHaveAttribute('aria-disabled', 'true');
  const uses = async () => (await admin.send('GET', `/admin/voucher/${voucher.voucherId}/`)).usedCount as number;
  await admin.send(
    'PUT',
    `/admin/voucher/${voucher.voucherId}/`,
    { ...voucher, discountPrice: 5_000 },
    { 'if-match': `"${voucher.version}"` },
  );
  await make.click();
  await expect(page.getByRole('alert', { name: 'Failed to make the order' })).toContainText('price');
  expect(await uses()).toBe(0);
  await expect(page.getByRole('row', { name: /^Voucher/ })).toContainText(rupiah(5_000));
  await make.click();
  await expect(toast(page, /^Order INV.* made$/)).toBeVisible();
  expect(await uses()).toBe(1);
});

test('an instructor cannot create orders and sees no link to it', { tag: '@system' }, async ({ page, open }) => {
  await open('/order/new', { role: 'instructor' });
  await expect(page.getByRole('heading', { name: 'You do not have access' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Make the order/ })).toHaveCount(0);
  const menu = page.getByRole('navigation', { name: 'Main' });
  await expect(menu.getByRole('link', { name: 'Courses' })).toBeVisible();
  await expect(menu.getByRole('link', { name: /order/i })).toHaveCount(0);
});
