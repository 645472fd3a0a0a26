/** Tests a class: attendance, pictures, the final project, a lesson's type and deletion, members assigned by e-mail. */
import { expectAccessible } from './axe.ts';
import { choosePicture } from './files.ts';
import { type Api, expect, loseAnswer, test, unique } from './fixtures.ts';
import { pressInHeadMenu } from './head.ts';
import { toast } from './toast.ts';
import { writeXlsx } from '../server/src/shared/spreadsheet/xlsx.ts';

/** Creates a course with three members and a two-hour live class. */
async function aClass(admin: Api, type = 'flexy') {
  const name = unique('Kelas Hadir');
  const { courseId } = await admin.send('POST', `/admin/course/type/${type}/`, { name });
  const { sectionId } = await admin.send('POST', `/admin/course/${courseId}/section/`, { name: 'Pekan satu' });
  // Attendance requires that the class has started.
  const period = { startAt: '2026-01-12T12:00:00.000Z', endAt: '2026-01-12T14:00:00.000Z' };
  const lesson = { sectionId, name: unique('Sesi'), type: 'LIVE_CLASS', ...period };
  const { lessonId } = await admin.send('POST', '/admin/lesson/', lesson);
  const { users } = await admin.send('GET', `/admin/user/course/${courseId}/?isAssigned=false&pageSize=3`);
  const userIds = users.map(({ id }: { id: string }) => id);
  await admin.send('PUT', `/admin/user/course/${courseId}/assign/`, { userIds });
  const taken = `/admin/course/${courseId}/lesson/${lessonId}/attendance/`;
  const { attendances: members } = await admin.send('GET', taken);
  return { courseId, lessonId, courseName: name, members, taken };
}

type Ids = Awaited<ReturnType<typeof aClass>>;

test('attendance is read from a spreadsheet', async ({ page, open, api }) => {
  const { lessonId, members } = await aClass(await api());
  await open(`/lesson/${lessonId}/attendance`);
  await page.getByRole('button', { name: 'From a list' }).click();
  const dialog = page.getByRole('dialog');
  const [one, two] = members;
  const rows = [
    ['Nama', 'Email', 'Keterangan'],
    [one.name, one.email, 'izin'],
    [two.name, two.email, 'izin'],
  ];
  const choose = (name: string, buffer: Buffer) =>
    dialog.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
  await choose('kosong.xlsx', Buffer.from('Nama'));
  await expect(dialog.getByText('This is not an .xlsx file')).toBeVisible();
  await choose('hadir.xlsx', Buffer.from(writeXlsx(rows)));
  await expect(dialog.getByText('"izin" in the list: Izin')).toHaveCount(2);
  await expect(dialog.getByRole('button', { name: 'Mark 2 members' })).toBeEnabled();
});

test('attendance is read from a Meet report, reviewed, saved once, and shown with rates', async ({
  page,
  open,
  api,
}) => {
  const admin = await api();
  const { courseId, lessonId, courseName, members, taken } = await aClass(admin);
  const [one, two, three] = members;
  await open(`/lesson/${lessonId}/attendance`);
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toContainText(courseName);
  const csv = [
    'First name,Last name,Email,Duration,Time joined,Time exited',
    `${one.name},,${one.email},1 hr 52 min,6:58 PM,9:00 PM`,
    `Lain,Nama,${two.email.toUpperCase()},35 min,7:00 PM,7:35 PM`,
    `Lain,Nama,${two.email},37 min,7:41 PM,8:18 PM`,
    'Tamu,Asing,tamu@asing.test,9 min,7:00 PM,7:09 PM',
  ].join('\n');
  const dialog = page.getByRole('dialog');
  const list = page.getByRole('list', { name: 'Members' });
  await list.waitFor();
  const dataTransfer = await page.evaluateHandle((text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], 'hadir.csv', { type: 'text/csv' }));
    return data;
  }, csv);
  await list.dispatchEvent('drop', { dataTransfer });
  await expect(dialog.getByText('112 of 120 minutes: Hadir')).toBeVisible();
  await expect(dialog.getByText('72 of 120 minutes: Terlambat')).toBeVisible();
  await expect(dialog.getByRole('list', { name: 'Not found' })).toContainText('Tamu Asing');
  await dialog.getByRole('button', { name: 'Mark 2 members' }).click();

  const row = page.getByRole('radiogroup', { name: three.name, exact: true });
  await row.getByRole('radio', { name: 'Hadir' }).focus();
  await page.keyboard.press('s');
  await expect(row.getByRole('radio', { name: 'Sakit' })).toBeChecked();
  await expectAccessible(page, '/lesson/$id/{-$tab}');
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await page.keyboard.press('n');
  await page.keyboard.type('Demam');
  await page.reload();
  await expect(row.getByRole('radio', { name: 'Sakit' })).toBeChecked();
  await expect(page.getByLabel(`Note on ${three.name}`, { exact: true })).toHaveValue('Demam');

  await page.getByRole('button', { name: 'Review 3 marks' }).click();
  await expect(page.getByText('Member Attendance hanya dapat diupdate 1x')).toBeVisible();
  await page.getByRole('button', { name: 'Save the attendance of 3 members' }).click();
  await expect(toast(page, 'Successfully Updated Member Attendance!')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Members' }).getByText('Demam')).toBeVisible();
  await expect(page.getByRole('radio')).toHaveCount(0);
  const { attendances } = await admin.send('GET', taken);
  expect(attendances.map(({ status }: { status: string }) => status)).toEqual(['PRESENT', 'LATE', 'SICK']);

  await page.goto(page.url().replace(/\/lesson\/.*/, `/course/flexy/${courseId}/attendance`));
  const matrix = page.getByRole('region', { name: 'Attendance of every class' });
  await expect(matrix.getByRole('row').filter({ hasText: one.name })).toContainText('100%');
  await expect(matrix.getByRole('row').filter({ hasText: three.name })).toContainText('Low attendance');
  const ofThree = matrix.getByRole('row').filter({ hasText: three.name });
  await expect(ofThree.getByRole('link', { name: 'Sakit' })).toHaveText('S');
  await expect(matrix.getByRole('row', { name: /^Attended/ })).toContainText('66%');
  // Arrows lead from the class to the marks.
  await matrix.getByRole('link', { name: /^Sesi/ }).focus();
  for (let n = 0; n < 3; n += 1) await page.keyboard.press('ArrowDown');
  await expect(ofThree.getByRole('link', { name: 'Sakit' })).toBeFocused();
  await expectAccessible(page, '/course/flexy/$id/{-$tab}');
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  expect((await coming).suggestedFilename()).toBe(`Attendance of ${courseName}.xlsx`);
  await ofThree.getByRole('link', { name: 'Sakit' }).click();
  await expect(page).toHaveURL(new RegExp(`/lesson/${lessonId}/attendance$`));
});

for (const [from, path, first] of [
  ['the attendance of the course', (ids: Ids) => `/course/flexy/${ids.courseId}/attendance`, /^Sesi/],
  ['the page of the class', (ids: Ids) => `/lesson/${ids.lessonId}`, 'Attendance'],
] as const)
  test(`attendance is taken in four clicks from ${from}`, async ({ page, open, api }) => {
    const ids = await aClass(await api());
    await open(path(ids));
    const clicks = [
      page.getByRole('main').getByRole('link', { name: first }).first(),
      page.getByRole('button', { name: 'Mark all as Hadir' }),
      page.getByRole('button', { name: 'Review 3 marks' }),
      page.getByRole('button', { name: 'Save the attendance of 3 members' }),
    ];
    for (const target of clicks) await target.click();
    await expect(toast(page, 'Successfully Updated Member Attendance!')).toBeVisible();
  });

test('unknown columns of a table are asked for and remembered, and marks beside names are read', async ({
  page,
  open,
  api,
}) => {
  const { lessonId, members } = await aClass(await api());
  const [one, two, three] = members;
  await open(`/lesson/${lessonId}/attendance`);
  await page.getByRole('button', { name: 'From a list' }).click();
  const dialog = page.getByRole('dialog');
  const list = dialog.getByLabel('List', { exact: true });
  const heading = unique('Sesi').replaceAll(' ', '');
  const table = `Nama,Email,${heading}\n${one.name},${one.email},hadir\n${two.name},${two.email},sakit`;
  await list.fill(table);
  await expect(dialog.getByText(`Nobody was marked: this table has the column "${heading}"`)).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Mark 0 members' })).toHaveAttribute('aria-disabled', 'true');
  await expect(dialog.getByRole('combobox', { name: heading })).toHaveValue('mark');
  await expectAccessible(page, '/lesson/$id/{-$tab}');
  const remembered = page.waitForResponse((answer) => answer.url().includes('/admin/attendance/columns'));
  await dialog.getByRole('button', { name: 'Use these columns' }).click();
  expect((await remembered).ok()).toBe(true);
  await expect(dialog.getByText('"sakit" in the list: Sakit')).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'From a list' }).click();
  await list.fill(table);
  await expect(dialog.getByText('"sakit" in the list: Sakit')).toBeVisible();
  await list.fill(`1. ${one.email}\n2. ${two.email} (izin)\n3. ${three.email} (tidak bisa datang)`);
  await expect(dialog.getByText('"izin" in the list: Izin')).toBeVisible();
  await expect(dialog.getByRole('list', { name: 'Left open' })).toContainText(three.name);
  await dialog.getByRole('button', { name: 'Mark 2 members' }).click();
  const marked = (name: string, mark: string) =>
    page.getByRole('radiogroup', { name, exact: true }).getByRole('radio', { name: mark });
  await expect(marked(one.name, 'Hadir')).toBeChecked();
  await expect(marked(two.name, 'Izin')).toBeChecked();
  await expect(
    page.getByRole('radiogroup', { name: three.name, exact: true }).getByRole('radio', { checked: true }),
  ).toHaveCount(0);
});

test('marks that another user saved first are listed by member as refused, and the others can be saved', async ({
  page,
  open,
  api,
}) => {
  const admin = await api();
  const { lessonId, members, taken } = await aClass(admin);
  const [one] = members;
  await open(`/lesson/${lessonId}/attendance`);
  await page.getByRole('button', { name: 'Mark all as Hadir' }).click();
  await page.getByRole('button', { name: 'Review 3 marks' }).click();
  await admin.send('POST', taken, { attendances: [{ userId: one.userId, status: 'ABSENT' }] });
  await page.getByRole('button', { name: 'Save the attendance of 3 members' }).click();
  await expect(
    toast(page, 'Fail to Update Member Attendance, Member Attendance hanya dapat diupdate 1x').first(),
  ).toBeVisible();
  await expect(page.getByText(`${one.name}: Member Attendance hanya dapat diupdate 1x`).first()).toBeVisible();
  await page.getByRole('button', { name: 'Save the attendance of 2 members' }).click();
  await expect(toast(page, 'Successfully Updated Member Attendance!')).toBeVisible();
  const { attendances } = await admin.send('GET', taken);
  expect(attendances.map(({ status }: { status: string }) => status)).toEqual(['ABSENT', 'PRESENT', 'PRESENT']);
});

test('attendance is marked and reviewed by keyboard, cleared marks are restored by Undo, and a lost response is recovered', async ({
  page,
  open,
  api,
}) => {
  const admin = await api();
  const { lessonId, members, taken } = await aClass(admin);
  await open(`/lesson/${lessonId}/attendance`);
  const hadir = page
    .getByRole('radiogroup', { name: members[0].name, exact: true })
    .getByRole('radio', { name: 'Hadir' });
  await expect(hadir).toBeVisible();
  // Moves to the first member, up and down again; a letter marks and moves on.
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowUp', 'h', 't', 'i']) await page.keyboard.press(key);
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Member Attendance hanya dapat diupdate 1x')).toBeVisible();
  await page.getByRole('button', { name: 'Back to the marks' }).focus();
  await page.keyboard.press('Enter');
  const review = page.getByRole('button', { name: 'Review 3 marks' });
  await expect(review).toBeFocused();
  await page.getByRole('button', { name: 'Clear marks' }).click();
  await expect(hadir).not.toBeChecked();
  await toast(page, 'Marks cleared').getByRole('button', { name: 'Undo' }).click();
  await expect(hadir).toBeChecked();

  await review.click();
  await page.route('**/attendance/**', loseAnswer);
  await page.getByRole('button', { name: 'Save the attendance of 3 members' }).click();
  await expect(toast(page, 'It was saved: only the answer was lost')).toBeVisible();
  await expect(page.getByRole('radio')).toHaveCount(0);
  await expect(page.getByText('3 saved')).toBeFocused();
  const { attendances } = await admin.send('GET', taken);
  expect(attendances.map(({ status }: { status: string }) => status)).toEqual(['PRESENT', 'LATE', 'EXCUSED']);
});

test('pictures of a class are added, and deleted after a confirmation', async ({ page, open, api }) => {
  const { lessonId } = await aClass(await api());
  await open(`/lesson/${lessonId}/documentation`);
  await expect(page.getByText('No pictures yet')).toBeVisible();
  await choosePicture(page, 'kelas.png', page.locator('main'));
  await expect(toast(page, 'Successfully Uploaded Lesson Documentation!')).toBeVisible();
  await page.getByRole('button', { name: 'Show picture 1' }).click();
  await expect(page.getByRole('dialog', { name: 'Picture 1 of 1' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Delete picture 1' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete 1 picture' }).click();
  await expect(toast(page, 'Successfully Deleted Lesson Documentation!')).toBeVisible();
  await expect(page.getByText('No pictures yet')).toBeVisible();
});

test(
  'the final project is created, changed with the save bar, and deleted after a confirmation',
  { tag: '@system' },
  async ({ page, open, api }) => {
    const { courseId } = await aClass(await api());
    await open(`/course/flexy/${courseId}/final-project`);
    await page.getByRole('button', { name: 'Create a final project' }).click();
    await page.getByLabel('Task').fill('Bangun sebuah toko');
    await page.getByRole('button', { name: 'Create final project' }).click();
    await expect(toast(page, 'Successfully Created Final Project')).toBeVisible();
    await page.getByLabel('Passing score').fill('80');
    await page.keyboard.press('Control+s');
    await expect(toast(page, 'Update Final Project Success')).toBeVisible();
    await page.reload();
    await expect(page.getByLabel('Passing score')).toHaveValue('80');
    await page.getByRole('button', { name: 'Delete the final project' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete 1 final project' }).click();
    await expect(page.getByText('No final project yet')).toBeVisible();
  },
);

test(
  'a lesson keeps the fields of its other types, and deleting it leads to its course’s curriculum',
  { tag: '@system' },
  async ({ page, open, api }) => {
    const { courseId, lessonId } = await aClass(await api());
    await open(`/lesson/${lessonId}`);
    await page.getByLabel(/^Location/).fill('Gedung A');
    await page.getByLabel('Type').selectOption({ label: 'Article' });
    await expect(page.getByLabel(/^Location/)).toHaveCount(0);
    await page.getByLabel('Type').selectOption({ label: 'Live class' });
    await expect(page.getByLabel(/^Location/)).toHaveValue('Gedung A');
    await page.keyboard.press('Control+s');
    await expect(toast(page, 'Update Lesson Success')).toBeVisible();
    await pressInHeadMenu(page, 'Delete');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete 1 lesson' }).click();
    await expect(toast(page, 'Lesson deleted successfully')).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`/course/flexy/${courseId}/curriculum$`));
  },
);

test('members are assigned by pasted e-mails after a preview of known, unknown and invalid ones', async ({
  page,
  open,
  api,
}) => {
  const admin = await api();
  const { courseId, members } = await aClass(admin, 'fast-track');
  await admin.send('PUT', `/admin/course/${courseId}/`, { type: 1, capacity: 5 });
  const { users } = await admin.send('GET', `/admin/user/course/${courseId}/?isAssigned=false&pageSize=3`);
  const emails = users.map(({ email }: { email: string }) => email);
  await open(`/course/fast-track/${courseId}/members`);
  await expect(page.getByText('3 of 5 places; 2 left')).toBeVisible();
  await page.getByRole('button', { name: 'Assign many' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('E-mails or phones').fill([members[0].email, 'tidak@ada.test', ...emails].join('\n'));
  const lines = dialog.getByRole('list', { name: 'Preview' }).getByRole('listitem');
  await expect(lines).toHaveCount(5);
  await expect(lines.nth(0)).toContainText('Has the course already');
  await expect(lines.nth(1)).toContainText('No user found');
  await expect(lines.nth(4)).toContainText('The course is full');
  await dialog.getByRole('button', { name: 'Assign 2 people' }).click();
  await expect(toast(page, 'Assigned 2 users to the course')).toBeVisible();
  await expect(page.getByText('5 of 5 places; it is full')).toBeVisible();
  // Unresolved entries stay in the field; members who already have the course are removed from it.
  await expect(dialog.getByLabel('E-mails or phones')).toHaveValue(`tidak@ada.test\n${emails[2]}`);
  await expect(dialog.getByText('The others were assigned. These could not be.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('3 of 5 places; 2 left')).toBeVisible();
});
