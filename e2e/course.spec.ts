/** Tests work on courses: creating, editing, publishing, duplicating, deleting, filtering, and the form's index. */
import { expectAccessible } from './axe.ts';
import { type Api, type Json, expect, test, unique } from './fixtures.ts';
import { toast } from './toast.ts';

test('a fast-track course is created, filled in, duplicated and deleted', async ({ page, open }) => {
  const name = unique('Bootcamp Ujian');
  await open('/course/fast-track', { role: 'instructor' });
  await page.getByRole('button', { name: /^New/ }).click();
  await page.getByRole('dialog').getByLabel('Name').fill(name);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Create/ })
    .click();
  await expect(toast(page, 'Successfully Created New Fast Track Course!')).toBeVisible();
  await expect(page).toHaveURL(/\/course\/fast-track\/[0-9a-f-]{36}$/);
  const address = page.url();

  const shift = page.getByRole('combobox', { name: 'Shift' });
  await expect(shift.getByRole('option').first()).toHaveText('Tidak ada Shift');
  await shift.selectOption({ index: 1 });
  await page.getByLabel(/^First day/).fill('2027-02-10');
  await page.getByLabel(/^Last day/).fill('2027-02-01');
  await page.getByLabel(/^Last day/).blur();
  await expect(page.getByText('Ends before it starts')).toBeVisible();
  await page.getByLabel(/^Last day/).fill('2027-03-01');
  await page.getByLabel(/^Capacity/).fill('25');
  await page.keyboard.press('Control+s');
  await expect(toast(page, 'Successfully Updated Fast Track Course!')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel(/^Capacity/)).toHaveValue('25');
  await expectAccessible(page, '/course/fast-track/$id/{-$tab}');

  await page.getByRole('button', { name: 'Duplicate' }).click();
  await expect(toast(page, 'Successfully Duplicated Fast Track Course!')).toBeVisible();
  await expect(page).not.toHaveURL(address);
  await expect(page.getByRole('heading', { name: `${name} (copy)`, level: 1 })).toBeVisible();
  await expect(page.getByLabel(/^First day/)).toHaveValue('');

  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete 1 course' }).click();
  await expect(toast(page, 'Successfully Deleted Fast Track Course!')).toBeVisible();
  await expect(page).toHaveURL(/\/course\/fast-track$/);
  await expectAccessible(page, '/course/fast-track');
});

test('a shift NONE is sent as null', { tag: '@system' }, async ({ page, open, api }) => {
  const { courseId } = await (
    await api()
  ).send('POST', '/admin/course/type/fast-track/', { name: unique('Kelas Shift') });
  await open(`/course/fast-track/${courseId}`);
  const shift = page.getByRole('combobox', { name: 'Shift' });
  await shift.selectOption({ index: 1 });
  await page.keyboard.press('Control+s');
  await expect(toast(page, 'Successfully Updated Fast Track Course!').first()).toBeVisible();
  await shift.selectOption('Tidak ada Shift');
  const sent = page.waitForRequest((request) => request.method() === 'PUT');
  await page.keyboard.press('Control+s');
  expect((await sent).postDataJSON()).toMatchObject({ type: 1, shift: null });
});

test('publishing lists missing fields, and works when none are missing', async ({ page, open, api }) => {
  const admin = await api();
  const { courseId } = await admin.send('POST', '/admin/course/type/flexy/', { name: unique('Kelas Kosong') });
  await open(`/course/flexy/${courseId}`);
  const needs = page.getByText(/To be published this course needs/);
  await expect(needs).toContainText('thumbnail');
  await expect(needs).toContainText('category');
  await expect(needs).toContainText('section');
  await expect(page.getByRole('button', { name: 'Publish', exact: true })).toHaveAccessibleDescription(
    'Publish: needs 4 things first',
  );
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.locator('#course-needs')).toBeFocused();
  await expect(page.getByRole('button', { name: 'Publish', exact: true })).toBeVisible();

  const { courses } = await admin.send('GET', '/admin/course/type/flexy/?isPublished=true&pageSize=1');
  const { courseId: copy } = await admin.send('PUT', `/admin/course/${courses[0].id}/duplicate/`);
  await open(`/course/flexy/${copy}`);
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(toast(page, 'Successfully Update Course')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Unpublish' })).toBeVisible();
  await expectAccessible(page, '/course/flexy/$id/{-$tab}');
});

test(
  'a published course lists the fields it must keep, and can still be unpublished',
  { tag: '@system' },
  async ({ page, open, api }) => {
    const admin = await api();
    const { courses } = await admin.send('GET', '/admin/course/type/flexy/?isPublished=true&pageSize=1');
    const { courseId } = await admin.send('PUT', `/admin/course/${courses[0].id}/duplicate/`);
    await admin.send('PUT', `/admin/course/${courseId}/`, { type: courses[0].type, isPublished: true });
    await open(`/course/flexy/${courseId}`);
    const thumbnail = page.getByRole('textbox', { name: /^Thumbnail/ });
    const name = page.getByLabel('Name', { exact: true }).first();
    const typed = unique('Kelas Terbit');
    await thumbnail.fill('');
    await name.fill(typed);
    await page.keyboard.press('Control+s');
    await expect(thumbnail).toBeFocused();
    const wrong = page.getByRole('button', { name: '1 field to correct' });
    await expect(thumbnail).toHaveAttribute('aria-invalid', 'true');
    await expect(wrong).toBeVisible();
    await name.fill(`${typed} lagi`);
    await expect(thumbnail).toHaveAttribute('aria-invalid', 'true');
    await page.getByRole('button', { name: 'Unpublish' }).click();
    await expect(page.getByRole('button', { name: 'Publish', exact: true })).toBeVisible();
    await expect(name).toHaveValue(`${typed} lagi`);
    await expect(thumbnail).toHaveValue('');
    await expect
      .poll(() => admin.send('GET', `/admin/course/${courseId}/`))
      .toMatchObject({
        isPublished: false,
        name: expect.not.stringContaining(typed),
        thumbnail: expect.stringContaining('/'),
      });
    await page.keyboard.press('Control+s');
    await expect(page.getByRole('region', { name: 'Unsaved changes' })).toHaveCount(0);
    await expect
      .poll(() => admin.send('GET', `/admin/course/${courseId}/`))
      .toMatchObject({
        name: `${typed} lagi`,
        thumbnail: null,
      });
  },
);

// A brand whose records no other test changes.
const tenant = 'data';
for (const [path, url, rows, id] of [
  ['/course/flexy', '/admin/course/type/flexy/', 'courses', 'id'],
  ['/course/fast-track', '/admin/course/type/fast-track/', 'courses', 'id'],
  ['/learning-path', '/admin/learning-path/', 'paths', 'pathID'],
  ['/voucher', '/admin/voucher', 'vouchers', 'voucherId'],
] as const)
  test(
    `the publication filter of ${path} keeps the chosen records and leaves out the others`,
    { tag: '@system' },
    async ({ page, open, api }) => {
      const { [rows]: all, totalItems } = await (await api('admin', tenant)).send('GET', `${url}?pageSize=100`);
      expect(all).toHaveLength(totalItems);
      const idsOf = (isIn: (record: Json) => boolean) => all.filter(isIn).map((record: Json) => record[id]);
      const [drafts, published] = [idsOf((one) => !one.isPublished), idsOf((one) => one.isPublished)];
      expect([drafts.length, published.length]).not.toContain(0);
      await open(`${path}?pageSize=100`, { tenant });
      const shown = () => page.locator('tr[data-row]').evaluateAll((all) => all.map((row) => row.dataset['row']));
      const filter = page.getByRole('combobox', { name: 'Publication' });
      for (const [label, value, ids] of [
        ['Draft', 'false', drafts],
        ['Published', 'true', published],
      ] as const) {
        await filter.selectOption({ label });
        await expect.poll(shown).toEqual(ids);
        await expect(page).toHaveURL(new RegExp(`isPublished=${value}`));
      }
    },
  );

test('the list of courses filters by category', { tag: '@system' }, async ({ page, open, api }) => {
  const { courses } = await (await api('admin', tenant)).send('GET', '/admin/course/type/flexy/?pageSize=100');
  const ofData = courses.filter(({ category }: Json) => category === 'data').map(({ id }: Json) => id);
  expect(ofData.length).toBeGreaterThan(0);
  expect(ofData.length).toBeLessThan(courses.length);
  await open('/course/flexy?pageSize=100', { tenant });
  await page.getByLabel('Category').selectOption('data');
  await expect
    .poll(() => page.locator('tr[data-row]').evaluateAll((all) => all.map((row) => row.dataset['row'])))
    .toEqual(ofData);
});

/** Creates a course and returns a function that enrols a user. */
async function aTakenCourse(admin: Api) {
  const { courseId } = await admin.send('POST', '/admin/course/type/flexy/', { name: unique('Kelas Berisi') });
  const { users } = await admin.send('GET', `/admin/user/course/${courseId}/?pageSize=1`);
  const enrol = () => admin.send('PUT', `/admin/user/course/${courseId}/assign/`, { userId: users[0].id });
  return { courseId, enrol };
}

test(
  'a course with members has an unavailable delete button that keeps the focus and gives the reason',
  { tag: '@system' },
  async ({ page, open, api }) => {
    const { courseId, enrol } = await aTakenCourse(await api());
    await enrol();
    await open(`/course/flexy/${courseId}`);
    const remove = page.getByRole('button', { name: 'Delete' });
    await expect(remove).toHaveAttribute('aria-disabled', 'true');
    await remove.focus();
    await expect(remove).toHaveAccessibleDescription('1 user is assigned to this course; unassign them first');
    await expect(page.getByRole('tooltip')).toBeVisible();
    await remove.press('Enter');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(remove).toBeFocused();
  },
);

test(
  'a course that got a member meanwhile is not deleted and shows the reason',
  { tag: '@system' },
  async ({ page, open, api }) => {
    const { courseId, enrol } = await aTakenCourse(await api());
    await open(`/course/flexy/${courseId}`);
    const remove = page.getByRole('button', { name: 'Delete', exact: true });
    await remove.click();
    await enrol();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete 1 course' }).click();
    await expect(toast(page, 'Failed to delete course!')).toContainText(
      '1 user is assigned to this course; unassign them first',
    );
    await expect(remove).toHaveAttribute('aria-disabled', 'true');
  },
);

test('publishing and unpublishing describe their effect, and can be undone', async ({ page, open, api }) => {
  const admin = await api();
  const { courses } = await admin.send('GET', '/admin/course/type/flexy/?isPublished=true&pageSize=1');
  const { courseId } = await admin.send('PUT', `/admin/course/${courses[0].id}/duplicate/`);
  const { sectionId } = await admin.send('POST', `/admin/course/${courseId}/section/`, { name: 'Bonus' });
  await admin.send('POST', '/admin/lesson/', { sectionId, name: 'Kosong', type: 'ARTICLE' });
  await open(`/course/flexy/${courseId}`);
  const publish = page.getByRole('button', { name: 'Publish', exact: true });
  await expect(publish).toHaveAccessibleDescription('Publish: it can be bought. 1 thing to fix; you can still publish');
  await publish.click();
  const unpublish = page.getByRole('button', { name: 'Unpublish' });
  await expect(unpublish).toHaveAccessibleDescription('Unpublish: it can no longer be bought');
  const { users } = await admin.send('GET', `/admin/user/course/${courseId}/?pageSize=2`);
  for (const { id } of users) await admin.send('PUT', `/admin/user/course/${courseId}/assign/`, { userId: id });
  await page.reload();
  await expect(unpublish).toHaveAccessibleDescription('Unpublish: 2 members lose access');
  await unpublish.click();
  await expect(publish).toHaveAccessibleDescription(
    'Publish: 2 members get access. 1 thing to fix; you can still publish',
  );
  const isPublished = async () => (await admin.send('GET', `/admin/course/${courseId}/`)).isPublished;
  await expect.poll(isPublished).toBe(false);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(unpublish).toBeVisible();
  await expect.poll(isPublished).toBe(true);
});

test(
  'an image that does not load prevents publishing, whoever set it',
  { tag: '@system' },
  async ({ page, open, api }) => {
    const admin = await api();
    const { courses } = await admin.send('GET', '/admin/course/type/flexy/?isPublished=true&pageSize=1');
    const { courseId } = await admin.send('PUT', `/admin/course/${courses[0].id}/duplicate/`);
    await admin.send('PUT', `/admin/course/${courseId}/`, { type: 0, thumbnail: '/demo/lost.png' });
    await open(`/course/flexy/${courseId}`);
    const needs = page.locator('#course-needs');
    await expect(needs).toContainText('To be published this course needs a thumbnail that loads');
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await expect(needs).toBeFocused();
    expect((await admin.send('GET', `/admin/course/${courseId}/`)).isPublished).toBe(false);
    await page.getByRole('textbox', { name: /^Thumbnail/ }).fill(courses[0].thumbnail);
    await expect(needs).toHaveCount(0);
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Unpublish' })).toBeVisible();
  },
);

test(
  'a long form has an index of its sections in the aside that marks the current one',
  { tag: '@system' },
  async ({ page, open, api }) => {
    const { courseId } = await (
      await api()
    ).send('POST', '/admin/course/type/fast-track/', { name: unique('Kelas Isi') });
    await open(`/course/fast-track/${courseId}`);
    const index = page.getByRole('navigation', { name: 'Sections' });
    await expect(index.getByRole('link')).toHaveText([
      'Basics',
      'Schedule',
      'Class',
      'Content',
      'Instructors',
      'Completion',
    ]);
    const link = (name: string) => index.getByRole('link', { name, exact: true });
    const isRead = (name: string) => expect(index.locator('[aria-current="location"]')).toHaveText(name);
    await isRead('Basics');
    // The last two sections may both be on the last screen.
    for (const name of ['Instructors', 'Completion', 'Schedule']) {
      await link(name).press('Enter');
      await isRead(name);
      const section = page.getByRole('region', { name, exact: true });
      await expect(section).toBeFocused();
      await expect(section.getByRole('heading').first()).toBeInViewport();
      await expect(link(name)).toBeInViewport();
    }
    await page.keyboard.press('Tab');
    await expect(page.getByLabel(/^First day/)).toBeFocused();
    await page.mouse.move(600, 500);
    await page.mouse.wheel(0, 100_000);
    await isRead('Completion');
    await page.mouse.wheel(0, -100_000);
    await isRead('Basics');
    await page.getByRole('link', { name: 'Curriculum' }).click();
    await expect(index).toHaveCount(0);
    await page.goBack();
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(index).toBeHidden();
  },
);

test(
  'a chosen section stays current when an editor above it loads late',
  { tag: '@system' },
  async ({ page, open, api }) => {
    const { courseId } = await (
      await api()
    ).send('POST', '/admin/course/type/flexy/', { name: unique('Kelas Lambat') });
    let letCome: () => void;
    const hold = new Promise<void>((resolve) => (letCome = resolve));
    await page.route(/rich-text-editor.*\.js/, async (route) => {
      await hold;
      await route.continue();
    });
    await open(`/course/flexy/${courseId}`);
    const index = page.getByRole('navigation', { name: 'Sections' });
    const current = index.locator('[aria-current="location"]');
    await index.getByRole('link', { name: 'Instructors' }).press('Enter');
    await expect(current).toHaveText('Instructors');
    letCome!();
    await expect(page.locator('.tiptap')).toBeVisible();
    const section = page.getByRole('region', { name: 'Instructors', exact: true });
    await expect(section.getByRole('heading').first()).toBeInViewport();
    await expect(current).toHaveText('Instructors');
    await page.mouse.move(600, 500);
    await page.mouse.wheel(0, -100_000);
    await expect(current).toHaveText('Basics');
  },
);

test(
  'leaving an invalid field does not move the element being clicked',
  { tag: '@system' },
  async ({ page, open, api }) => {
    const { courseId } = await (await api()).send('POST', '/admin/course/type/flexy/', { name: unique('Kelas Klik') });
    await open(`/course/flexy/${courseId}`);
    await page.getByRole('button', { name: 'Add outcome' }).click();
    const empty = page.getByLabel('Learning outcomes 1', { exact: true });
    await expect(empty).toBeFocused();
    const add = page.getByRole('button', { name: 'Add instructor' });
    await add.scrollIntoViewIfNeeded();
    const at = (await add.boundingBox())!;
    await page.mouse.move(at.x + at.width / 2, at.y + 4);
    await page.mouse.down();
    await page.waitForTimeout(150);
    await page.mouse.up();
    await expect(page.getByRole('group', { name: 'Instructor 1' })).toBeVisible();
    await expect(page.getByText('Write something').first()).toBeVisible();
  },
);

test('a draft lists everything to fix before publishing, with links, including a quiz that cannot be passed', async ({
  page,
  open,
  api,
}) => {
  const admin = await api();
  const { courses } = await admin.send('GET', '/admin/course/type/flexy/?isPublished=true&pageSize=1');
  const { thumbnail, category } = courses[0];
  const { courseId } = await admin.send('POST', '/admin/course/type/flexy/', { name: unique('Kelas Panel') });
  const panel = page.getByRole('region', { name: 'Before publishing' });
  await open(`/course/flexy/${courseId}`);
  await expect(panel.getByRole('link', { name: 'a category' })).toBeVisible();
  await expect(panel.getByText('Ready to be published')).toHaveCount(0);

  const { sectionId } = await admin.send('POST', `/admin/course/${courseId}/section/`, { name: 'Awal' });
  const { lessonId } = await admin.send('POST', '/admin/lesson/', { sectionId, name: 'Kosong', type: 'ARTICLE' });
  const { quizId } = await admin.send('POST', '/admin/quiz/', { sectionId, name: 'Mustahil' });
  const options = [
    { text: 'Benar', isCorrect: true },
    { text: 'Salah', isCorrect: false },
  ];
  const question = { quizId, type: 'TRUE_FALSE', question: 'Ya?', options };
  const { questionId } = await admin.send('POST', '/admin/question/', { ...question, score: 0 });
  await admin.send('PUT', `/admin/course/${courseId}/`, { type: 0, thumbnail, category });
  await page.reload();
  const problems = panel.getByRole('listitem');
  await expect(problems).toHaveText([/Kosong.*No text/, /Mustahil.*It cannot be passed/]);
  await expect(panel.getByText('Nothing prevents publishing.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Publish', exact: true })).toHaveAccessibleDescription(
    /2 things to fix; you can still publish$/,
  );

  await admin.send('PUT', `/admin/question/${questionId}/`, { score: 1 });
  await admin.send('PUT', `/admin/lesson/${lessonId}/`, { content: '<p>Isi</p>' });
  await page.reload();
  await expect(panel.getByText('Ready to be published.')).toBeVisible();
  await expect(problems).toHaveCount(0);
});
