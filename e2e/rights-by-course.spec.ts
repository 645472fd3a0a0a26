/** Browser tests of the brand's settings, and of an instructor who sees only courses that name them. */
import { expect } from '@playwright/test';
import { ofTest, test, unique } from './fixtures.ts';

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

test('an instructor sees only courses that name them, and a course as soon as an admin names them', async ({
  page,
  open,
  api,
}) => {
  const admin = await api('admin', 'data');
  const { courseId } = await admin.send('POST', '/admin/course/type/flexy/', { name: unique('Kelas baru') });
  const accounts = await admin.send('GET', '/admin/course/instructor/');
  const { userId } = accounts.find(({ email }: { email: string }) => email === 'instructor@demo.test');
  await open(`/course/flexy/${courseId}`, { role: 'instructor', tenant: 'data' });
  await expect(page.getByRole('heading', { name: 'This course was not found' })).toBeVisible();
  await admin.send('PUT', `/admin/course/${courseId}/`, { type: 0, instructors: [{ name: 'Intan', userId }] });
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: ofTest })).toBeVisible();
  // Only admins choose accounts.
  await expect(page.getByLabel('Account', { exact: true })).toHaveCount(0);
  const own = await (await api('instructor', 'data')).send('GET', '/admin/course/type/flexy/?pageSize=100');
  const all = await admin.send('GET', '/admin/course/type/flexy/?pageSize=100');
  expect(own.totalItems).toBeGreaterThan(1);
  expect(own.totalItems).toBeLessThan(all.totalItems);
  await admin.send('DELETE', `/admin/course/${courseId}/`);
});
