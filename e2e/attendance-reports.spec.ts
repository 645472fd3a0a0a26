/** Browser test of a class whose attendance is read from the reports of a program. */
import { expectAccessible } from './axe.ts';
import { expect, test, unique } from './fixtures.ts';
import { toast } from './toast.ts';

test('the reports of a program mark a class in three clicks, and nothing is saved before the review', async ({
  page,
  open,
  api,
  request,
}) => {
  const admin = await api();
  const superadmin = await api('superadmin');
  const { courseId } = await admin.send('POST', '/admin/course/type/flexy/', { name: unique('Kelas Laporan') });
  const { sectionId } = await admin.send('POST', `/admin/course/${courseId}/section/`, { name: 'Pekan satu' });
  const period = { startAt: '2026-01-12T12:00:00.000Z', endAt: '2026-01-12T14:00:00.000Z' };
  const lesson = { sectionId, name: unique('Sesi'), type: 'LIVE_CLASS', ...period };
  const { lessonId } = await admin.send('POST', '/admin/lesson/', lesson);
  const scopes = ['members:write', 'attendance:write'];
  const { key } = await superadmin.send('POST', '/admin/api-key/', { name: unique('Rapat'), scopes });
  const url = (path: string) => `http://localhost:${new URL(page.url()).port}/api/integration${path}`;
  const put = async (path: string, data: object) =>
    (await request.put(url(path), { data, headers: { authorization: `Bearer ${key}`, 'x-tenant': 'coding' } })).json();

  await open(`/lesson/${lessonId}`);
  const names = ['Ani', 'Beni', 'Cici'].map((name) => unique(name));
  const userIds: string[] = [];
  for (const name of names) {
    const email = `${name.replace(' ', '.').toLowerCase()}@sample.test`;
    userIds.push((await put(`/members/${encodeURIComponent(name)}`, { name, email })).userId);
  }
  await admin.send('PUT', `/admin/user/course/${courseId}/assign/`, { userIds });
  const stay = (n: number, until: string) => ({
    externalId: `${names[n]} ${until}`,
    member: names[n],
    lessonId,
    from: period.startAt,
    until: `2026-01-12T${until}:00.000Z`,
  });
  const { changed } = await put('/attendance', { items: [stay(0, '13:50'), stay(1, '12:40')] });
  expect(changed).toBe(2);

  await open(`/lesson/${lessonId}/attendance`);
  await page.getByRole('button', { name: 'From 2 reports' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Attendance from reports' });
  await expect(dialog.getByText('110 of 120 minutes: Hadir')).toBeVisible();
  await expect(dialog.getByText('40 of 120 minutes: Terlambat')).toBeVisible();
  await expect(dialog.getByRole('status')).toContainText('Reported by API key Rapat');
  await expectAccessible(page, '/lesson/$id/{-$tab}');
  await dialog.getByRole('button', { name: 'Mark 2 members' }).press('Enter');
  const taken = `/admin/course/${courseId}/lesson/${lessonId}/attendance/`;
  const { attendances } = await admin.send('GET', taken);
  expect(attendances.every(({ isUpdated }: { isUpdated: boolean }) => !isUpdated)).toBe(true);
  await page.getByRole('button', { name: 'Review 2 marks' }).press('Enter');
  await page.getByRole('button', { name: 'Save the attendance of 2 members' }).press('Enter');
  await expect(toast(page, 'Successfully Updated Member Attendance!')).toBeVisible();
});
