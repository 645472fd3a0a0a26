/** Tests an order as a story: its price as it was, its timeline, the access of its items, and how it is cancelled. */
import { expectAccessible } from './axe.ts';
import { type Api, expect, type Json, test, unique } from './fixtures.ts';
import { pressInHeadMenu } from './head.ts';
import { rupiah } from './rupiah.ts';
import { toast } from './toast.ts';

const memberOf = async (admin: Api) =>
  (await admin.send('GET', '/admin/user?search=Putri')).users.find(({ role }: Json) => role === 'member');

/** A paid order of a new course for a member; `over`: a voucher code with its total. */
async function paidCourse(admin: Api, over: object = {}): Promise<{ order: Json; course: string; member: Json }> {
  const member = await memberOf(admin);
  const course = unique('Kelas Cerita');
  const { pathID: pathId } = await admin.send('POST', '/admin/learning-path/', { name: course, price: 200_000 });
  const items = [{ productType: 'learning paths', productId: pathId }];
  const sold = await publishedPath(admin, pathId);
  const quote = await admin.send('POST', '/admin/orders/quote/', { userId: member.id, items, ...over });
  const { orderId } = await admin.send('POST', '/admin/orders/', {
    userId: member.id,
    items,
    payableDays: 1,
    totalAmount: quote.totalAmount,
    ...over,
  });
  await admin.send('PUT', `/admin/orders/${orderId}/status/`, { status: 'paid' });
  return { order: await admin.send('GET', `/admin/orders/${orderId}/`), course: sold.name, member };
}

async function publishedPath(admin: Api, pathId: string): Promise<Json> {
  const { courses } = await admin.send('GET', '/admin/course/type/flexy/?isPublished=true&pageSize=1');
  await admin.send('PUT', `/admin/learning-path/${pathId}/courses/`, { course_ids: [courses[0].id] });
  const path = await admin.send('GET', `/admin/learning-path/${pathId}/`);
  await admin.send(
    'PUT',
    `/admin/learning-path/${pathId}/`,
    { ...path, thumbnail: courses[0].thumbnail, category: 'data', isPublished: true },
    { 'if-match': `"${path.version}"` },
  );
  return path;
}

test('“why did I pay this” is answered in two acts from the list, with the stored total of each order', async ({
  page,
  open,
  api,
}) => {
  // Orders that no other test makes.
  const yesterday = new Date(Date.now() - 17 * 3_600_000).toISOString().slice(0, 10);
  const { data } = await (await api()).send('GET', `/admin/orders?pageSize=20&endDate=${yesterday}`);
  await open(`/order?pageSize=20&endDate=${yesterday}`, { role: 'customer-service' });
  const rows = page.locator('tr[data-row]');
  await expect(rows).toHaveCount(20);
  const panel = page.getByRole('complementary', { name: 'Peek at the order' });
  const send = panel.getByRole('region', { name: 'Message to the member' });
  await rows.first().getByRole('link').first().focus();
  for (const [index, { invoiceNumber, totalAmount }] of (data as Json[]).entries()) {
    // One act each: Space opens the first, the arrow goes on.
    await page.keyboard.press(index === 0 ? 'Space' : 'ArrowDown');
    await expect(panel.getByRole('heading', { level: 2, name: invoiceNumber })).toBeVisible();
    await expect(panel.getByRole('row', { name: `Total ${rupiah(totalAmount)}`, exact: true })).toBeVisible();
    await expect(send).toContainText(`Total pesanan ${invoiceNumber}`);
    await expect(send).toContainText(`adalah ${rupiah(totalAmount)}`);
  }
  // The second act sends it.
  const last = (data as Json[]).at(-1);
  const href = await send.getByRole('link', { name: /on WhatsApp$/ }).getAttribute('href');
  expect(new URL(href!).searchParams.get('text')).toContain(`adalah ${rupiah(last.totalAmount)}`);
});

test('an order whose voucher is used up keeps its price and text; today’s price is a tab that sends nothing', async ({
  page,
  open,
  api,
}) => {
  const admin = await api();
  const voucherCode = unique('P').replace(/\W/g, '').toUpperCase();
  const { voucherId } = await admin.send('POST', '/admin/voucher/', {
    name: unique('Potongan Habis'),
    code: voucherCode,
    discountType: 1,
    discountPrice: 100_000,
    startDate: '2026-01-01T00:00:00Z',
    quota: 1,
    allProduct: true,
    isPublished: true,
  });
  await admin.send('PUT', `/admin/voucher/${voucherId}/status/`, { status: 1 });
  const { order } = await paidCourse(admin, { voucherCode });
  await open(`/order/${order.orderId}`);
  const total = page.getByRole('row', { name: `Total ${rupiah(order.totalAmount)}`, exact: true });
  const send = page.getByRole('region', { name: 'Message to the member' });
  await expect(total).toBeVisible();
  await expect(page.getByRole('row', { name: `Voucher ${voucherCode}` })).toContainText(`−${rupiah(100_000)}`);
  await expect(send).toContainText(
    `adalah ${rupiah(order.totalAmount)}, dari harga ${rupiah(200_000)} dikurangi voucher ${voucherCode} sebesar ${rupiah(100_000)}`,
  );
  await page.getByRole('navigation', { name: 'Tabs' }).getByRole('link', { name: 'Why this price' }).click();
  await expect(page).toHaveURL(/\/price$/);
  await expect(page.getByRole('alert')).toContainText(`Today it costs ${rupiah(100_000)} more`);
  await expect(page.getByRole('alert')).toContainText(`This order’s total is ${rupiah(order.totalAmount)}`);
  await expect(page.getByRole('row', { name: /^To pay/ })).toContainText(rupiah(200_000));
  await expect(page.getByRole('region', { name: 'Does not apply' })).toContainText('Potongan Habis');
  await expect(send).toHaveCount(0);
  await expect(page.locator('main').getByRole('link', { name: /WhatsApp/ })).toHaveCount(1);
  await expectAccessible(page, '/order/$id/{-$tab}');
});

test('cancelling a paid order asks what happens to the access, and the timeline tells it', async ({
  page,
  open,
  api,
}) => {
  const admin = await api();
  const { order, course, member } = await paidCourse(admin);
  await open(`/order/${order.orderId}`, { role: 'customer-service' });
  const timeline = page.getByRole('region', { name: 'Timeline' });
  await expect(timeline).toContainText(`gave access to ${course}`);
  const ask = async () => {
    await pressInHeadMenu(page, 'Cancel order');
  };
  const dialog = page.getByRole('dialog', { name: `Cancel order: ${order.invoiceNumber}?` });
  await ask();
  await expect(dialog).toContainText(`${member.name}, ${rupiah(order.totalAmount)} for ${course}.`);
  await expect(dialog.getByRole('button', { name: 'Keep order' })).toBeFocused();
  await expectAccessible(page, '/order/$id/{-$tab}');
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  expect((await admin.send('GET', `/admin/orders/${order.orderId}/`)).status).toBe('paid');

  await ask();
  const tick = dialog.getByRole('checkbox', { name: `Also remove access to ${course}` });
  await expect(tick).toBeChecked();
  await tick.press('Space');
  await dialog.getByRole('button', { name: 'Cancel order' }).click();
  await expect(timeline).toContainText(`left access to ${course} open`);
  await expect(page.locator('main header').getByText('Dibatalkan')).toBeVisible();
  await expect(page.getByRole('row', { name: course }).getByText('Open', { exact: true })).toBeVisible();
});

test('an item without access names it and is mended by one act, which Undo takes back', async ({ page, open, api }) => {
  const admin = await api();
  const { order, course, member } = await paidCourse(admin);
  const [{ productId }] = order.items;
  await admin.send('DELETE', `/admin/learning-path/${productId}/users/`, { user_id: member.id });
  await open(`/order/${order.orderId}`);
  const item = page.getByRole('row', { name: course });
  const timeline = page.getByRole('region', { name: 'Timeline' });
  await expect(item.getByText('No access')).toBeVisible();
  await expect(timeline).toContainText(`removed access to ${course}`);
  await item.getByRole('button', { name: `Give access to ${course}` }).press('Enter');
  await expect(item.getByText('Open', { exact: true })).toBeVisible();
  await toast(page, 'Access given: 1').getByRole('button', { name: 'Undo' }).click();
  await expect(item.getByText('No access')).toBeVisible();

  await admin.send('POST', `/admin/access/order/${order.orderId}/give/`, { productType: 'learning paths', productId });
  await item.getByRole('button', { name: `Give access to ${course}` }).press('Enter');
  await expect(toast(page, 'Access given: 0')).toBeVisible();
  await expect(toast(page, 'Access given: 0').getByRole('button', { name: 'Undo' })).toHaveCount(0);
  await expect(item.getByText('Open', { exact: true })).toBeVisible();
});
