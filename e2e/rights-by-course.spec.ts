/** Browser tests of the brand's settings, and of an instructor who sees only courses that name them. */
import { expect } from '@playwright/test';
import { type Json, test, unique } from './fixtures.ts';

test('a superadmin changes what instructors see with the keyboard, and it is in the history', async ({
  page,
  open,
}) => {
  await open('/settings', { role: 'superadmin', tenant: 'cyber' });
  const choice = page.getByLabel('Instructors see');
  await expect(choice).toHaveValue(/\d/);
  await choice.focus();
  await choice.selectOption('Only courses on which they are named');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Settings saved')).toBeVisible();
  await expect(page.getByRole('region', { name: 'History' })).toContainText('Instructors see');
  await choice.selectOption('All courses');
  await page.keyboard.press('Control+s');
  await expect(choice.locator('option:checked')).toHaveText('All courses');
});

test('an admin names an account on a course, and the instructor sees this course and no other one', async ({
  page,
  open,
  api,
  originOf,
}) => {
  const admin = await api('admin', 'data');
  const name = unique('Kelas baru');
  const { courseId } = await admin.send('POST', '/admin/course/type/flexy/', { name });
  const path = `/course/flexy/${courseId}`;
  await open(path, { role: 'instructor', tenant: 'data' });
  await expect(page.getByRole('heading', { name: 'This course was not found' })).toBeVisible();
  await expect(page.getByText('your account may not see it')).toBeVisible();

  // An account is enough: its name is written with it.
  await open(path, { tenant: 'data' });
  await page.getByRole('button', { name: 'Add instructor' }).click();
  const card = page.getByRole('group', { name: 'Instructor 1' });
  await card.getByLabel('Account').selectOption('Intan Maharani, instructor@demo.test');
  await expect(card.getByLabel('Name', { exact: true })).toHaveValue('Intan Maharani');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Successfully Update Course')).toBeVisible();

  await open(path, { role: 'instructor', tenant: 'data' });
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  // Only admins choose accounts.
  await expect(page.getByLabel('Account', { exact: true })).toHaveCount(0);
  const own = await (await api('instructor', 'data')).send('GET', '/admin/course/type/flexy/?pageSize=100');
  const all = await admin.send('GET', '/admin/course/type/flexy/?pageSize=100');
  const ids = new Set(own.courses.map(({ id }: Json) => id));
  const other: Json = all.courses.find(({ id }: Json) => !ids.has(id));
  expect(own.totalItems).toBeLessThan(all.totalItems);

  const goTo = (where: string) => page.goto(`${originOf('data')}${where}`);
  for (const [list, heading] of [
    ['/course/flexy?pageSize=100', 'Flexy courses'],
    ['/submission?pageSize=100', 'Submissions'],
    ['/certificate?pageSize=100', 'Certificates'],
    ['/calendar?view=month', 'Calendar'],
    ['/home', /^Today/],
  ] as const) {
    await goTo(list);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expect(page.getByRole('row').or(page.getByRole('grid')).first()).toBeVisible();
    await expect(page.getByText(other.name)).toHaveCount(0);
  }
  for (const tab of ['', '/members', '/attendance', '/curriculum']) {
    await goTo(`/course/flexy/${other.id}${tab}`);
    await expect(page.getByRole('heading', { name: 'This course was not found' })).toBeVisible();
  }
  await goTo('/exports');
  await expect(page.getByRole('heading', { name: 'You do not have access' })).toBeVisible();

  const find = async (text: string) => {
    await page.keyboard.press('Control+k');
    await page.keyboard.type(text);
  };
  await goTo('/home');
  await expect(page.getByRole('heading', { name: /^Today/ })).toBeVisible();
  await find(other.name);
  await expect(page.getByText(/^No results for/)).toBeVisible();
  await page.keyboard.press('Escape');
  await find(name);
  await expect(page.getByRole('option', { name: new RegExp(name) })).toBeVisible();
  await admin.send('DELETE', `/admin/course/${courseId}/`);
});
