/** Tests that every picker lists published products first, folds drafts, and says why a draft cannot be chosen. */
import type { Locator } from '@playwright/test';
import { type Api, expect, test, unique } from './fixtures.ts';
import { expectAccessible } from './axe.ts';
import { selectionOf } from './selecting.ts';

/** Creates a published course and two drafts, the newest last, that a unique word finds. */
async function addCourses(admin: Api) {
  const word = unique('Pilihan');
  const { courses } = await admin.send('GET', '/admin/course/type/flexy/?isPublished=true&pageSize=1');
  const add = async (name: string, isPublished: boolean) => {
    const { courseId } = await admin.send('PUT', `/admin/course/${courses[0].id}/duplicate/`);
    await admin.send('PUT', `/admin/course/${courseId}/`, { type: 0, name: `${word} ${name}`, isPublished });
  };
  await add('terbit', true);
  await add('konsep 1', false);
  await add('konsep 2', false);
  return word;
}

const namesIn = (table: Locator) => table.locator('tr[data-row]');
const showDrafts = (root: Locator, count: number) => root.getByRole('button', { name: `Show ${count} drafts` });

test('drafts of a discount’s picker are unfolded by keyboard behind the published courses, and stay over searches and pages', async ({
  page,
  open,
  api,
}) => {
  const admin = await api();
  const word = await addCourses(admin);
  const draft = { name: word, discount: 10, discountType: 2, productType: 'courses' };
  const { discountId } = await admin.send('POST', '/admin/discount/', draft);
  await open(`/discount/${discountId}`);
  const courses = page.getByRole('region', { name: /^Courses/ });
  await courses.getByText(/^Available \d/).click();
  const search = courses.getByRole('textbox', { name: 'Search courses' });
  await search.fill(word);
  const rows = namesIn(courses.getByRole('table', { name: 'Available courses' }));
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText(`${word} terbit`);
  await expect(courses.getByRole('combobox', { name: 'Publication' })).toHaveValue('true');

  await showDrafts(courses, 2).focus();
  await page.keyboard.press('Enter');
  await expect(rows).toContainText([`${word} terbit`, `${word} konsep 2`, `${word} konsep 1`]);
  const hide = courses.getByRole('button', { name: 'Hide drafts' });
  await expect(hide).toBeFocused();
  await expectAccessible(page, '/discount/$id');
  await search.fill(`${word} k`);
  await expect(rows).toContainText([`${word} konsep 2`, `${word} konsep 1`]);
  await search.fill(word);
  await expect(rows).toHaveCount(3);
  await selectionOf(page).pageBox.check();
  await expect(page.getByText('2 of 3 are not published')).toBeVisible();
  await hide.press('Enter');
  await expect(rows).toHaveCount(1);

  // What only drafts match is listed at once.
  await search.fill(`${word} konsep 1`);
  await expect(rows.filter({ hasText: `${word} konsep 1` })).toContainText('Draft');
  await expect(rows.filter({ hasText: `${word} terbit` })).toHaveCount(0);
  await search.fill('');
  await courses.getByRole('combobox', { name: 'Publication' }).selectOption('Draft');
  await expect(rows.first()).toContainText('Draft');
  await expect(courses.getByRole('button', { name: /drafts/ })).toHaveCount(0);
});

test('drafts are shown on the page where they begin', async ({ page, open, api }) => {
  const admin = await api();
  const draft = { name: unique('Voucher'), code: unique('K').replace(/\W/g, '').slice(0, 9).toUpperCase() };
  const { voucherId } = await admin.send('POST', '/admin/voucher/', {
    ...draft,
    discountPrice: 10,
    discountType: 2,
    startDate: new Date().toISOString(),
    endDate: null,
  });
  await addCourses(admin);
  await open(`/voucher/${voucherId}`);
  await page.getByRole('button', { name: 'Choose products' }).first().click();
  const dialog = page.getByRole('dialog');
  const rows = namesIn(dialog.getByRole('table', { name: 'Available courses' }));
  await expect(rows.filter({ hasText: 'Draft' })).toHaveCount(0);
  await expect(dialog.getByRole('button', { name: 'Next page' })).toBeVisible();
  await dialog.getByRole('button', { name: /^Show \d+ drafts?$/ }).press('Enter');
  await expect(rows.filter({ hasText: 'Draft' }).first()).toBeVisible();
});

test('a course for a person is chosen by keyboard among the published ones, or among the drafts', async ({
  page,
  open,
  api,
}) => {
  const word = await addCourses(await api());
  await open('/user');
  const { bar, pageBox } = selectionOf(page);
  await pageBox.check();
  await bar.getByRole('button', { name: 'Assign a course' }).click();
  const dialog = page.getByRole('dialog', { name: 'Assign a course' });
  await dialog.getByRole('textbox', { name: 'Course' }).fill(word);
  await expect(dialog.getByRole('radio', { name: word })).toHaveCount(1);
  await expect(dialog.getByRole('radio', { name: `${word} terbit` })).toBeVisible();
  await showDrafts(dialog, 2).press('Enter');
  await expect(dialog.getByRole('radio', { name: word })).toHaveCount(3);
  await expect(dialog.getByRole('radio', { name: `${word} konsep 2` })).toBeFocused();
  await page.keyboard.press('Space');
  await expect(dialog.getByText(`“${word} konsep 2” is not published`)).toBeVisible();
});

test('a draft is found for a new order, cannot be chosen, and says who can change that', async ({
  page,
  open,
  api,
}) => {
  const word = await addCourses(await api());
  await open('/order/new', { role: 'customer-service' });
  const finder = page.getByRole('combobox', { name: 'Add a product' });
  await finder.fill(word);
  const options = page.getByRole('listbox').getByRole('option');
  await expect(options).toContainText([`${word} terbit`, 'Show 2 drafts']);
  await finder.press('ArrowDown');
  await finder.press('Enter');
  await expect(options).toContainText([`${word} terbit`, 'Hide drafts', `${word} konsep 1`, `${word} konsep 2`]);
  await expect(options.nth(2)).toContainText('Draft: an admin must publish it first');
  await options.nth(2).click({ force: true });
  await expect(page.getByText('The basket is empty.')).toBeVisible();
  await finder.press('Enter');
  await expect(options).toHaveCount(2);
  await finder.press('ArrowUp');
  await finder.press('Enter');
  await expect(page.getByRole('list', { name: 'Basket' })).toContainText(`${word} terbit`);
  // Nothing is folded when only drafts match.
  await finder.fill(`${word} konsep 1`);
  await expect(options.first()).toContainText(`${word} konsep 1`);
  await expect(options.filter({ hasText: 'drafts' })).toHaveCount(0);
});

test('drafts are folded in the filter of a list by course and by product', async ({ page, open, api }) => {
  const word = await addCourses(await api());
  for (const [path, label, placeholder] of [
    ['/user', 'Course', 'Search courses'],
    ['/order', 'Product', 'Search products'],
  ] as const) {
    await open(path);
    await page.getByRole('button', { name: label, exact: true }).press('Enter');
    await page.getByPlaceholder(placeholder).fill(word);
    const options = page.getByRole('listbox').getByRole('option');
    await expect(options).toContainText([`${word} terbit`, 'Show 2 drafts']);
    await options.nth(1).click();
    await expect(options).toHaveCount(4);
    await options.filter({ hasText: `${word} konsep 2` }).click();
    await expect(page.getByRole('button', { name: `${label} ${word} konsep 2` })).toBeFocused();
  }
});
