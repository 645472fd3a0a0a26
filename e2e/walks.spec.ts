/** Tests daily jobs by keyboard alone: a course, a caller, an order. */
import type { Page } from '@playwright/test';
import { expect, test, unique } from './fixtures.ts';
import { toast } from './toast.ts';
import { keyboardOf } from './keyboard.ts';

/** Opens the only palette result for a text. */
async function openByPalette(page: Page, text: string, address: string) {
  const { press, type } = keyboardOf(page);
  await page.getByRole('heading', { name: /^Today/ }).waitFor();
  await press('Control+k');
  await expect(page.getByRole('combobox', { name: 'Go to or find' })).toBeFocused();
  await type(text);
  // A user is listed before their subscription.
  const first = page.getByRole('option').first();
  await expect(first).toHaveAttribute('href', address);
  await expect(first).toHaveAttribute('aria-selected', 'true');
  await press('Enter');
  await expect(page).toHaveURL(new RegExp(`${address}$`));
}

test('a course is found, opened, changed, saved and published by keyboard alone', async ({ page, open, api }) => {
  const admin = await api();
  const name = unique('Kelas Jalan');
  // A copy of a published course is complete.
  const { courses } = await admin.send('GET', '/admin/course/type/flexy/?isPublished=true&pageSize=1');
  const { courseId } = await admin.send('PUT', `/admin/course/${courses[0].id}/duplicate/`);
  await admin.send('PUT', `/admin/course/${courseId}/`, { type: 0, name });
  await open('/home');
  await openByPalette(page, name, `/course/flexy/${courseId}`);
  const { press, type, tabTo } = keyboardOf(page);

  await tabTo(page.getByRole('region', { name: 'Basics' }).getByLabel('Name', { exact: true }));
  await press('End');
  await type(' baru');
  await press('Control+s');
  await expect(page.getByRole('heading', { name: `${name} baru`, level: 1 })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Unsaved changes' })).toHaveCount(0);

  await tabTo(page.getByRole('button', { name: 'Publish', exact: true }), 'Shift+Tab');
  await press('Enter');
  await expect(page.getByRole('button', { name: 'More actions' })).toBeFocused();
  await expect
    .poll(() => admin.send('GET', `/admin/course/${courseId}/`))
    .toMatchObject({ name: `${name} baru`, isPublished: true });
});

test('a course is built from nothing to published by keyboard alone', async ({ page, open, api }) => {
  const instructor = await api('instructor');
  const { courses } = await instructor.send('GET', '/admin/course/type/flexy/?isPublished=true&pageSize=1');
  const name = unique('Kelas Nol');
  await open('/course/flexy', { role: 'instructor' });
  await page.locator('tr[data-row]').first().waitFor();
  const { press, type, tabTo } = keyboardOf(page);
  const line = (text: RegExp) => page.getByRole('treeitem', { name: text });
  const newItem = page.getByLabel('Name of the new item');

  await press('n');
  await expect(page.getByRole('dialog').getByLabel('Name')).toBeFocused();
  await type(name);
  await press('Enter');
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  await tabTo(page.getByRole('link', { name: 'a thumbnail', exact: true }));
  await press('Enter');
  await expect(page.getByRole('textbox', { name: /^Thumbnail/ })).toBeFocused();
  await type(courses[0].thumbnail);
  await tabTo(page.getByRole('combobox', { name: /^Category/ }));
  await type('Data');
  await press('Control+s');
  await expect(toast(page, 'Successfully Update Course')).toBeVisible();

  await tabTo(page.getByRole('link', { name: 'a section', exact: true }), 'Shift+Tab');
  await press('Enter');
  await expect(page).toHaveURL(/\/curriculum$/);
  await tabTo(page.getByRole('button', { name: 'Add a section' }));
  await press('Enter');
  await type('Pembuka');
  await press('Enter');
  await expect(line(/^Pembuka,/)).toBeFocused();
  await press('Enter');
  await expect(newItem).toBeFocused();
  for (const [kind, text, label] of [
    ['Article', 'Selamat datang', /^Selamat datang,/],
    ['Quiz', '', /^Nama Kuis .*-2,/],
    ['Survey', 'Kesan pertama', /^Kesan pertama,/],
  ] as const) {
    await press('Shift+Tab');
    await expect(page.getByLabel('Type of the new item')).toBeFocused();
    await type(kind);
    await press('Tab');
    await expect(newItem).toBeFocused();
    if (text) await type(text);
    await press('Enter');
    await expect(line(label)).toBeVisible();
  }
  await press('Escape');
  await expect(line(/^Kesan pertama,/)).toBeFocused();
  await press('ArrowUp');
  await press('ArrowUp');
  await expect(line(/^Selamat datang,/)).toBeFocused();
  await tabTo(page.getByRole('textbox', { name: /^Content/ }));
  await type('Mari mulai.');
  await press('Control+s');
  await expect(toast(page, 'Update Lesson Success')).toBeVisible();

  await tabTo(page.getByRole('button', { name: 'Publish', exact: true }), 'Shift+Tab');
  await press('Enter');
  await expect(page.getByRole('button', { name: 'More actions' })).toBeFocused();
  const { courses: found } = await instructor.send('GET', `/admin/course/type/flexy/?search=${name}`);
  const course = await instructor.send('GET', `/admin/course/${found[0].id}/`);
  expect(course).toMatchObject({ name, isPublished: true, category: 'data', thumbnail: courses[0].thumbnail });
  expect(course.sections[0].items).toMatchObject([
    { kind: 'lesson', type: 'ARTICLE', isEmpty: false },
    { kind: 'quiz' },
    { kind: 'survey', name: 'Kesan pertama' },
  ]);
});

test(
  'a caller is found by phone, renamed, given a new password and a course by keyboard alone',
  { tag: '@system' },
  async ({ page, open, api }, { repeatEachIndex }) => {
    const admin = await api();
    const course = unique('Kelas Telepon');
    await admin.send('POST', '/admin/course/type/flexy/', { name: course });
    const { users } = await admin.send('GET', '/admin/user?pageSize=100&sort=joined');
    // A member that no other test changes (user.spec.ts).
    const member = users.filter(({ role }: { role: string }) => role === 'member')[45 + repeatEachIndex];
    const name = unique('Nama Telepon');
    await open('/home');
    await openByPalette(
      page,
      `+62 ${member.phoneNumber.replace(/\D/g, '').replace(/^(0|62)/, '')}`,
      `/user/${member.id}`,
    );
    const { press, type, tabTo } = keyboardOf(page);

    const tabs = page.getByRole('navigation', { name: 'Tabs' });
    await tabTo(tabs.getByRole('link', { name: 'Account' }));
    await press('Enter');
    await tabTo(page.getByLabel('Full name'));
    await press('Control+a');
    await type(name);
    await press('Control+s');
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Unsaved changes' })).toHaveCount(0);

    const password = page.getByRole('region', { name: 'Password' });
    await tabTo(password.getByRole('button', { name: 'Generate' }));
    await press('Enter');
    await tabTo(password.getByRole('button', { name: 'Change password' }));
    await press('Enter');
    await expect(toast(page, 'Password berhasil diubah')).toBeVisible();

    const courses = page.getByRole('region', { name: /^Courses/ });
    await tabTo(tabs.getByRole('link', { name: /^Courses/ }), 'Shift+Tab');
    await press('Enter');
    await tabTo(courses.getByRole('radio', { name: /^Assigned/ }));
    await press('ArrowRight');
    await expect(courses.getByRole('radio', { name: /^Available/ })).toBeChecked();
    const search = courses.getByRole('textbox', { name: 'Search courses' });
    await tabTo(search);
    await type(course);
    await tabTo(courses.getByRole('button', { name: `Assign ${course}` }));
    await press('Enter');
    await expect(toast(page, 'Course successfully assigned')).toBeVisible();
    await expect(search).toBeFocused();
    expect(await admin.send('GET', `/admin/user/${member.id}/profile/`)).toMatchObject({ name });
  },
);

test(
  'an order is found, previewed, opened and left for its row by keyboard alone',
  { tag: '@system' },
  async ({ page, open, api }) => {
    const { data } = await (await api()).send('GET', '/admin/orders?pageSize=1&page=23');
    const { orderId, invoiceNumber } = data[0];
    await open('/order');
    const { press, type, tabTo } = keyboardOf(page);
    const row = page.locator('[data-row-link]');
    await expect(row).toHaveCount(10);
    await press('/');
    await type(invoiceNumber);
    await expect(row).toHaveCount(1);
    await expect(row).toContainText(invoiceNumber);
    await tabTo(row);
    await press('Space');
    const panel = page.getByRole('complementary', { name: 'Peek at the order' });
    await expect(panel.getByRole('region', { name: 'Facts' })).toBeVisible();
    await expect(row).toBeFocused();
    await press('Enter');
    await expect(page).toHaveURL(new RegExp(`/order/${orderId}$`));
    await expect(page.getByRole('region', { name: 'Items' })).toBeVisible();
    await tabTo(
      page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Orders' }),
      'Shift+Tab',
    );
    await press('Enter');
    await expect(page).toHaveURL(/\/order\?/);
    await expect(row).toBeFocused();
    await expect(row).toContainText(invoiceNumber);
  },
);
