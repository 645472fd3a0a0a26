/** Tests the next batch of a course: made in a few clicks, with dates changed by hand, as a series, and undone. */
import { violations } from './axe.ts';
import { effort, seenClicks } from './count-actions.ts';
import { type Api, expect, test, unique } from './fixtures.ts';
import { pressInHeadMenu } from './head.ts';
import { toast } from './toast.ts';

/** Two Tuesdays in January 2031, in the evening. */
async function cohort(api: Api, over: object = {}): Promise<{ courseId: string; name: string }> {
  const name = unique('Kelas Data');
  const { courseId } = await api.send('POST', '/admin/course/type/fast-track/', { name: `${name} Batch 1` });
  await api.send('PUT', `/admin/course/${courseId}/`, {
    type: 1,
    startDate: '2031-01-07',
    endDate: '2031-01-15',
    ...over,
  });
  for (const day of ['07', '14'])
    await api.send('POST', `/admin/course/${courseId}/section/`, {
      name: `Pertemuan ${day}`,
      startAt: `2031-01-${day}T12:00:00Z`,
      endAt: `2031-01-${day}T14:00:00Z`,
    });
  return { courseId, name };
}

test('the next batch is made in three clicks, and Undo deletes it', async ({ page, open, api }) => {
  const admin = await api();
  const { courseId, name } = await cohort(admin);
  await open(`/course/fast-track/${courseId}`);
  const [spent, seen] = [effort(page), await seenClicks(page)];
  await spent.click(page.getByRole('button', { name: 'More actions' }));
  await spent.click(page.getByRole('menuitem', { name: 'Next batch…' }));
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('textbox', { name: 'First day' })).toBeFocused();
  await expect(dialog.getByRole('list', { name: 'Dates' }).getByRole('listitem')).toHaveCount(2);
  await spent.click(dialog.getByRole('button', { name: 'Create 1 draft' }));
  await expect(page.getByRole('heading', { name: `${name} Batch 2`, level: 1 })).toBeVisible();
  expect([spent.clicks, await seen()]).toEqual([3, 3]);
  await expect(page.getByLabel(/^First day/)).toHaveValue(/21/);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(toast(page, 'Taken back')).toBeVisible();
  await expect(page.getByRole('heading', { name: `${name} Batch 1`, level: 1 })).toBeVisible();
  const { courses } = await admin.send('GET', `/admin/course/type/fast-track/?search=${encodeURIComponent(name)}`);
  expect(courses).toHaveLength(1);
});

test('dates set by hand, a name and a second batch are kept after an error, and created', async ({
  page,
  open,
  api,
}) => {
  const admin = await api();
  const { courseId, name } = await cohort(admin);
  await open(`/course/fast-track/${courseId}`);
  await pressInHeadMenu(page, 'Next batch…');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'First day' }).fill('04/02/2031');
  await dialog.getByRole('textbox', { name: 'New start of Pertemuan 07' }).fill('13/02/2031 10.00');
  await expect(dialog.getByText('It is not in the order of the curriculum')).not.toHaveCount(0);
  await dialog.getByRole('button', { name: 'Add another batch' }).click();
  const second = dialog.getByRole('region', { name: 'Batch 2' });
  await second.getByRole('textbox', { name: 'Last day' }).fill('01/01/2031');
  await expect(second.getByText('Ends before it starts')).toBeVisible();
  await second.getByRole('textbox', { name: 'Last day' }).fill('');
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Create 2 drafts' }).click();
  await expect(page.getByRole('heading', { name: `${name} Batch 2`, level: 1 })).toBeVisible();
  const { courses } = await admin.send(
    'GET',
    `/admin/course/type/fast-track/?search=${encodeURIComponent(name)}&sort=name`,
  );
  expect(courses.map((one: { name: string }) => one.name)).toEqual(
    [1, 2, 3].map((number) => `${name} Batch ${number}`),
  );
  const { sections } = await admin.send('GET', `/admin/course/${courses[1].id}/`);
  expect(sections.map(({ startAt }: { startAt: string }) => startAt)).toEqual([
    '2031-02-13T03:00:00.000Z',
    '2031-02-11T12:00:00.000Z',
  ]);
});

test('classes of the same instructor or in the same room stand beside the new dates', async ({ page, open, api }) => {
  const admin = await api();
  const [teacher, location] = [unique('Ibu Guru'), unique('Ruang')];
  const place = { deliveryMode: 'offline', location };
  const { courseId } = await cohort(admin, { ...place, instructors: [{ name: teacher }] });
  const taught = await cohort(admin, { endDate: '2031-02-28', instructors: [{ name: teacher }] });
  const inRoom = await cohort(admin, { ...place, endDate: '2031-02-28' });
  for (const [other, day] of [
    [taught, '04'],
    [inRoom, '11'],
  ] as const)
    await admin.send('POST', `/admin/course/${other.courseId}/section/`, {
      name: `Lain ${day}`,
      startAt: `2031-02-${day}T13:00:00Z`,
      endAt: `2031-02-${day}T15:00:00Z`,
    });
  await open(`/course/fast-track/${courseId}`);
  await pressInHeadMenu(page, 'Next batch…');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'First day' }).fill('04/02/2031');
  const line = (name: string) =>
    dialog.getByRole('list', { name: 'Dates' }).getByRole('listitem').filter({ hasText: name });
  await expect(line('Pertemuan 07')).toContainText(`At the same time as Lain 04 of ${taught.name}`);
  await expect(line('Pertemuan 07')).toContainText(teacher);
  await expect(line('Pertemuan 14')).toContainText(`At the same time as Lain 11 of ${inRoom.name}`);
  await expect(line('Pertemuan 14')).toContainText(location);
  // Another day has no clash, and the warning goes.
  await dialog.getByRole('textbox', { name: 'New start of Pertemuan 07' }).fill('05/02/2031 19.00');
  await expect(line('Pertemuan 07')).not.toContainText('At the same time');
});
