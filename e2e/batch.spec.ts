/** Tests changing many records together: a few with Undo in the toast, all that match in a job, and results by record. */
import { expectAccessible } from './axe.ts';
import { type Api, expect, type Json, test, unique } from './fixtures.ts';
import { pressInHeadMenu } from './head.ts';
import { toast } from './toast.ts';
import { selectionOf } from './selecting.ts';

/** A brand whose discounts no other test counts. */
const tenant = 'data';

/** Orders of a new product for one member; returns them and the product. */
async function ordersOf(admin: Api, count: number): Promise<{ orders: Json[]; productId: string }> {
  const { productId } = await admin.send('POST', '/admin/product/', { name: unique('Buku'), price: 50_000 });
  await admin.send('PUT', `/admin/product/${productId}`, { name: unique('Buku'), price: 50_000, isPublished: true });
  const { users } = await admin.send('GET', '/admin/user?search=a&pageSize=50');
  const { id: userId } = users.find(({ role }: Json) => role === 'member');
  const purchase = { userId, items: [{ productType: 'products', productId }], voucherCode: null };
  for (let n = 0; n < count; n += 1)
    await admin.send('POST', '/admin/orders/', { ...purchase, payableDays: 1, totalAmount: 50_000 });
  const { data } = await admin.send('GET', `/admin/orders?productId=${productId}`);
  return { orders: data, productId };
}

test('a status is set for several orders at once, and Undo restores the previous ones', async ({ page, open, api }) => {
  const admin = await api();
  const { orders, productId } = await ordersOf(admin, 2);
  const statuses = async () => {
    const { data } = await admin.send('GET', `/admin/orders?productId=${productId}`);
    return data.map(({ status }: Json) => status);
  };
  await open(`/order?productId=${productId}`, { role: 'customer-service' });
  await selectionOf(page).pageBox.check();
  await selectionOf(page).bar.getByRole('button', { name: 'Set status' }).click();
  await page.getByRole('menuitem', { name: 'Dibatalkan' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set 2 orders to Dibatalkan?' });
  await dialog.getByRole('button', { name: 'Set 2 orders' }).click();
  await expect(toast(page, 'Set the status to Dibatalkan: 2 of 2 done')).toBeVisible();
  await expect(page.locator('tr[data-row]', { hasText: 'Dibatalkan' })).toHaveCount(2);
  await expect(selectionOf(page).bar).toHaveCount(0);
  expect(await statuses()).toEqual(['cancelled', 'cancelled']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.locator('tr[data-row]', { hasText: 'Dibatalkan' })).toHaveCount(0);
  expect(await statuses()).toEqual(orders.map(({ status }) => status));
});

test('courses that cannot be published are listed with what they need', async ({ page, open, api }) => {
  const admin = await api();
  const name = unique('Kelas Massal');
  const { courseId } = await admin.send('POST', '/admin/course/type/flexy/', { name });
  await open(`/course/flexy?search=${name}`, { role: 'instructor' });
  await selectionOf(page).pageBox.check();
  await expectAccessible(page, '/course/flexy');
  const { bar } = selectionOf(page);
  const dialog = page.getByRole('dialog');
  await bar.getByRole('button', { name: 'Unpublish' }).click();
  await expect(dialog).toContainText('Unpublish: they cannot be bought, and their members have no access.');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await bar.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(dialog).toContainText('Publish: courses that lack something stay drafts and are listed');
  await dialog.getByRole('button', { name: 'Publish 1 course' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Publish courses');
  const row = page.locator('tr[data-row]');
  await expect(row).toHaveCount(1);
  await expect(row).toContainText('Not possible');
  await expect(row).toContainText('This course needs');
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);
  await row.getByRole('link', { name }).click();
  await expect(page).toHaveURL(new RegExp(courseId));
});

test('all matching discounts are activated by a job, and reverted on its page', async ({ page, open, api }) => {
  const admin = await api('admin', tenant);
  const name = unique('Promo Massal');
  const make = (n: number) =>
    admin.send('POST', '/admin/discount/', {
      name: `${name} ${n}`,
      discount: 10,
      discountType: 2,
      productType: 'courses',
    });
  const count = 502;
  for (let from = 0; from < count; from += 8)
    await Promise.all(Array.from({ length: Math.min(8, count - from) }, (_, n) => make(from + n)));
  const activeOnes = async () =>
    (await admin.send('GET', `/admin/discount/?search=${name}&status=1`)).totalItems as number;
  await open(`/discount?search=${name}`, { tenant });
  const { bar, pageBox } = selectionOf(page);
  await pageBox.check();
  await bar.getByRole('button', { name: 'Select all 502 that match' }).click();
  await expect(bar.getByRole('status')).toHaveText('All 502 that match selected');
  await bar.getByRole('button', { name: 'Activate', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Activate 502 discounts' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Activate discounts');
  const state = page.getByRole('region', { name: 'State' });
  await expect(state).toContainText('502 done', { timeout: 30_000 });
  await expectAccessible(page, '/batch/$id');
  expect(await activeOnes()).toBe(502);

  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo 502 discounts' }).click();
  await expect(state).toContainText('502 undone', { timeout: 30_000 });
  expect(await activeOnes()).toBe(0);
  await page.getByRole('link', { name: 'Bulk changes' }).first().click();
  await expect(
    page
      .locator('tr[data-row]')
      .filter({ hasText: /Activate discounts/ })
      .first(),
  ).toContainText('Undone');
  await expectAccessible(page, '/batch');
});

test('all matching courses are assigned to a discount by a job, and reverted on its page', async ({
  page,
  open,
  api,
}) => {
  const admin = await api('admin', tenant);
  const name = unique('Kelas Borongan');
  const count = 502;
  const make = (n: number) => admin.send('POST', '/admin/course/type/flexy/', { name: `${name} ${n}` });
  for (let from = 0; from < count; from += 8)
    await Promise.all(Array.from({ length: Math.min(8, count - from) }, (_, n) => make(from + n)));
  const { discountId } = await admin.send('POST', '/admin/discount/', {
    name: unique('Promo Borongan'),
    discount: 10,
    discountType: 2,
    productType: 'courses',
  });
  const assignedOnes = async () => (await admin.send('GET', `/admin/discount/${discountId}/`)).totalAssigned as number;
  await open(`/discount/${discountId}`, { tenant });
  await page.getByText(/^Available/).click();
  await page.getByPlaceholder('Search courses').fill(name);
  // The new courses are the first rows without the search, too.
  await expect(page.getByText('Available 502')).toBeVisible();
  const { bar, pageBox } = selectionOf(page);
  await pageBox.check();
  await bar.getByRole('button', { name: 'Select all 502 that match' }).click();
  await bar.getByRole('button', { name: 'Assign all that match' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Assign 502 courses' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Assign courses to “Promo Borongan');
  const state = page.getByRole('region', { name: 'State' });
  await expect(state).toContainText('502 done', { timeout: 30_000 });
  expect(await assignedOnes()).toBe(502);

  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo 502 courses' }).click();
  await expect(state).toContainText('502 undone', { timeout: 30_000 });
  expect(await assignedOnes()).toBe(0);
});

/** Courses whose names share a word that nothing else has. */
async function newCourses(admin: Api, count: number): Promise<{ word: string; ids: string[] }> {
  const word = unique('Kelas Serentak');
  const ids: string[] = [];
  for (let n = 1; n <= count; n += 1)
    ids.push((await admin.send('POST', '/admin/course/type/flexy/', { name: `${word} ${n}` })).courseId);
  return { word, ids };
}

const owners = [
  {
    owner: 'discount',
    draft: { discount: 10, discountType: 2, productType: 'courses' },
    count: 'totalAssigned',
    texts: ['Assigned 2 Courses from Discount', 'Unassigned 2 Courses from Discount'],
    unassignAll: 'Unassigned All Products from Discount',
  },
  {
    owner: 'voucher',
    draft: { discountType: 2, discountPrice: 10, startDate: '2026-11-01T00:00:00Z' },
    count: 'totalCourses',
    texts: [
      'Courses, Paths and Subs assigned to voucher successfully',
      'Products unassigned from voucher successfully',
    ],
    unassignAll: 'Products unassigned from voucher successfully',
  },
  {
    owner: 'learning-path',
    draft: {},
    count: 'totalCourses',
    texts: ['2 Courses assigned successfully', undefined],
    unassignAll: undefined,
  },
] as const;

for (const { owner, draft, count, texts, unassignAll } of owners)
  test(`courses assigned from the page of a ${owner} are a bulk change, which its message undoes and links to`, async ({
    page,
    open,
    api,
  }) => {
    const admin = await api();
    const { word } = await newCourses(admin, 2);
    const name = unique('Serentak');
    const made = await admin.send('POST', `/admin/${owner}/`, { name, ...draft });
    const id = made.discountId ?? made.voucherId ?? made.pathID;
    const held = async () => (await admin.send('GET', `/admin/${owner}/${id}/`))[count] as number;
    await open(`/${owner}/${id}${owner === 'discount' ? '' : '/courses'}`);
    const courses = page.getByRole('region', { name: /^Courses/ });
    await courses.getByText(/^Available/).click();
    await courses.getByRole('textbox', { name: 'Search courses' }).fill(word);
    await expect(courses.getByText('Available 2')).toBeVisible();
    const { pageBox } = selectionOf(page);
    await pageBox.check();
    await page.getByRole('button', { name: 'Assign 2 courses' }).click();
    const assigned = toast(page, texts[0]);
    await expect(assigned).toBeVisible();
    await expect.poll(held).toBe(2);

    // Its link leads to the same change, where it says who, what and how many, and can be undone as well.
    await assigned.getByRole('link', { name: 'Bulk changes' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(new RegExp(`Assign courses to “${name}”`));
    const state = page.getByRole('region', { name: 'State' });
    await expect(state).toContainText('2 done');
    await expect(page.locator('tr[data-row]')).toHaveCount(2);
    await expect(page.locator('tr[data-row]').first()).toContainText('Not assigned → Assigned');
    await page.goBack();

    if (texts[1] === undefined) {
      await page.goForward();
      await page.locator('#main').getByRole('button', { name: 'Undo' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Undo 2 courses' }).click();
      await expect(state).toContainText('2 undone');
      await expect.poll(held).toBe(0);
      return;
    }
    await courses.getByText(/^Assigned 2/).click();
    await pageBox.check();
    await page.getByRole('button', { name: 'Unassign 2 courses' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Unassign 2 courses' }).click();
    await expect.poll(held).toBe(0);
    await toast(page, texts[1]).getByRole('button', { name: 'Undo' }).click();
    await expect(toast(page, '2 undone')).toBeVisible();
    await expect.poll(held).toBe(2);

    await page.goto(`/${owner}/${id}`);
    await pressInHeadMenu(page, 'Unassign all products');
    await page.getByRole('dialog').getByRole('button', { name: 'Unassign 2 products' }).click();
    await expect.poll(held).toBe(0);
    await toast(page, unassignAll!).getByRole('button', { name: 'Undo' }).click();
    await expect.poll(held).toBe(2);
  });

test('an undo that leaves out what changed since says so, and leads to the reasons', async ({ page, open, api }) => {
  const admin = await api();
  const { ids } = await newCourses(admin, 2);
  const draft = { discount: 10, discountType: 2, productType: 'courses' };
  const [mine, other] = [
    await admin.send('POST', '/admin/discount/', { ...draft, name: unique('Promo Satu') }),
    await admin.send('POST', '/admin/discount/', { ...draft, name: unique('Promo Dua') }),
  ];
  for (const { discountId } of [mine, other])
    await admin.send('PUT', `/admin/discount/${discountId}/status/`, { status: 1 });
  await admin.send('PUT', `/admin/discount/${mine.discountId}/courses/`, { course_ids: ids });
  await open(`/discount/${mine.discountId}`);
  await pressInHeadMenu(page, 'Unassign all products');
  await page.getByRole('dialog').getByRole('button', { name: 'Unassign 2 products' }).click();
  const removed = toast(page, 'Unassigned All Products from Discount');
  await expect(removed).toBeVisible();
  await admin.send('PUT', `/admin/discount/${other.discountId}/courses/`, { course_ids: ids.slice(0, 1) });
  await removed.getByRole('button', { name: 'Undo' }).click();
  const undone = toast(page, '1 undone');
  await expect(undone).toContainText('1 kept, changed since');
  await undone.getByRole('link', { name: 'Bulk changes' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Unassign products from “Promo Satu');
  await expect(page.locator('tr[data-row]', { hasText: 'Changed since' })).toContainText(
    'already has the active discount',
  );
});
