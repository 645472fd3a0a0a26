/** Tests the end of the access to a course in a browser. */
import { jakartaDay, plusDays } from '#contract/kernel/days.ts';
import { newMembers } from './access-gaps.ts';
import { expectAccessible } from './axe.ts';
import { expect, test, unique } from './fixtures.ts';

const inDays = (days: number) => plusDays(jakartaDay(new Date()), days);

test('access that ends soon is extended for two members with four acts, and undone', async ({ page, open, api }) => {
  const admin = await api();
  const [one, two, other] = await newMembers(admin, 3);
  const name = unique('Kelas Berakhir');
  const { courseId } = await admin.send('POST', '/admin/course/type/flexy/', { name });
  await admin.send('PUT', `/admin/course/${courseId}/`, { type: 0, accessMonths: 12 });
  const ids = [one.id, two.id, other.id];
  await admin.send('PUT', `/admin/user/course/${courseId}/assign/`, { userIds: ids });
  const change = { expected: 2, value: 'until', mayShorten: true, ownerId: courseId };
  await admin.send('POST', `/admin/batch/course-access/?ownerId=${courseId}`, {
    ...change,
    ids: [one.id, two.id],
    until: inDays(9),
  });
  await open(`/course/flexy/${courseId}/members`);
  const rows = page.locator('tr[data-row]');
  await expect(rows).toHaveCount(3);
  await expect(rows.filter({ hasText: other.name })).toContainText(/Until \d+ \S+ \d{4}/);
  await page.getByLabel('Access', { exact: true }).selectOption({ label: 'Ends in 30 days' });
  await expect(rows).toHaveCount(2);
  await page.getByRole('checkbox', { name: 'Select all of this page' }).check();
  await page.getByRole('button', { name: 'Set the end of the access' }).click();
  await page.getByRole('textbox', { name: 'Last day' }).fill(inDays(90).split('-').toReversed().join('/'));
  await expectAccessible(page, '/course/flexy/$id/{-$tab}');
  await page.getByRole('button', { name: 'Set it for 2 members' }).click();
  await expect(page.getByText('No users match')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(rows).toHaveCount(2);
  await page.getByRole('button', { name: `Change the access: ${one.name}` }).click();
  await page.getByRole('dialog').getByText('No end', { exact: true }).click();
  await page.getByRole('button', { name: 'Set it for 1 member' }).click();
  await expect(rows).toHaveCount(1);
});
