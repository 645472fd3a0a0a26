/** Tests row selection in lists: by key, range, page and all matching; what clears it; bulk actions. */
import type { Page } from '@playwright/test';
import { type Api, expect, type Json, test, unique } from './fixtures.ts';
import { toast } from './toast.ts';
import { selectByKeysAndRanges, selectionOf } from './selecting.ts';

/** A brand whose users no other test changes. */
const tenant = 'cyber';
const size = 5;

const usersOf = async (admin: Api, search = ''): Promise<{ users: Json[]; totalItems: number }> =>
  await admin.send('GET', `/admin/user?pageSize=100&search=${search}`);
const boxOf = (page: Page, id: string) => page.locator(`tr[data-row="${id}"]`).getByRole('checkbox');
const boxAt = (page: Page) => (row: number) =>
  page
    .locator('tr[data-row]')
    .nth(row - 1)
    .getByRole('checkbox');
const action = (page: Page, name: string | RegExp) => selectionOf(page).bar.getByRole('button', { name });

test('rows are selected by key, range and page, kept across pages, and all matching at once', async ({
  page,
  open,
  api,
}) => {
  const admin = await api('admin', tenant);
  const { users, totalItems } = await usersOf(admin, 'kampus.test');
  expect(totalItems).toBeGreaterThan(size + 1);
  await open(`/user?pageSize=${size}&search=kampus.test`, { tenant });
  await boxOf(page, users[0].id).waitFor();
  await selectByKeysAndRanges(page, boxAt(page));
  const { bar, count } = selectionOf(page);
  await page.keyboard.press('?');
  const help = page.getByRole('dialog');
  for (const does of ['Select the row', 'Select a range', 'Clear the selection'])
    await expect(help.getByText(does)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(help).toHaveCount(0);
  await expect(count).toHaveText('5 selected');

  await page.getByRole('button', { name: 'Next page' }).click();
  await boxOf(page, users[size].id).check();
  await expect(count).toHaveText('6 selected');
  await page.getByRole('button', { name: 'Previous page' }).click();
  await expect(boxOf(page, users[0].id)).toBeChecked();
  await page.getByRole('combobox', { name: 'Sort' }).selectOption('-name');
  await expect(page).toHaveURL(/sort=-name/);
  await expect(count).toHaveText('6 selected');
  await action(page, `Select all ${totalItems} that match`).click();
  await expect(count).toHaveText(`${totalItems} selected`);
  await expect(action(page, /^Select all/)).toHaveCount(0);

  await boxAt(page)(1).focus();
  await page.keyboard.press('Escape');
  await expect(bar).toHaveCount(0);
  await expect(boxAt(page)(1)).toBeFocused();
  await expect(boxAt(page)(1)).not.toBeChecked();
});

test(
  'a new search or filter clears the selection, and Clear focuses the search',
  { tag: '@system' },
  async ({ page, open }) => {
    await open('/order', { tenant });
    const { bar, count } = selectionOf(page);
    const search = page.getByRole('textbox', { name: /^Search/ });
    await boxAt(page)(1).check();
    await expect(count).toHaveText('1 selected');
    await page.getByRole('combobox', { name: 'Status' }).selectOption('Lunas');
    await expect(bar).toHaveCount(0);
    await page.locator('tr[data-row]', { hasText: 'Lunas' }).first().waitFor();
    await page.locator('table[aria-busy="false"]').waitFor();
    await boxAt(page)(1).check();
    await search.fill('kampus.test');
    await expect(bar).toHaveCount(0);
    await expect(page).toHaveURL(/search=kampus/);
    await page.locator('table[aria-busy="false"]').waitFor();
    await boxAt(page)(1).check();
    await action(page, 'Clear selection').click();
    await expect(bar).toHaveCount(0);
    await expect(search).toBeFocused();
  },
);

test(
  'rows of the previous query cannot be selected while the next is loading',
  { tag: '@system' },
  async ({ page, open }) => {
    await open('/order', { tenant });
    await boxAt(page)(1).waitFor();
    const answer = Promise.withResolvers<void>();
    await page.route('**/api/admin/orders?*status=refunded*', async (route) => {
      await answer.promise;
      await route.continue();
    });
    await page.getByRole('combobox', { name: 'Status' }).selectOption('Dikembalikan');
    await page.locator('table[aria-busy="true"]').waitFor();
    await boxAt(page)(1).click();
    await expect(boxAt(page)(1)).not.toBeChecked();
    answer.resolve();
    await page.locator('tr[data-row]', { hasText: 'Dikembalikan' }).first().waitFor();
    await expect(selectionOf(page).bar).toHaveCount(0);
    await boxAt(page)(1).check();
    await expect(selectionOf(page).count).toHaveText('1 selected');
  },
);

test(
  'selecting all matching rows shows progress and can be cancelled',
  { tag: '@system' },
  async ({ page, open, api }) => {
    const { totalItems } = await usersOf(await api('admin', tenant));
    expect(totalItems).toBeGreaterThan(100);
    await open('/user', { tenant });
    const answer = Promise.withResolvers<void>();
    const isSecond = ({ pathname, searchParams }: URL) =>
      pathname === '/api/admin/user' && searchParams.get('page') === '2' && searchParams.get('pageSize') === '100';
    await page.route(isSecond, async (route) => {
      await answer.promise;
      await route.continue().catch(() => {});
    });
    await boxAt(page)(1).check();
    const { bar, count } = selectionOf(page);
    await action(page, `Select all ${totalItems} that match`).click();
    await expect(bar.getByText(`Reading 100 of ${totalItems}`)).toBeVisible();
    await expect(action(page, /^Reading/)).toHaveAttribute('aria-disabled', 'true');
    await action(page, 'Cancel').click();
    await expect(action(page, `Select all ${totalItems} that match`)).toBeVisible();
    await expect(count).toHaveText('1 selected');
    await expect(page.getByText('Not all could be selected')).toHaveCount(0);
    answer.resolve();
    await action(page, `Select all ${totalItems} that match`).click();
    await expect(count).toHaveText(`${totalItems} selected`);
  },
);

test(
  'a selection larger than an action’s limit shows the limit and no actions',
  { tag: '@system' },
  async ({ page, open, api }) => {
    const { users } = await usersOf(await api('admin', tenant));
    await page.route('**/api/admin/user?*', (route) => {
      const at = Number(new URL(route.request().url()).searchParams.get('page') ?? 1);
      const rows = users.slice(0, 100).map((user, index) => ({
        ...user,
        id: `00000000-0000-4000-8000-${String(at * 1000 + index).padStart(12, '0')}`,
      }));
      return route.fulfill({ json: { page: at, pageSize: 100, totalItems: 600, users: rows } });
    });
    await open('/user?pageSize=100', { tenant });
    const { bar, count, pageBox } = selectionOf(page);
    for (let at = 1; at <= 6; at += 1) {
      await boxOf(page, `00000000-0000-4000-8000-00000000${at}000`).waitFor();
      await pageBox.check();
      await expect(count).toHaveText(`${at}00 selected`);
      if (at === 1) await expect(bar.getByRole('button', { name: 'Select all 600 that match' })).toBeVisible();
      if (at < 6) await page.getByRole('button', { name: 'Next page' }).click();
    }
    await expect(bar.getByText('Up to 500 at a time: take out 100 first.')).toBeVisible();
    await expect(bar.getByRole('button')).toHaveText(['Clear selection']);
  },
);

test('a course is assigned to all selected users after a preview, and Undo reverts it', async ({ page, open, api }) => {
  const admin = await api('admin', tenant);
  const name = unique('Kelas Bersama');
  const { courseId } = await admin.send('POST', '/admin/course/type/flexy/', { name });
  const { users } = await usersOf(admin);
  const [one, two, three] = users.filter(({ role }) => role === 'member');
  const instructor = users.find(({ role }) => role === 'instructor');
  await admin.send('PUT', `/admin/user/course/${courseId}/assign/`, { userId: two.id });
  const members = async () => {
    const { users } = await admin.send('GET', `/admin/user/course/${courseId}/?isAssigned=true`);
    return users.map(({ id }: Json) => id).toSorted();
  };
  await open('/user?pageSize=100', { tenant });
  await boxOf(page, instructor.id).check();
  await expect(action(page, 'Copy e-mails')).toBeVisible();
  await expect(action(page, 'Assign a course')).toHaveCount(0);
  for (const { id } of [one, two, three]) await boxOf(page, id).check();
  await action(page, 'Assign a course').click();
  const dialog = page.getByRole('dialog', { name: 'Assign a course' });
  await expect(dialog.getByRole('button', { name: 'Assign 3 people' })).toHaveAttribute('aria-disabled', 'true');
  await expect(dialog.getByRole('textbox', { name: 'Course' })).toBeFocused();
  await page.keyboard.type(name);
  await dialog.getByRole('radio', { name }).check();
  await expect(dialog.getByText(`“${name}” is not published: members can open it once it is.`)).toBeVisible();
  await expect(
    dialog.getByText(
      `Assign 3 people to “${name}”; 1 is a member already. 1 is staff and left out: only members take courses.`,
    ),
  ).toBeVisible();
  await dialog.getByRole('button', { name: 'Assign 3 people' }).click();
  await expect(toast(page, 'Assigned 2 users to the course')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(action(page, 'Assign a course')).toBeFocused();
  expect(await members()).toEqual([one.id, two.id, three.id].toSorted());
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(toast(page, '2 undone')).toBeVisible();
  expect(await members()).toEqual([two.id]);
});

test(
  'the dialog stays open and says why some users cannot get the course',
  { tag: '@system' },
  async ({ page, open, api }) => {
    const admin = await api('admin', tenant);
    const name = unique('Kelas Kecil');
    const { courseId } = await admin.send('POST', '/admin/course/type/fast-track/', { name });
    const { version, ...course } = await admin.send('GET', `/admin/course/${courseId}/`);
    await admin.send(
      'PUT',
      `/admin/course/${courseId}/`,
      { type: course.type, capacity: 1 },
      { 'if-match': `"${version}"` },
    );
    await open('/user?search=kampus.test', { tenant });
    const { pageBox } = selectionOf(page);
    await boxAt(page)(1).waitFor();
    await pageBox.check();
    await action(page, 'Assign a course').click();
    const dialog = page.getByRole('dialog', { name: 'Assign a course' });
    await dialog.getByRole('textbox', { name: 'Course' }).fill(name);
    await dialog.getByRole('radio', { name }).check();
    await dialog.getByRole('button', { name: 'Assign 5 people' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'Failed to assign course' })).toHaveText(
      'Failed to assign courseThis course has no room for 5 more: 0 of 1 places are taken',
    );
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(action(page, 'Assign a course')).toBeFocused();
  },
);

test(
  'e-mails, phones and invoices of selected rows are copied, and rows without one are counted',
  { tag: '@system' },
  async ({ page, open, api, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const copied = () => page.evaluate(() => navigator.clipboard.readText());
    const admin = await api('admin', tenant);
    const { users } = await usersOf(admin);
    const shown = users.slice(0, size).map((user, index) => (index === 0 ? { ...user, phoneNumber: '' } : user));
    await page.route('**/api/admin/user?*', (route) =>
      route.fulfill({ json: { page: 1, pageSize: size, totalItems: size, users: shown } }),
    );
    await open('/user', { tenant });
    await boxOf(page, shown[0].id).check();
    await expect(action(page, 'Copy e-mails')).toBeVisible();
    await expect(action(page, 'Copy phone numbers')).toHaveCount(0);
    await selectionOf(page).pageBox.check();
    await action(page, 'Copy e-mails').click();
    await expect(toast(page, `Copied ${size} e-mails`)).toBeVisible();
    expect(await copied()).toBe(shown.map(({ email }) => email).join('\n'));
    await action(page, 'Copy phone numbers').click();
    await expect(toast(page, 'Copied 4 phone numbers; 1 person without one')).toBeVisible();
    expect(await copied()).toBe(
      shown
        .slice(1)
        .map(({ phoneNumber }) => phoneNumber)
        .join('\n'),
    );

    const ordersOf = async (query: string): Promise<Json[]> =>
      (await admin.send('GET', `/admin/orders?pageSize=20&${query}`)).data;
    const latest = await ordersOf('');
    const buyers = latest.map(({ user }) => user.email);
    const email = buyers.find((one, at) => buyers.indexOf(one) < at);
    const orders = await ordersOf(`search=${email}`);
    await open(`/order?pageSize=20&search=${email}`, { tenant });
    await boxOf(page, orders[0]!.orderId).waitFor();
    await selectionOf(page).pageBox.check();
    await action(page, 'Copy invoices').click();
    await expect(toast(page, `Copied ${orders.length} invoices`)).toBeVisible();
    expect(await copied()).toBe(orders.map(({ invoiceNumber }) => invoiceNumber).join('\n'));
    await action(page, 'Copy e-mails').click();
    await expect(toast(page, 'Copied 1 e-mail')).toBeVisible();
    expect(await copied()).toBe(email);
  },
);

test(
  'cards can be selected on a phone, and the bar is visible above them',
  { tag: '@system' },
  async ({ page, open }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await open('/user?search=kampus.test', { tenant });
    const { bar, count, pageBox } = selectionOf(page);
    await boxAt(page)(2).check();
    await expect(count).toHaveText('1 selected');
    await pageBox.check();
    await expect(count).toHaveText('5 selected');
    await expect(bar).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  },
);

test(
  'users who may not assign can copy, and a list without selection has no checkboxes',
  { tag: '@system' },
  async ({ page, open }) => {
    await open('/user', { tenant, role: 'customer-service' });
    await page.locator('tr[data-row]').first().waitFor();
    await boxAt(page)(1).check();
    await expect(page.getByRole('button', { name: /e-mail/ })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Assign a course' })).toHaveCount(0);
    await open('/product', { tenant });
    await page.locator('tr[data-row]').first().waitFor();
    await expect(page.getByRole('checkbox')).toHaveCount(0);
  },
);

test('an unavailable button keeps the focus and gives the reason', { tag: '@system' }, async ({ page, open, api }) => {
  const answers = Promise.withResolvers<void>();
  await page.route('**/api/admin/user?*', async (route) => {
    await answers.promise;
    await route.continue();
  });
  await open('/user', { tenant });
  const { pageBox, count } = selectionOf(page);
  await pageBox.focus();
  await page.keyboard.press('Space');
  await expect(pageBox).toHaveAttribute('aria-description', 'The rows are loading');
  await expect(pageBox).not.toBeChecked();
  answers.resolve();
  await boxAt(page)(1).waitFor();
  await expect(pageBox).toBeFocused();
  await page.keyboard.press('Space');
  await expect(count).toHaveText(`${size} selected`);

  const admin = await api('admin', tenant);
  const word = unique('Kelas Tertunda');
  for (const n of [1, 2]) await admin.send('POST', '/admin/course/type/flexy/', { name: `${word} no ${n}` });
  const { users } = await usersOf(admin);
  const assigned = Promise.withResolvers<void>();
  await page.route('**/assign/', async (route) => {
    await assigned.promise;
    await route.continue();
  });
  await open(`/user/${users.find(({ role }) => role === 'member').id}/courses`, { tenant });
  const courses = page.getByRole('region', { name: /^Courses/ });
  await courses.getByText(/^Available \d/).click();
  await courses.getByRole('textbox', { name: 'Search courses' }).fill(word);
  const button = (n: number) => courses.getByRole('button', { name: `Assign ${word} no ${n}` });
  await button(1).press('Enter');
  await expect(button(2)).toHaveAttribute('aria-description', 'A change is being saved');
  await expect(button(1)).toBeFocused();
  assigned.resolve();
  await expect(button(1)).toHaveCount(0);
  await expect(button(2)).not.toHaveAttribute('aria-disabled');
});
