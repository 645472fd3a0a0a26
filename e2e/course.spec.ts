/** The work on courses in a real browser: creating, filling in, publishing, duplicating, deleting. */
import { expect, test, unique } from './fixtures.ts';

test('a fast-track course is created, lands on its page, is filled in, duplicated and deleted', async ({
  page,
  open,
}) => {
  const name = unique('Bootcamp Ujian');
  await open('/course/fast-track', { role: 'instructor' });
  await page.getByRole('button', { name: /^New/ }).click();
  await page.getByRole('dialog').getByLabel('Name').fill(name);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Create/ })
    .click();
  await expect(page.getByText('Successfully Created New Fast Track Course!')).toBeVisible();
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
  await expect(page.getByText('Successfully Updated Fast Track Course!')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel(/^Capacity/)).toHaveValue('25');

  await page.getByRole('button', { name: 'Duplicate' }).click();
  await expect(page.getByText('Successfully Duplicated Fast Track Course!')).toBeVisible();
  await expect(page).not.toHaveURL(address);
  await expect(page.getByRole('heading', { name: `${name} (copy)`, level: 1 })).toBeVisible();
  await expect(page.getByLabel(/^First day/)).toHaveValue('');

  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete 1 course' }).click();
  await expect(page.getByText('Successfully Deleted Fast Track Course!')).toBeVisible();
  await expect(page).toHaveURL(/\/course\/fast-track$/);
});

test('a shift NONE is sent as null', async ({ page, open, api }) => {
  const { courseId } = await (
    await api()
  ).send('POST', '/admin/course/type/fast-track/', { name: unique('Kelas Shift') });
  await open(`/course/fast-track/${courseId}`);
  const shift = page.getByRole('combobox', { name: 'Shift' });
  await shift.selectOption({ index: 1 });
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Successfully Updated Fast Track Course!').first()).toBeVisible();
  await shift.selectOption('Tidak ada Shift');
  const sent = page.waitForRequest((request) => request.method() === 'PUT');
  await page.keyboard.press('Control+s');
  expect((await sent).postDataJSON()).toMatchObject({ type: 1, shift: null });
});

test('publishing names what is missing, and works when nothing is', async ({ page, open, api }) => {
  const admin = await api();
  const { courseId } = await admin.send('POST', '/admin/course/type/flexy/', { name: unique('Kelas Kosong') });
  await open(`/course/flexy/${courseId}`);
  const needs = page.getByText(/To be published this course needs/);
  await expect(needs).toContainText('thumbnail');
  await expect(needs).toContainText('category');
  await expect(needs).toContainText('section');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.locator('#course-needs')).toBeFocused();
  await expect(page.getByRole('button', { name: 'Publish', exact: true })).toBeVisible();

  const { courses } = await admin.send('GET', '/admin/course/type/flexy/?isPublished=true&pageSize=1');
  const { courseId: copy } = await admin.send('PUT', `/admin/course/${courses[0].id}/duplicate/`);
  await open(`/course/flexy/${copy}`);
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByText('Successfully Update Course')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Unpublish' })).toBeVisible();
});

test('a published course says what it cannot lose until that is given, and can be unpublished all the same', async ({
  page,
  open,
  api,
}) => {
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
  const wrong = page.getByRole('button', { name: '1 field needs a look' });
  await expect(thumbnail).toHaveAttribute('aria-invalid', 'true');
  await expect(wrong).toBeVisible();
  await name.fill(`${typed} lagi`);
  await expect(thumbnail).toHaveAttribute('aria-invalid', 'true');
  await page.getByRole('button', { name: 'Unpublish' }).click();
  await expect(page.getByRole('button', { name: 'Publish', exact: true })).toBeVisible();
  await expect(name).toHaveValue(`${typed} lagi`);
  await expect(thumbnail).toHaveValue('');
  expect(await admin.send('GET', `/admin/course/${courseId}/`)).toMatchObject({
    isPublished: false,
    name: expect.not.stringContaining(typed),
    thumbnail: expect.stringContaining('/'),
  });
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('region', { name: 'Unsaved changes' })).toHaveCount(0);
  expect(await admin.send('GET', `/admin/course/${courseId}/`)).toMatchObject({
    name: `${typed} lagi`,
    thumbnail: null,
  });
});

test('the lists filter by category and publication', async ({ page, open, api }) => {
  // A brand whose courses no other test changes.
  await open('/course/flexy', { tenant: 'data' });
  const drafts = await (
    await api('admin', 'data')
  ).send('GET', '/admin/course/type/flexy/?isPublished=false&filter=data');
  await page.getByLabel('Publication').selectOption({ label: 'Draft' });
  await page.getByLabel('Category').selectOption('data');
  await expect(page.getByRole('heading', { level: 1 })).toContainText(String(drafts.totalItems));
  await expect(page).toHaveURL(/isPublished=false/);
});

test('a course with members is not deleted, and says why', async ({ page, open, api }) => {
  const { courses } = await (await api()).send('GET', '/admin/course/type/flexy/?isPublished=true&pageSize=50');
  const busy = courses.find(({ totalMembers }: { totalMembers: number }) => totalMembers > 0);
  await open(`/course/flexy/${busy.id}`);
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete 1 course' }).click();
  await expect(page.getByText('Failed to delete course!')).toBeVisible();
  await expect(page.getByText(new RegExp(`${busy.totalMembers} (user|member)`))).toBeVisible();
});

test('leaving a wrong field does not move what is being clicked', async ({ page, open, api }) => {
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
});
