/** Tests row selection: by key, range, page and all matching; kept across pages, cleared when the result changes. */
import type { Page } from '@playwright/test';
import { type Api, expect, test, unique } from './fixtures.ts';
import { pressInHeadMenu } from './head.ts';
import { toast } from './toast.ts';
import { selectByKeysAndRanges, selectionOf } from './selecting.ts';

/** Creates a discount without products, and courses that a unique word finds. */
async function begin(admin: Api, count: number) {
  // Without digits: the search for "no 2" would find each course of a word with a 2.
  const word = unique('Pilih').replace(/\d/g, 'x');
  const { discountId } = await admin.send('POST', '/admin/discount/', {
    name: word,
    discount: 10,
    discountType: 2,
    productType: 'courses',
  });
  const ids: string[] = [];
  // In sequence, so that the newest is first.
  for (let n = count; n >= 1; n -= 1)
    ids.unshift((await admin.send('POST', '/admin/course/type/flexy/', { name: `${word} no ${n}` })).courseId);
  return { word, discountId, ids };
}

const parts = (page: Page, word: string) => {
  const courses = page.getByRole('region', { name: /^Courses/ });
  return {
    courses,
    ...selectionOf(page),
    search: courses.getByRole('textbox', { name: 'Search courses' }),
    box: (n: number) => courses.getByRole('checkbox', { name: `Select ${word} no ${n}`, exact: true }),
  };
};

async function openAvailable(page: Page, word: string, count: number) {
  const { courses, search } = parts(page, word);
  await courses.getByText(/^Available \d/).click();
  await search.fill(word);
  // Exact: "1–5 of 12" is also the start of "1–5 of 124", before the search is applied, which clears the selection.
  await expect(courses.getByText(`1–5 of ${count}`, { exact: true })).toBeVisible();
}

test('rows are selected by key, range and page in a picker, kept across pages, and all matching at once', async ({
  page,
  open,
  api,
}) => {
  const admin = await api();
  const { word, discountId, ids } = await begin(admin, 12);
  await open(`/discount/${discountId}`);
  await openAvailable(page, word, 12);
  const { courses, bar, box, count, search } = parts(page, word);
  await selectByKeysAndRanges(page, box);

  await courses.getByRole('button', { name: 'Next page' }).click();
  await box(7).check();
  await expect(count).toHaveText('6 selected');
  await courses.getByRole('button', { name: 'Previous page' }).click();
  await expect(box(4)).toBeChecked();
  await expect(bar.getByRole('button', { name: 'Assign 6 courses' })).toBeVisible();

  await bar.getByRole('button', { name: 'Select all 12 that match' }).click();
  await expect(count).toHaveText('12 selected');
  await expect(bar.getByRole('button', { name: /^Select all/ })).toHaveCount(0);
  // Later rows are not part of the counted selection.
  await admin.send('POST', '/admin/course/type/flexy/', { name: `${word} no 13` });
  await bar.getByRole('button', { name: 'Assign 12 courses' }).click();
  await expect(toast(page, 'Assigned 12 Courses from Discount')).toBeVisible();
  await expect(bar).toHaveCount(0);
  await expect(search).toBeFocused();
  const { assignedCourses } = await admin.send('GET', `/admin/discount/${discountId}`);
  expect(assignedCourses.map(({ id }: { id: string }) => id).toSorted()).toEqual(ids.toSorted());

  await box(13).check();
  await bar.getByRole('button', { name: 'Assign 1 course' }).click();
  await expect(courses.getByText('All 13 that match are assigned')).toBeVisible();
  await courses.getByRole('button', { name: 'Show the 13' }).click();
  await expect(box(13)).toBeVisible();
  await expect(search).toHaveValue(word);
});

test(
  'the selection is cleared by a new search, by its button, and when all items are unassigned',
  { tag: '@system' },
  async ({ page, open, api }) => {
    const admin = await api();
    const { word, discountId, ids } = await begin(admin, 5);
    await open(`/discount/${discountId}`);
    await openAvailable(page, word, 5);
    const { courses, bar, box, count, pageBox, search } = parts(page, word);
    await box(1).check();
    await search.fill(`${word} no 2`);
    await expect(box(1)).toHaveCount(0);
    await expect(bar).toHaveCount(0);
    await search.fill(word);
    await expect(courses.getByText('1–5 of 5', { exact: true })).toBeVisible();
    await expect(box(1)).not.toBeChecked();
    await box(1).check();
    await bar.getByRole('button', { name: 'Clear selection' }).click();
    await expect(bar).toHaveCount(0);
    await expect(search).toBeFocused();

    await admin.send('PUT', `/admin/discount/${discountId}/courses/`, { course_ids: ids });
    await page.reload();
    await pageBox.check();
    await expect(count).toHaveText('5 selected');
    await pressInHeadMenu(page, 'Unassign all products');
    await page.getByRole('dialog').getByRole('button', { name: 'Unassign 5 products' }).click();
    await expect(courses.getByText('No courses are assigned')).toBeVisible();
    await expect(bar).toHaveCount(0);
    await courses.getByRole('button', { name: 'Choose courses' }).click();
    await expect(search).toBeFocused();
    await expect(bar).toHaveCount(0);
  },
);

test(
  'a row selected while a search is applied stays selected if the result shows it, and no other does',
  { tag: '@system' },
  async ({ page, open, api }) => {
    const admin = await api();
    const { word, discountId } = await begin(admin, 5);
    await open(`/discount/${discountId}`);
    await openAvailable(page, word, 5);
    const { courses, bar, box, count, search } = parts(page, word);
    await box(1).check();
    const answer = Promise.withResolvers<void>();
    await page.route('**/courses/?*search=*no+2*', async (route) => {
      await answer.promise;
      await route.continue();
    });
    await search.fill(`${word} no 2`);
    await courses.locator('table[aria-busy="true"]').waitFor();
    await box(2).check();
    await box(3).check();
    answer.resolve();
    await expect(box(3)).toHaveCount(0);
    await expect(box(2)).toBeChecked();
    await expect(count).toHaveText('1 selected');
    await expect(bar.getByRole('button', { name: 'Assign 1 course' })).toBeVisible();
  },
);

test(
  'the picker keeps its height while loading, and a failed select-all shows an error',
  { tag: '@system' },
  async ({ page, open, api }) => {
    const admin = await api();
    const { word, discountId, ids } = await begin(admin, 6);
    await admin.send('PUT', `/admin/discount/${discountId}/courses/`, { course_ids: ids });
    const answers = Promise.withResolvers<void>();
    await page.route(`**/api/admin/discount/${discountId}/courses/**`, async (route) => {
      await answers.promise;
      await route.continue();
    });
    await open(`/discount/${discountId}`);
    const { courses, bar, box, count } = parts(page, word);
    await courses.locator('tbody tr[aria-hidden]').first().waitFor({ state: 'attached' });
    const height = async () => (await courses.boundingBox())?.height;
    const before = await height();
    answers.resolve();
    await box(1).waitFor();
    expect(await height()).toBe(before);
    await page.unrouteAll({ behavior: 'wait' });
    await box(1).check();
    await page.route('**/courses/?*pageSize=100*', (route) => route.fulfill({ status: 500, body: '{}' }));
    await bar.getByRole('button', { name: 'Select all 6 that match' }).click();
    await expect(toast(page, 'Not all could be selected')).toBeVisible();
    await expect(count).toHaveText('1 selected');
  },
);
