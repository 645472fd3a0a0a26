/** Tests paid and access: a check finds what is missing, and one action per row or for all of them mends it, with undo. */
import { expectAccessible } from './axe.ts';
import { checkAccess, newMembers, paidInVain } from './access-gaps.ts';
import { effort } from './count-actions.ts';
import { type Api, expect, test, unique } from './fixtures.ts';
import { toast } from './toast.ts';
import { selectionOf } from './selecting.ts';

/** Course with a price and new members who did not pay for it. */
async function unpaidCourse(admin: Api, count: number) {
  const members = await newMembers(admin, count);
  const name = unique('Kelas Tanpa Bayar');
  const { courseId } = await admin.send('POST', '/admin/course/type/flexy/', { name });
  await admin.send('PUT', `/admin/course/${courseId}/`, { type: 0, price: 250_000 });
  const userIds = members.map(({ id }) => id);
  await admin.send('PUT', `/admin/user/course/${courseId}/assign/`, { userIds });
  await checkAccess(admin);
  const assigned = async () => (await admin.send('GET', `/admin/user/course/${courseId}/`)).totalAssigned;
  return { name, members, assigned };
}

test('a paid order without access is found by a check; one click grants the access, and Undo revokes it', async ({
  page,
  open,
  api,
}) => {
  const admin = await api();
  const { invoice, course, isOpen } = await paidInVain(admin);
  await open(`/order/access?search=${invoice}`);
  await expect(page.getByText(/^Checked /)).toBeVisible();
  const work = effort(page);
  await work.click(page.getByRole('button', { name: 'Check now' }));
  const row = page.locator('tr[data-row]').filter({ hasText: invoice });
  await expect(row).toContainText(course);
  await expectAccessible(page, '/order/access');
  await work.click(row.getByRole('button', { name: 'Give access' }));
  await expect(toast(page, 'Access given: 1')).toBeVisible();
  await expect(row).toHaveCount(0);
  expect([work.clicks, await isOpen()]).toEqual([2, true]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(toast(page, 'Undone: 1')).toBeVisible();
  await expect(row).toHaveCount(1);
  expect(await isOpen()).toBe(false);
});

test('access of all matching rows is removed in three clicks, and Undo restores it', async ({ page, open, api }) => {
  const admin = await api();
  const { name, assigned } = await unpaidCourse(admin, 12);
  await open(`/order/access?view=access-unpaid&pageSize=10&search=${encodeURIComponent(name)}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Paid and access 12');
  const work = effort(page);
  const bar = page.getByRole('region', { name: 'Selection' });
  await work.click(page.getByRole('checkbox', { name: 'Select all of this page' }));
  await work.click(bar.getByRole('button', { name: 'Select all 12 that match' }));
  await expect(bar.getByRole('status')).toHaveText('12 selected');
  await work.click(bar.getByRole('button', { name: 'Remove access (12 rows)' }));
  await expect(toast(page, 'Access removed: 12')).toBeVisible();
  expect([work.clicks, await assigned()]).toEqual([3, 0]);
  await expect(page.getByText('Nothing matches')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Paid and access 12');
  expect(await assigned()).toBe(12);
});

test('access marked as intended in two clicks stays out of the list after a check, and can be put back', async ({
  page,
  open,
  api,
}) => {
  const admin = await api();
  const { name, members } = await unpaidCourse(admin, 1);
  await open(`/order/access?view=access-unpaid&search=${encodeURIComponent(name)}`);
  const row = page.locator('tr[data-row]').filter({ hasText: members[0].name });
  const work = effort(page);
  await work.click(row.getByRole('button', { name: 'Mark as intended' }));
  await work.click(page.getByRole('menuitem', { name: 'Scholarship' }));
  await expect(row).toHaveCount(0);
  expect(work.clicks).toBe(2);
  await checkAccess(admin);
  await page.getByText(/^Intended \(/).click();
  await expect(page).toHaveURL(/view=intended/);
  await expect(row).toContainText('Scholarship');
  await row.getByRole('button', { name: 'Put back' }).click();
  await expect(toast(page, 'Back in the list: 1')).toBeVisible();
  await page.getByText(/^Access without payment \(/).click();
  await expect(row.getByRole('button', { name: 'Remove access' })).toBeVisible();
});

test('rows that cannot be mended are listed with the reason', async ({ page, open, api }) => {
  const admin = await api();
  const { name, members } = await unpaidCourse(admin, 1);
  const reason = 'Settled meanwhile: payment and access agree';
  await page.route('**/api/admin/access/remove/', (route) =>
    route.fulfill({
      json: { changed: 0, mends: [], skipped: [{ user: members[0].name, product: name, reason }] },
    }),
  );
  await open(`/order/access?view=access-unpaid&search=${encodeURIComponent(name)}`);
  await page.getByRole('button', { name: 'Remove access' }).click();
  const dialog = page.getByRole('dialog', { name: '1 row was not changed' });
  await expect(dialog.getByRole('row', { name: reason })).toContainText(members[0].name);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
});

test('the start page leads customer service to what was paid for, which is the only list and the only action it has', async ({
  page,
  open,
}) => {
  await open('/home', { role: 'customer-service' });
  const kinds = page.getByRole('navigation', { name: 'Kinds of work' });
  await kinds.getByRole('link', { name: /^Paid without access \d+/ }).click();
  const waiting = page.locator('tr[data-row]').first();
  await expect(waiting.getByRole('button', { name: /^Give access/ })).toBeVisible();
  await expect(kinds.getByRole('link', { name: /^Access without payment/ })).toHaveCount(0);
  await page.goto('/order/access');
  const row = page.locator('tr[data-row]').first();
  await expect(row.getByRole('button', { name: 'Give access' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Check now' })).toBeVisible();
  await expect(page.getByText(/^Access without payment|^Intended/)).toHaveCount(0);
  await row.getByRole('checkbox').check();
  await expect(page.getByRole('region', { name: 'Selection' }).getByRole('button')).toHaveText([
    /^Select all/,
    'Clear selection',
    /^Copy e-mail/,
    'Give access (1 row)',
  ]);

  await page.goto('/order/access?view=access-unpaid');
  await expect(page.getByText('An admin can remove access and mark it as intended.')).toBeVisible();
  await expect(page.locator('tr[data-row]').first()).toBeVisible();
  await expect(page.getByRole('button', { name: /^(Give|Remove) access|^Mark as intended/ })).toHaveCount(0);
});

test('customer service finds a caller by phone and gives what they paid for in six acts', async ({
  page,
  open,
  api,
}) => {
  const admin = await api();
  const { member, invoice, isOpen } = await paidInVain(admin);
  await checkAccess(admin);
  await open('/home', { role: 'customer-service' });
  await expect(page.getByRole('link', { name: /^Paid without access/ })).toBeVisible();
  const work = effort(page);
  await work.press('Control+k');
  await work.type('paid and access');
  await work.press('Enter');
  await expect(page.locator('tr[data-row]').first()).toBeVisible();
  await work.press('/');
  await work.type(`+62 ${member.phoneNumber.replace(/\D/g, '').replace(/^(0|62)/, '')}`);
  await expect(page.getByRole('table').getByText(member.email).first()).toBeVisible();
  const row = page.locator('tr[data-row]').filter({ hasText: invoice });
  await expect(row).toHaveCount(1);
  await work.click(row.getByRole('button', { name: 'Give access' }));
  await expect(toast(page, 'Access given: 1')).toBeVisible();
  const acts = work.clicks + work.keys + work.texts;
  console.log(`a caller who paid: ${acts} acts`);
  expect([acts <= 6, await isOpen()]).toEqual([true, true]);
});

test('access of all matching rows is removed by a job, and restored on its page', async ({ page, open, api }) => {
  test.slow();
  const admin = await api();
  const name = unique('Kelas Borongan');
  const members = await newMembers(admin, 100);
  const courses: string[] = [];
  for (let n = 0; n * members.length <= 640; n += 1) {
    const { courseId } = await admin.send('POST', '/admin/course/type/flexy/', { name: `${name} ${n}` });
    await admin.send('PUT', `/admin/course/${courseId}/`, { type: 0, price: 250_000 });
    const userIds = members.map(({ id }) => id);
    await admin.send('PUT', `/admin/user/course/${courseId}/assign/`, { userIds });
    courses.push(courseId);
  }
  await checkAccess(admin);
  const query = `view=access-unpaid&search=${encodeURIComponent(name.toLowerCase())}`;
  const listed = async () => (await admin.send('GET', `/admin/access/?${query}`)).totalItems as number;
  const total = await listed();
  expect(total).toBeGreaterThan(500);
  await open(`/order/access?${query}`);
  const { bar, pageBox } = selectionOf(page);
  await pageBox.check();
  await bar.getByRole('button', { name: `Select all ${total} that match` }).click();
  await bar.getByRole('button', { name: 'Remove access of all that match' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove access' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Remove access that was not paid');
  const state = page.getByRole('region', { name: 'State' });
  await expect(state).toContainText(`${total} done`, { timeout: 60_000 });
  expect(await listed()).toBe(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('dialog').getByRole('button', { name: /^Undo/ }).click();
  await expect(state).toContainText(`${total} undone`, { timeout: 60_000 });
  expect(await listed()).toBe(total);
  const { totalAssigned } = await admin.send('GET', `/admin/user/course/${courses[0]}/`);
  expect(totalAssigned).toBe(members.length);
});
