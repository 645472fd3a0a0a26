/** Tests the messages about users and their courses (spec §8). */
import { expect, test, unique } from './fixtures.ts';
import { type Stage, problem } from './screen-states.ts';
import { testMessages, saved } from './message-tests.ts';

/** Opens the page of a member in a brand whose users no other test changes. */
async function aMember({ page, open, api }: Stage, place: number, tab = '') {
  const tenant = 'cyber' as const;
  const { users } = await (await api('admin', tenant)).send('GET', '/admin/user?pageSize=100&sort=joined');
  const member = users.filter(({ role }: { role: string }) => role === 'member')[place];
  await open(`/user/${member.id}${tab}`, { tenant });
  await page.getByRole('heading', { level: 1, name: member.name }).waitFor();
}

async function aCourse({ api }: Stage): Promise<string> {
  const name = unique('Kelas Kata');
  await (await api('admin', 'cyber')).send('POST', '/admin/course/type/flexy/', { name });
  return name;
}

testMessages({
  does: 'changing a name',
  call: ['PATCH', '**/profile/'],
  ok: 'Nama berhasil diubah',
  fail: 'Failed to update data, please try again',
  isFromServer: true,
  begin: async (stage) => {
    await aMember(stage, 20, '/account');
    await stage.page.getByLabel('Full name').fill(unique('Nama Kata'));
    return saved(stage.page);
  },
});

testMessages({
  does: 'changing a password',
  call: ['PUT', '**/password/'],
  ok: 'Password berhasil diubah',
  fail: 'Failed to update data, please try again',
  isFromServer: true,
  begin: async (stage) => {
    await aMember(stage, 21, '/account');
    await stage.page.getByLabel('New password', { exact: true }).fill('Kuda-Terbang-Tinggi-2026');
    return () => stage.page.getByRole('button', { name: 'Change password' }).click();
  },
});

testMessages({
  does: 'assigning a course to a user',
  call: ['PUT', '**/assign/'],
  ok: 'Course successfully assigned',
  fail: 'Failed to assign course',
  begin: async (stage) => {
    const { page } = stage;
    const name = await aCourse(stage);
    await aMember(stage, 22, '/courses');
    const courses = page.getByRole('region', { name: /^Courses/ });
    await courses.getByText(/^Available \d/).click();
    await courses.getByRole('textbox', { name: 'Search courses' }).fill(name);
    return () => courses.getByRole('button', { name: `Assign ${name}` }).click();
  },
});

testMessages({
  does: 'assigning a course in the header of a user',
  call: ['PUT', '**/assign/'],
  ok: 'Course successfully assigned',
  fail: 'Failed to assign course',
  begin: async (stage) => {
    const { page } = stage;
    const name = await aCourse(stage);
    await aMember(stage, 23);
    await page.getByRole('button', { name: 'Assign course' }).click();
    const dialog = page.getByRole('dialog', { name: 'Assign a course' });
    await dialog.getByRole('textbox', { name: 'Course' }).fill(name);
    await dialog.getByRole('radio', { name }).check();
    return () => dialog.getByRole('button', { name: 'Assign 1 person' }).click();
  },
});

test('a list of users that cannot be read shows the server’s message in its place, once', async ({ page, open }) => {
  await page.route('**/admin/user?*', (route) => route.fulfill(problem(500, 'Sedang diperbaiki')));
  await open('/user');
  await expect(page.getByText('Sedang diperbaiki')).toHaveCount(1);
  await expect(page.getByText('Failed to fetch users')).toHaveCount(0);
  await page.unroute('**/admin/user?*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.locator('tr[data-row]').first()).toBeVisible();
});
