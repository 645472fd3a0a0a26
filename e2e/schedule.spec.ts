/** Tests the schedule of a cohort: classes created by a pattern, one moved and moved back, invitations sent. */
import { expectAccessible } from './axe.ts';
import { type Api, expect, test, unique } from './fixtures.ts';
import { confirming } from './message-tests.ts';
import { toast } from './toast.ts';

async function cohort(api: Api): Promise<string> {
  const { courseId } = await api.send('POST', '/admin/course/type/fast-track/', { name: unique('Angkatan') });
  return courseId;
}

const startsOf = async (api: Api, courseId: string): Promise<string[]> =>
  (await api.send('GET', `/admin/course/${courseId}/`)).sections.map(({ startAt }: { startAt: string }) =>
    new Date(startAt).toISOString(),
  );

test('classes are created by a pattern without holidays, and their invitations are sent with a link each', async ({
  page,
  open,
  api,
}) => {
  const other = await api('instructor');
  const courseId = await cohort(other);
  await open(`/course/fast-track/${courseId}/schedule`, { role: 'instructor' });
  await page.getByRole('button', { name: 'Add classes' }).click();
  const dialog = page.getByRole('dialog');
  const days = dialog.getByRole('group', { name: 'Days of the week' }).getByRole('checkbox');
  // The focus is on the form, not on the close button.
  await expect(days.first()).toBeFocused();
  for (const day of await days.all()) await day.setChecked(false);
  // Fridays; 25 December 2026 is one.
  await days.nth(4).check();
  await dialog.getByLabel('From (WIB)').fill('19:00');
  await dialog.getByLabel('To (WIB)').fill('21:00');
  await dialog.getByLabel('How many').fill('3');
  await dialog.getByRole('textbox', { name: 'From day' }).fill('18/12/2026');
  await dialog.getByRole('textbox', { name: 'From day' }).blur();
  await expect(dialog.getByLabel('Planned classes').getByRole('listitem')).not.toHaveCount(0);
  await dialog.getByRole('button', { name: 'Create 3 classes' }).click();
  // 19.00 in Jakarta, without Christmas and New Year's Day, which are both Fridays.
  await expect
    .poll(() => startsOf(other, courseId))
    .toEqual(['2026-12-18T12:00:00.000Z', '2027-01-08T12:00:00.000Z', '2027-01-15T12:00:00.000Z']);
  await page.getByLabel('All coming classes').check();
  await confirming(page, 'Send 3 schedules', 'Send 3 schedules')();
  await expect(toast(page, 'Schedules sent successfully')).toBeVisible({ timeout: 20_000 });
  const { classes } = await other.send('GET', `/admin/course/${courseId}/schedule/`);
  const links: string[] = classes.map(({ gmeetUrl }: { gmeetUrl: string }) => gmeetUrl);
  expect(links.filter((link) => link.startsWith('https://'))).toHaveLength(3);
  expect(new Set(links).size).toBe(3);
  await expect(page.getByRole('link', { name: /^Open the meeting of/ })).toHaveCount(3);
  await expectAccessible(page, '/course/fast-track/$id/{-$tab}');
});

test('the days and hours of the course’s shift are proposed for its classes', async ({ page, open, api }) => {
  const other = await api('instructor');
  const courseId = await cohort(other);
  for (const [shift, from, to, days] of [
    ['MORNING', '09.00', '12.00', 0],
    ['AFTERNOON', '13.00', '16.00', 0],
    ['EVENING', '19.00', '21.00', 0],
    ['WEEKEND', '09.00', '15.00', 2],
  ] as const) {
    await other.send('PUT', `/admin/course/${courseId}/`, { type: 1, shift });
    await open(`/course/fast-track/${courseId}/schedule`, { role: 'instructor' });
    await page.getByRole('button', { name: 'Add classes' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByLabel('From (WIB)')).toHaveValue(from);
    await expect(dialog.getByLabel('To (WIB)')).toHaveValue(to);
    await expect(dialog.getByRole('group', { name: 'Days of the week' }).locator(':checked')).toHaveCount(days);
    for (const day of days ? ['Sab', 'Min'] : []) await expect(dialog.getByLabel(day)).toBeChecked();
  }
});

test('a live lesson with its own time is in the calendar, and its section below it', async ({ page, open, api }) => {
  const other = await api('instructor');
  const courseId = await cohort(other);
  const { sectionId } = await other.send('POST', `/admin/course/${courseId}/section/`, {
    name: 'Pekan satu',
    startAt: '2027-03-01T12:00:00Z',
    endAt: '2027-03-01T14:00:00Z',
  });
  const times = { startAt: '2027-03-04T12:00:00Z', endAt: '2027-03-04T13:00:00Z' };
  await other.send('POST', '/admin/lesson/', { sectionId, name: 'Tanya jawab', type: 'LIVE_CLASS', ...times });
  await open(`/course/fast-track/${courseId}/schedule`, { role: 'instructor' });
  const day = page.getByRole('listitem', { name: '4 Maret 2027' });
  await expect(day.getByRole('button')).toHaveText(/19\.00–20\.00Tanya jawabPekan satu/);
  // The section is sent and moved on its own.
  const others = page.getByRole('region', { name: 'Not in the calendar' });
  await expect(others.getByRole('listitem')).toContainText('Sen, 1 Mar 2027, 19.00–21.00 WIB');
  await expect(others.getByRole('button', { name: 'Move Pekan satu' })).toBeVisible();
  await day.getByRole('button').click();
  await expect(page.getByRole('complementary', { name: 'Peek at the class' })).toContainText(
    'It has its own time: change it on the page of the lesson',
  );
});

test('a meeting link is created without invitations, which are counted before they are sent', async ({
  page,
  open,
  api,
}) => {
  const other = await api('instructor');
  const courseId = await cohort(other);
  const times = { startAt: '2027-03-01T12:00:00Z', endAt: '2027-03-01T14:00:00Z' };
  await other.send('POST', `/admin/course/${courseId}/section/`, { name: 'Pertemuan 1', ...times });
  await open(`/course/fast-track/${courseId}/schedule`, { role: 'instructor' });
  const admin = await api();
  const { users } = await admin.send('GET', `/admin/user/course/${courseId}/?isAssigned=false&pageSize=2`);
  const userIds = users.map(({ id }: { id: string }) => id);
  await admin.send('PUT', `/admin/user/course/${courseId}/assign/`, { userIds });
  await page.reload();
  await page.getByRole('button', { name: 'Create Meet link: Pertemuan 1' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create Meet link: Pertemuan 1' });
  await expect(dialog.getByLabel('Send 2 invitations')).not.toBeChecked();
  await dialog.getByRole('button', { name: 'Create link', exact: true }).click();
  await expect(toast(page, 'Gmeet url created successfully')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Open the meeting of Pertemuan 1' })).toBeVisible();
  await expect(page.getByText('Link only')).toBeVisible();
  const [made] = (await other.send('GET', `/admin/course/${courseId}/schedule/`)).classes;
  expect(made.event).toMatchObject({ invited: 0, waiting: 0 });
  // Its guests are counted before they are sent for.
  await page.getByLabel('Select Pertemuan 1').check();
  await confirming(page, 'Send 1 schedule', 'Send 2 invitations')();
  await expect(toast(page, 'Schedules sent successfully')).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText('2 guests')).toBeVisible();
});

test(
  'without a meeting server the schedule and the message say so',
  { tag: '@system' },
  async ({ page, open, api }) => {
    const other = await api('instructor');
    const courseId = await cohort(other);
    const times = { startAt: '2027-03-01T12:00:00Z', endAt: '2027-03-01T14:00:00Z' };
    await other.send('POST', `/admin/course/${courseId}/section/`, { name: 'Pertemuan 1', ...times });
    // The demo has a meeting server.
    const schedule = await other.send('GET', `/admin/course/${courseId}/schedule/`);
    await page.route(`**/api/admin/course/${courseId}/schedule/`, (route) =>
      route.fulfill({ json: { ...schedule, links: 'unconfigured' } }),
    );
    await open(`/course/fast-track/${courseId}/schedule`, { role: 'instructor' });
    await expect(page.getByRole('alert').filter({ hasText: 'No meeting server is configured' })).toBeVisible();
    await page.getByRole('button', { name: 'Send invitation: Pertemuan 1' }).click();
    await expect(page.getByRole('dialog').getByRole('button', { name: /^Send \d+ invitations?$/ })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(
      page.getByText('Invitations sent without a meeting link: no meeting server is configured'),
    ).toBeVisible();
  },
);

test('a class is moved after a preview, and Undo moves it back', async ({ page, open, api }) => {
  const other = await api('instructor');
  const courseId = await cohort(other);
  for (const [name, day] of [
    ['Pertemuan 1', '2027-03-01'],
    ['Pertemuan 2', '2027-03-08'],
  ])
    await other.send('POST', `/admin/course/${courseId}/section/`, {
      name,
      startAt: `${day}T12:00:00Z`,
      endAt: `${day}T14:00:00Z`,
    });
  await open(`/course/fast-track/${courseId}/schedule`, { role: 'instructor' });
  await page.getByRole('button', { name: 'Move Pertemuan 1' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'New start' }).fill('02/03/2027 20.00');
  await dialog.getByRole('textbox', { name: 'New start' }).blur();
  await dialog.getByLabel('Move 1 later class by the same').check();
  await expect(dialog.getByLabel('New times').getByRole('listitem')).toHaveCount(2);
  await dialog.getByRole('button', { name: 'Move 2 classes' }).click();
  await expect.poll(() => startsOf(other, courseId)).toEqual(['2027-03-02T13:00:00.000Z', '2027-03-09T13:00:00.000Z']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => startsOf(other, courseId)).toEqual(['2027-03-01T12:00:00.000Z', '2027-03-08T12:00:00.000Z']);
});

test(
  'a past class sends no invitations, and a holiday is named before a class is moved to it',
  { tag: '@system' },
  async ({ page, open, api }) => {
    const other = await api('instructor');
    const courseId = await cohort(other);
    for (const [name, day] of [
      ['Sudah', '2026-03-02'],
      ['Nanti', '2027-03-01'],
    ])
      await other.send('POST', `/admin/course/${courseId}/section/`, {
        name,
        startAt: `${day}T12:00:00Z`,
        endAt: `${day}T14:00:00Z`,
      });
    await open(`/course/fast-track/${courseId}/schedule`, { role: 'instructor' });
    // The coming class is shown first; the past one is in another period.
    await expect(page.getByLabel('Select Nanti')).toBeVisible();
    await page.goto(`/course/fast-track/${courseId}/schedule?date=2026-03-02`);
    await expect(page.getByText('Sudah').first()).toBeVisible();
    await expect(page.getByLabel('Select Sudah')).toHaveCount(0);
    for (const name of ['Create Meet link: Sudah', 'Invitation of Sudah', 'Move Sudah'])
      await expect(page.getByRole('button', { name })).toHaveCount(0);
    await page.goto(`/course/fast-track/${courseId}/schedule`);
    await page.getByLabel('All coming classes').check();
    await expect(page.getByRole('button', { name: 'Send 1 schedule' })).toBeVisible();
    await page.getByRole('button', { name: 'Move Nanti' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'New start' }).fill('17/08/2027 19.00');
    await dialog.getByRole('textbox', { name: 'New start' }).blur();
    await expect(dialog.getByLabel('New times').getByRole('listitem')).toContainText(
      'A holiday: Hari Ulang Tahun Kemerdekaan',
    );
  },
);

test('the invitations of selected classes are sent', async ({ page, open, api }) => {
  const other = await api('instructor');
  const courseId = await cohort(other);
  await other.send('POST', `/admin/course/${courseId}/section/`, {
    name: 'Pertemuan 1',
    startAt: '2027-03-01T12:00:00Z',
    endAt: '2027-03-01T14:00:00Z',
  });
  await open(`/course/fast-track/${courseId}/schedule`, { role: 'instructor' });
  await expect(page.getByText('Not in calendars')).toBeVisible();
  await page.getByLabel('Select Pertemuan 1').check();
  await confirming(page, 'Send 1 schedule', 'Send 1 schedule')();
  await expect(toast(page, 'Schedules sent successfully')).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText('Not in calendars')).toHaveCount(0);
});

test(
  'the recipients and content of an invitation are shown for one class',
  { tag: '@system' },
  async ({ page, open, api }) => {
    const other = await api('instructor');
    const courseId = await cohort(other);
    await other.send('POST', `/admin/course/${courseId}/section/`, {
      name: 'Kelas tamu',
      startAt: '2027-03-01T12:00:00Z',
      endAt: '2027-03-01T14:00:00Z',
    });
    await open(`/course/fast-track/${courseId}/schedule`, { role: 'instructor' });
    await page.getByRole('button', { name: 'Invitation of Kelas tamu' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(/^Title/).fill('Tamu dari industri');
    await dialog.getByLabel('Time zone').selectOption('WITA');
    await dialog.getByRole('button', { name: 'Add guest' }).click();
    await page.evaluate(() => {
      const data = new DataTransfer();
      data.setData('text/plain', 'Sari <sari@example.com>; budi@example.com');
      document.activeElement?.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      );
    });
    await expect(dialog.getByRole('textbox', { name: 'Guests 2' })).toHaveValue('budi@example.com');
    await dialog.getByRole('button', { name: 'Send invitation' }).click();
    await expect(toast(page, 'Invitation saved')).toBeVisible();
    await expect(page.getByText('2 guests')).toBeVisible();
    const sentEvent = async () =>
      (await other.send('GET', `/admin/course/${courseId}/schedule/`)).classes[0].event.overrides;
    const first = {
      summary: 'Tamu dari industri',
      description: null,
      location: null,
      timeZone: 'Asia/Makassar',
      attendees: ['budi@example.com', 'sari@example.com'],
    };
    expect(await sentEvent()).toEqual(first);
    await page.getByRole('button', { name: 'Invitation of Kelas tamu' }).click();
    await dialog.getByRole('button', { name: 'Remove guest 1' }).click();
    await dialog.getByRole('button', { name: 'Save and notify the guests' }).click();
    await expect(dialog).toBeHidden();
    expect(await sentEvent()).toEqual({ ...first, attendees: ['sari@example.com'] });
  },
);
