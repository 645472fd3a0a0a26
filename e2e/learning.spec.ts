/** Tests the learning desk in a browser: messages to members at risk of a demo course, and where members stop. */
import { expectAccessible } from './axe.ts';
import { effort, seenClicks } from './count-actions.ts';
import { expect, type Json, test, unique } from './fixtures.ts';
import { selectionOf } from './selecting.ts';
import { toast } from './toast.ts';

/** Members at risk of a course without a message, whom no other test writes to. */
async function unwritten(read: (query: string) => Promise<{ members: Json[]; totalItems: number }>): Promise<Json[]> {
  const { members } = await read('');
  for (const courseId of new Set(members.map((one) => one.courseId))) {
    const found = await read(`&courseId=${courseId}`);
    const people = new Set(found.members.map(({ userId }) => userId));
    if (found.totalItems >= 3 && found.totalItems === people.size) return found.members;
  }
  throw new Error('No course of the demo has members at risk without a message');
}

test('all members at risk of a course are written to in three acts, and nobody twice', async ({ page, open, api }) => {
  const admin = await api();
  const chosen = await unwritten((query) =>
    admin.send('GET', `/admin/learning/at-risk/?isContacted=false&pageSize=100${query}`),
  );
  const [{ courseId, name, email }] = chosen;
  await open(`/learning?courseId=${courseId}&isContacted=false&pageSize=100`, { role: 'instructor' });
  const rows = page.locator('tr[data-row]');
  await expect(rows).toHaveCount(chosen.length);
  await expect(page.getByText(/^\d+ at risk, 2 fewer than a week ago$/)).toBeVisible();
  await expect(rows.first()).toContainText(/No progress for \d+ days|missed|failed/);
  await expectAccessible(page, '/learning');
  const { pageBox } = selectionOf(page);
  const dialog = page.getByRole('dialog');
  const [acts, seen] = [effort(page), await seenClicks(page)];
  await acts.click(pageBox);
  await acts.click(page.getByRole('button', { name: `Write to ${chosen.length} members` }));
  await expect(dialog.locator('[data-preview]')).toContainText(chosen[0].courseName);
  await acts.click(dialog.getByRole('button', { name: `Send ${chosen.length} mails` }));
  await expect(toast(page, `Mailed: ${chosen.length} members`)).toBeVisible();
  expect(acts.clicks + acts.keys + acts.texts).toBeLessThanOrEqual(4);
  expect(await seen()).toBe(acts.clicks);
  await expect(rows).toHaveCount(0);
  await open(`/learning?courseId=${courseId}&pageSize=100`, { role: 'instructor' });
  await expect(rows.filter({ hasText: name }).first()).toContainText('waiting');
  await pageBox.click();
  await page.getByRole('button', { name: /^Write to \d+ members$/ }).click();
  await expect(dialog).toContainText('All of them have had a message today');
  await page.keyboard.press('Escape');
  await open(`/learning/messages?courseId=${courseId}&search=${encodeURIComponent(email)}`, { role: 'instructor' });
  await expect(rows.filter({ hasText: name }).first()).toContainText('Waiting');
  await expectAccessible(page, '/learning/messages');
});

test('a chat on WhatsApp is opened with the message, and recorded', async ({ page, open, api }) => {
  const admin = await api('admin', 'cyber');
  const { members } = await admin.send('GET', '/admin/learning/at-risk/?isContacted=false&pageSize=100');
  const one = (members as Json[]).find(({ phoneNumber }) =>
    /^(\+62|0)8\d{8,}$/.test(phoneNumber.replaceAll(/[ -]/g, '')),
  );
  await page.context().route('https://wa.me/**', (route) => route.fulfill({ body: '', contentType: 'text/html' }));
  await open(`/learning?courseId=${one.courseId}&search=${encodeURIComponent(one.email)}`, { tenant: 'cyber' });
  await page.getByRole('checkbox', { name: `Select ${one.name}, ${one.courseName}` }).check();
  await page.getByRole('button', { name: 'Write to 1 member' }).click();
  const dialog = page.getByRole('dialog');
  const opening = page.context().waitForEvent('page');
  await dialog.locator('[data-whatsapp]').click();
  expect(decodeURIComponent((await opening).url())).toContain(`Halo Kak ${one.name.split(' ')[0]}`);
  await expect(dialog).toContainText('Written to');
  const contacts = await admin.send('GET', `/admin/learning/contacts/?search=${encodeURIComponent(one.email)}`);
  expect(contacts.contacts[0]).toMatchObject({ userId: one.userId, channel: 'whatsapp', outcome: 'waiting' });
});

test('the gradebook of a course shows at which item members stop', async ({ page, open, api }) => {
  const admin = await api();
  const { courses } = await admin.send('GET', '/admin/course/type/flexy?pageSize=100&isPublished=true');
  const { id } = (courses as Json[]).toSorted((one, other) => other.totalMembers - one.totalMembers)[0];
  await open(`/course/flexy/${id}/gradebook`);
  const stops = page.getByRole('table', { name: 'Where members stop' });
  await expect(stops.locator('tr[data-row]').first()).toContainText('%');
});

test('the start page of an instructor leads to the members at risk', async ({ page, open }) => {
  await open('/home', { role: 'instructor' });
  await page
    .getByRole('link', { name: /Members at risk/ })
    .last()
    .click();
  await expect(page.getByRole('heading', { name: 'Members at risk', level: 1 })).toBeVisible();
});

test('an instructor reads who waits for a course, and changes nothing', async ({ page, open, api }) => {
  const admin = await api();
  const instructor = await api('instructor');
  const { courseId } = await instructor.send('POST', '/admin/course/type/fast-track/', { name: unique('Kelas Penuh') });
  await admin.send('PUT', `/admin/course/${courseId}/`, { type: 1, capacity: 1 });
  const { users } = await admin.send('GET', `/admin/user/course/${courseId}/?isAssigned=false&pageSize=1`);
  await admin.send('POST', `/admin/course/${courseId}/waiting-list/`, { userId: users[0].id });
  const row = page.locator('tr[data-row]').filter({ hasText: users[0].name });
  await open(`/course/fast-track/${courseId}/waiting-list`, { role: 'instructor' });
  await expect(row).toContainText('Waiting');
  await expect(page.getByRole('button', { name: /^(Add person|Offer|Assign|Remove)/ })).toHaveCount(0);
  await open(`/course/fast-track/${courseId}/waiting-list`);
  await expect(row.getByRole('button', { name: /^Offer/ })).toBeVisible();
});
