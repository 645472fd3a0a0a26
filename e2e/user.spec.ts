/** Tests work on users: finding, renaming, passwords, courses. */
import { expectAccessible } from './axe.ts';
import { checkAccess, newMembers, paidInVain } from './access-gaps.ts';
import { effort } from './count-actions.ts';
import { type Json, expect, test, unique } from './fixtures.ts';
import { pressInHeadMenu } from './head.ts';
import { toast } from './toast.ts';

/** Returns a member that no other test changes; each test uses its own page of the demo's users. */
async function someMember(
  send: (path: string) => Promise<Json>,
  page: number,
): Promise<{ id: string; name: string; email: string; phoneNumber: string }> {
  const { users } = await send(`/admin/user?pageSize=100&sort=joined&page=${Math.ceil((page + 1) / 100)}`);
  return users.filter(({ role }: { role: string }) => role === 'member')[page % 100];
}

async function everyUser(send: (path: string) => Promise<Json>): Promise<Json[]> {
  const pages = await Promise.all([1, 2].map((page) => send(`/admin/user?pageSize=100&page=${page}`)));
  return pages.flatMap(({ users }) => users);
}

const byText = (one: string, other: string) => (one < other ? -1 : Number(one > other));
const byName = (one: Json, other: Json) =>
  byText(one.name.toLowerCase(), other.name.toLowerCase()) || byText(one.id, other.id);

/** Sort orders of spec §9, implemented independently. */
const orders: Record<string, (one: Json, other: Json) => number> = {
  'Z - A': (one, other) => byName(other, one),
  'Earliest Join': (one, other) => byText(one.joinedAt, other.joinedAt) || byText(one.id, other.id),
  'Empty Class': (one, other) => one.totalCourses - other.totalCourses || byName(one, other),
};

test('the users list searches, sorts, changes the page, and keeps its state in the URL', async ({
  page,
  open,
  api,
}) => {
  // Other tests create people in the other brands.
  const tenant = 'cyber';
  const admin = await api('admin', tenant);
  const everybody = await everyUser((path) => admin.send('GET', path));
  const total = everybody.length;
  await open('/user', { tenant });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Users ${total}`);
  await page.getByRole('textbox', { name: 'Search name, e-mail or phone' }).fill('pratama');
  await expect(page).toHaveURL(/search=pratama/);
  await expect(page.getByRole('row').filter({ hasNotText: /pratama/i })).toHaveCount(1);
  await page.getByRole('button', { name: 'Clear the search' }).click();
  for (const [label, order] of Object.entries(orders)) {
    await page.getByLabel('Sort').selectOption({ label });
    const expected = everybody.toSorted(order);
    for (const row of [1, 2, 5]) await expect(page.getByRole('row').nth(row)).toContainText(expected[row - 1].email);
  }
  await page.getByLabel('Rows per page').selectOption('20');
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(page).toHaveURL(/page=2/);
  await page.reload();
  await expect(page.getByText(`21–40 of ${total}`)).toBeVisible();
  await page.goBack();
  await expect(page.getByText(`1–20 of ${total}`)).toBeVisible();
  await expectAccessible(page, '/user');
});

test('a name is changed, and the history shows by whom', async ({ page, open, api }) => {
  const admin = await api();
  const member = await someMember((path) => admin.send('GET', path), 30);
  const name = unique('Nama Baru');
  await open(`/user/${member.id}/account`);
  await page.getByLabel('Full name').fill('ab');
  await page.getByLabel('Full name').blur();
  await expect(page.getByText('At least 3 characters')).toBeVisible();
  await page.getByLabel('Full name').fill(name);
  await page.getByRole('button', { name: /^Save (Ctrl|⌘)/ }).click();
  await expect(toast(page, 'Nama berhasil diubah')).toBeVisible();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  await expect(page.getByRole('region', { name: 'History' })).toContainText('Bagus Prasetyo changed this user');
  await expect(page.getByRole('region', { name: 'History' })).toContainText(`→ ${name}`);
  await expectAccessible(page, '/user/$id/{-$tab}');
});

test('the header of a user shows contacts, assigns a course and links to a new password', async ({
  page,
  open,
  api,
}) => {
  const admin = await api();
  const member = await someMember((path) => admin.send('GET', path), 38);
  const name = unique('Kelas dari Kepala');
  await admin.send('POST', '/admin/course/type/flexy/', { name });
  await page.setViewportSize({ width: 390, height: 844 });
  await open(`/user/${member.id}`);
  const header = page.getByRole('article').locator('header');
  await expect(header).toContainText('Member');
  await expect(header).toContainText(member.email);
  await expect(header.getByRole('link', { name: `Write to ${member.name} on WhatsApp` })).toBeInViewport();
  await header.getByRole('button', { name: 'Assign course' }).click();
  const dialog = page.getByRole('dialog', { name: 'Assign a course' });
  await dialog.getByRole('textbox', { name: 'Course' }).fill(name);
  await dialog.getByRole('radio', { name }).check();
  await dialog.getByRole('button', { name: 'Assign 1 person' }).click();
  await expect(page.getByText('Course successfully assigned')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Has' }).getByText(name)).toBeVisible();
  await pressInHeadMenu(page, 'Reset password');
  await expect(page).toHaveURL(`/user/${member.id}/account`);
  await expect(page.getByLabel('New password', { exact: true })).toBeFocused();
});

test('a new password shows its strength and weaknesses while typing, and is changed', async ({ page, open, api }) => {
  const admin = await api();
  const member = await someMember((path) => admin.send('GET', path), 31);
  await open(`/user/${member.id}/account`);
  const password = page.getByLabel('New password', { exact: true });
  await password.fill('Password123');
  await password.blur();
  await expect(page.getByText('This password is too common')).toBeVisible();
  await password.fill('Lectern2026');
  await expect(page.getByText('not counting spaces, repetition, and the names of brands and roles')).toBeVisible();
  await password.fill(`${member.name.replace(/[^A-Za-z]/g, '')}-1-studio`);
  await expect(page.getByText('not counting the name, the e-mail address and the brand')).toBeVisible();
  await expect(page.getByText('Too weak')).toBeVisible();
  await password.fill(`${member.email.split('@')[0]}`.length >= 8 ? member.email.split('@')[0]! : 'abc');
  await expect(page.getByText('Too weak')).toBeVisible();
  await password.fill('Kuda-Terbang-Tinggi-2026');
  await expect(page.getByText('Very strong')).toBeVisible();
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(toast(page, 'Password berhasil diubah')).toBeVisible();
  await expect(password).toHaveValue('');
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('Kuda-Terbang');
});

test(
  'a generated password can be copied before and after it is set, and works for signing in',
  { tag: '@system' },
  async ({ page, open, api, server }) => {
    const admin = await api();
    const member = await someMember((path) => admin.send('GET', path), 33);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await open(`/user/${member.id}/account`);
    const panel = page.getByRole('region', { name: 'Password' });
    await panel.getByRole('button', { name: 'Generate' }).click();
    const generated = await page.getByLabel('New password', { exact: true }).inputValue();
    await panel.getByRole('button', { name: 'Copy the generated password' }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(generated);
    await panel.getByRole('button', { name: 'Change password' }).click();
    await expect(toast(page, 'Password berhasil diubah')).toBeVisible();
    await expect(panel.getByRole('alert')).toContainText(generated);
    await expect(panel.getByRole('button', { name: 'Copy the new password' })).toBeVisible();
    expect(await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]))).not.toContain(
      generated,
    );
    const signedIn = await server.post('/api/auth/login/', {
      data: { email: member.email, password: generated },
      headers: { 'x-tenant': 'coding' },
    });
    // Members may not sign in, which is reported only for the right password (otherwise 401).
    expect(signedIn.status()).toBe(403);
  },
);

test('a course is assigned, and unassigned after a confirmation with its name', async ({ page, open, api }) => {
  const admin = await api();
  const member = await someMember((path) => admin.send('GET', path), 32);
  const name = unique('Kelas Peserta');
  await admin.send('POST', '/admin/course/type/flexy/', { name });
  await open(`/user/${member.id}/courses`);
  const courses = page.getByRole('region', { name: /^Courses/ });
  const had = Number(/\d+/.exec((await courses.getByText(/^Assigned \d/).textContent()) ?? '')?.[0]);
  await courses.getByText(/^Available \d/).click();
  await courses.getByRole('textbox', { name: 'Search courses' }).fill(name);
  await courses.getByRole('button', { name: `Assign ${name}` }).click();
  await expect(toast(page, 'Course successfully assigned')).toBeVisible();
  await expect(courses.getByRole('textbox', { name: 'Search courses' })).toBeFocused();
  await expect(courses.getByText('The one course that matches is assigned')).toBeVisible();
  await courses.getByText(`Assigned ${had + 1}`).click();
  await page.getByRole('button', { name: `Unassign ${name}` }).click();
  await expect(page.getByRole('dialog')).toContainText(`Unassign "${name}"?`);
  await page.getByRole('dialog').getByRole('button', { name: 'Unassign 1 course' }).click();
  await expect(toast(page, 'User unassigned')).toBeVisible();
  await expect(page.getByRole('button', { name: `Unassign ${name}` })).toHaveCount(0);
});

test(
  'a failed unassignment shows an error, and the course stays assigned',
  { tag: '@system' },
  async ({ page, open, api }) => {
    const admin = await api();
    const member = await someMember((path) => admin.send('GET', path), 37);
    const name = unique('Kelas Tetap');
    const { courseId } = await admin.send('POST', '/admin/course/type/flexy/', { name });
    await admin.send('PUT', `/admin/user/course/${courseId}/assign/`, { userId: member.id });
    await page.route('**/unassign/', (route) => route.fulfill({ status: 500, json: { message: 'Out of order' } }));
    await open(`/user/${member.id}/courses`);
    const unassign = page.getByRole('button', { name: `Unassign ${name}` });
    await unassign.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Unassign 1 course' }).click();
    await expect(toast(page, 'Failed to unassign course')).toContainText('Out of order');
    await expect(unassign).toBeVisible();
  },
);

test(
  'the focus moves to the search after a change, however late the lists are reloaded',
  { tag: '@system' },
  async ({ page, open, api }) => {
    const admin = await api();
    const member = await someMember((path) => admin.send('GET', path), 36);
    const name = unique('Kelas Lambat');
    await admin.send('POST', '/admin/course/type/flexy/', { name });
    await open(`/user/${member.id}/courses`);
    const courses = page.getByRole('region', { name: /^Courses/ });
    const search = courses.getByRole('textbox', { name: 'Search courses' });
    await courses.getByText(/^Available \d/).click();
    await search.fill(name);
    const assign = courses.getByRole('button', { name: `Assign ${name}` });
    await expect(assign).toBeVisible();
    // The row is removed at once; the change waits for another read, which ends later.
    await page.route(/isAssigned=true/, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 600));
      await route.continue();
    });
    await assign.click();
    await expect(assign).toHaveCount(0);
    await expect(search).toBeFocused();
    // A focus that was moved meanwhile is kept.
    await courses.getByText(/^Assigned \d/).click();
    await search.fill(name);
    await page.getByRole('button', { name: `Unassign ${name}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Unassign 1 course' }).click();
    const elsewhere = page.getByRole('textbox', { name: 'Search learning paths' });
    await elsewhere.focus();
    await expect(toast(page, 'User unassigned')).toBeVisible();
    await page.waitForTimeout(1000);
    await expect(elsewhere).toBeFocused();
  },
);

test(
  'a full course is marked before it is chosen, and is refused with the same text',
  { tag: '@system' },
  async ({ page, open, api }) => {
    const admin = await api();
    const [member, other] = [
      await someMember((path) => admin.send('GET', path), 34),
      await someMember((path) => admin.send('GET', path), 35),
    ];
    const name = unique('Kelas Penuh');
    const { courseId } = await admin.send('POST', '/admin/course/type/fast-track/', { name });
    await admin.send('PUT', `/admin/course/${courseId}/`, { type: 1, capacity: 1 });
    await admin.send('PUT', `/admin/user/course/${courseId}/assign/`, { userId: other.id });
    await open(`/user/${member.id}/courses`);
    const courses = page.getByRole('region', { name: /^Courses/ });
    await courses.getByText(/^Available \d/).click();
    await courses.getByRole('textbox', { name: 'Search courses' }).fill(name);
    const full = 'This course is full: 1 of 1 places are taken';
    await expect(courses.getByRole('row', { name })).toContainText(`${full} · Draft · Fast-track`);
    await courses.getByRole('button', { name: `Assign ${name}` }).click();
    await expect(toast(page, 'Failed to assign course')).toContainText(full);
  },
);

test('a course that has become full meanwhile says so in its row', { tag: '@system' }, async ({ page, open, api }) => {
  const admin = await api();
  const [member, other] = await newMembers(admin, 2);
  const name = unique('Kelas Penuh');
  const { courseId } = await admin.send('POST', '/admin/course/type/fast-track/', { name });
  await admin.send('PUT', `/admin/course/${courseId}/`, { type: 1, capacity: 1 });
  await open(`/user/${member.id}/courses`);
  const courses = page.getByRole('region', { name: /^Courses/ });
  await courses.getByText(/^Available \d/).click();
  await courses.getByRole('textbox', { name: 'Search courses' }).fill(name);
  const assign = courses.getByRole('button', { name: `Assign ${name}` });
  await expect(assign).toBeVisible();
  await admin.send('PUT', `/admin/user/course/${courseId}/assign/`, { userId: other.id });
  await assign.click();
  await expect(courses.getByRole('row', { name })).toContainText('This course is full: 1 of 1 places are taken');
});

test('customer service reads users and changes nothing', { tag: '@system' }, async ({ page, open, api }) => {
  const admin = await api();
  const member = await someMember((path) => admin.send('GET', path), 33);
  await open(`/user/${member.id}/courses`, { role: 'customer-service' });
  await expect(page.getByRole('heading', { name: member.name, level: 1 })).toBeVisible();
  await expect(page.getByLabel('Full name')).toHaveCount(0);
  const courses = page.getByRole('region', { name: /^Courses/ });
  await expect(courses.getByRole('textbox', { name: 'Search courses' })).toBeVisible();
  await expect(courses.getByText(/^Available/)).toHaveCount(0);
  await expect(courses.getByRole('button', { name: /assign/i })).toHaveCount(0);
});

test(
  'a caller is found by phone, and name, password and course are changed in 16 actions',
  { tag: '@system' },
  async ({ page, open, api }) => {
    const admin = await api();
    const member = await someMember((path) => admin.send('GET', path), 38);
    const course = unique('Kelas Penelepon');
    await admin.send('POST', '/admin/course/type/flexy/', { name: course });
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await open('/home');
    await page.getByRole('heading', { name: /^Today/ }).waitFor();
    const work = effort(page);
    const { click, press, type } = work;

    await press('Control+k');
    await type(`+62 ${member.phoneNumber.replace(/\D/g, '').replace(/^(0|62)/, '')}`);
    await press('Enter');
    await expect(page).toHaveURL(new RegExp(`/user/${member.id}$`));

    const tabs = page.getByRole('navigation', { name: 'Tabs' });
    await click(tabs.getByRole('link', { name: 'Account' }));
    await click(page.getByLabel('Full name'));
    await press('Control+a');
    await type(`${member.name} Wijaya`);
    await press('Control+s');
    await expect(page.getByRole('heading', { name: `${member.name} Wijaya`, level: 1 })).toBeVisible();

    const password = page.getByRole('region', { name: 'Password' });
    await click(password.getByRole('button', { name: 'Generate' }));
    await click(password.getByRole('button', { name: 'Change password' }));
    await expect(toast(page, 'Password berhasil diubah')).toBeVisible();
    await click(password.getByRole('button', { name: 'Copy the new password' }));

    await click(tabs.getByRole('link', { name: /^Courses/ }));
    const courses = page.getByRole('region', { name: /^Courses/ });
    await click(courses.getByText(/^Available/));
    await click(courses.getByRole('textbox', { name: 'Search courses' }));
    await type(course);
    await click(courses.getByRole('button', { name: `Assign ${course}` }));
    await expect(toast(page, 'Course successfully assigned')).toBeVisible();

    const actions = work.clicks + work.keys + work.texts;
    console.log(`a caller: ${actions} actions (${work.clicks} clicks, ${work.keys} keys, ${work.texts} texts)`);
    expect(actions).toBeLessThanOrEqual(16);
    const { name } = await admin.send('GET', `/admin/user/${member.id}/profile/`);
    expect(name).toBe(`${member.name} Wijaya`);
  },
);

test('a person’s tabs are links that Back returns from, and none asks about input that the form keeps', async ({
  page,
  open,
  api,
}) => {
  const admin = await api();
  const member = await someMember((path) => admin.send('GET', path), 39);
  const tabs = page.getByRole('navigation', { name: 'Tabs' });
  const base = `/user/${member.id}`;
  await open(`${base}/account`);
  await page.getByLabel('Full name').fill(unique('Nama Tab'));
  for (const [label, path, region] of [
    ['Overview', '', 'Has'],
    ['Courses', '/courses', /^Courses/],
    ['Orders', '/orders', 'Tracked orders'],
    ['Submissions and certificates', '/submissions', 'Certificates'],
    ['Timeline', '/timeline', 'Timeline'],
  ] as const) {
    await tabs.getByRole('link', { name: label }).press('Enter');
    await expect(page).toHaveURL(`${base}${path}`);
    await expect(page.getByRole('region', { name: region })).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByRole('textbox', { name: /name|password/i })).toHaveCount(0);
    await expect(page.getByRole('region', { name: 'Unsaved changes' })).toBeVisible();
    await expectAccessible(page, '/user/$id/{-$tab}');
  }
  await page.goBack();
  await expect(page).toHaveURL(`${base}/submissions`);
  await page.reload();
  await expect(tabs.getByRole('link', { name: 'Submissions and certificates' })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await tabs.getByRole('link', { name: 'Account' }).click();
  await expect(page.getByLabel('Full name')).toHaveValue(/^Nama Tab/);
});

test('the timeline is in words with links, and is filtered by kind', async ({ page, open, api }) => {
  const admin = await api();
  const member = await someMember((path) => admin.send('GET', path), 41);
  const name = unique('Kelas Cerita');
  const { courseId } = await admin.send('POST', '/admin/course/type/flexy/', { name });
  await admin.send('PUT', `/admin/user/course/${courseId}/assign/`, { userId: member.id });
  await open(`/user/${member.id}/timeline`);
  const entries = page.getByRole('region', { name: 'Timeline' }).getByRole('listitem');
  const entry = entries.filter({ hasText: `Bagus Prasetyo gave access to ${name}` });
  await expect(entry).toBeVisible();
  await page.getByLabel('Kind').selectOption('Account');
  await expect(entry).toHaveCount(0);
  await expect(entries.last()).toHaveText(/Registered/);
  await page.getByLabel('Kind').selectOption('Access');
  await entry.getByRole('link', { name }).click();
  await expect(page).toHaveURL(`/course/flexy/${courseId}`);
});

test('a person without a paid course is found by phone and gets access in 4 acts', async ({ page, open, api }) => {
  const admin = await api();
  const { member, course, isOpen } = await paidInVain(admin);
  await checkAccess(admin);
  await open('/home');
  await page.getByRole('heading', { name: /^Today/ }).waitFor();
  const work = effort(page);
  await work.press('Control+k');
  await work.type(`+62 ${member.phoneNumber.replace(/\D/g, '').replace(/^(0|62)/, '')}`);
  await expect(page.getByRole('option').filter({ hasText: member.email })).toHaveAttribute('aria-selected', 'true');
  await work.press('Enter');
  await work.click(page.getByRole('button', { name: `Give ${member.name} access to ${course}` }));
  await expect(toast(page, 'Access given: 1')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Paid without access' })).toHaveCount(0);
  expect([work.clicks + work.keys + work.texts, await isOpen()]).toEqual([4, true]);
});

test('the peek of a person shows orders and courses', async ({ page, open, api }) => {
  const admin = await api();
  const { data } = await admin.send('GET', '/admin/orders?pageSize=1');
  const { user, invoiceNumber } = data[0];
  await open(`/user?search=${encodeURIComponent(user.email)}&peek=${user.id}`);
  const peek = page.getByRole('complementary', { name: 'Peek at the user' });
  await expect(peek.getByRole('region', { name: /^Orders/ })).toContainText(invoiceNumber);
  await expect(peek.getByRole('link', { name: /^Write to/ })).toBeVisible();
});
