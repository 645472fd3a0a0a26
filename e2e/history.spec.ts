/** Tests histories: a course's members and a user's courses. */
import { expect, test, unique } from './fixtures.ts';

test('the history of a course shows its members, and that of a user their courses, sign-ins and refusals', async ({
  page,
  open,
  api,
  server,
}) => {
  const admin = await api();
  const { users } = await admin.send('GET', '/admin/user?pageSize=100&sort=joined');
  const member = users.filter(({ role }: { role: string }) => role === 'member')[40];
  const name = unique('Kelas Riwayat');
  const { courseId } = await admin.send('POST', '/admin/course/type/flexy/', { name });
  await admin.send('PUT', `/admin/user/course/${courseId}/assign/`, { userId: member.id });
  await server.post('/api/auth/login/', {
    data: { email: member.email, password: 'salah-semua-9' },
    headers: { 'x-tenant': 'coding' },
  });

  const history = page.getByRole('region', { name: 'History' }).getByRole('listitem');
  await open(`/course/flexy/${courseId}`);
  await expect(history.first()).toContainText(`Bagus Prasetyo gave access to ${member.name}`);

  await open(`/user/${member.id}`);
  await expect(history.first()).toContainText(/^Somebody failed to sign inFrom\S+(x|\/48)/);
  await expect(
    history.filter({ hasText: `Bagus Prasetyo gave ${member.name} access to the course ${name}` }),
  ).toHaveCount(1);
});
