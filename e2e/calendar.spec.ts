/** Tests the calendar of all classes: periods, filters, the panel, and moving a class by pointer and by keyboard. */
import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { type Api, expect, test, unique } from './fixtures.ts';
import { keyboardOf } from './keyboard.ts';
import { problem } from './screen-states.ts';

/** A cohort with its own instructor, and a class on each of the days, at 19.00 in Jakarta. */
async function cohort(api: Api, days: readonly string[], instructor = unique('Pengajar')) {
  const name = unique('Angkatan');
  const { courseId } = await api.send('POST', '/admin/course/type/fast-track/', { name });
  const instructors = [{ name: instructor, title: '', photo: null, bio: '' }];
  await api.send('PUT', `/admin/course/${courseId}/`, { type: 1, instructors });
  for (const [index, day] of days.entries())
    await api.send('POST', `/admin/course/${courseId}/section/`, {
      name: `Pertemuan ${index + 1}`,
      startAt: `${day}T12:00:00Z`,
      endAt: `${day}T14:00:00Z`,
    });
  return { courseId, name, instructor };
}

const startsOf = async (api: Api, courseId: string): Promise<string[]> =>
  (await api.send('GET', `/admin/course/${courseId}/`)).sections.map(({ startAt }: { startAt: string }) =>
    new Date(startAt).toISOString(),
  );

const grid = (page: Page) => page.getByRole('region', { name: /^Classes, / });
const peek = (page: Page) => page.getByRole('complementary', { name: 'Peek at the class' });

async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
  const [start, end] = [await from.boundingBox(), await to.boundingBox()];
  if (!start || !end) throw new Error('Not on the screen');
  await page.mouse.move(start.x + start.width / 2, start.y + 8);
  await page.mouse.down();
  for (const part of [0.1, 0.5, 1])
    await page.mouse.move(start.x + (end.x - start.x) * part + end.width / 2, start.y + 8 + (end.y - start.y) * part);
  await page.mouse.up();
}

test('periods, views and filters are in the URL, and keys change them', async ({ page, open, api }) => {
  const other = await api('instructor');
  const { courseId, instructor } = await cohort(other, ['2031-03-03', '2031-04-08']);
  await cohort(other, ['2031-03-03']);
  await open('/calendar?date=2031-03-05', { role: 'instructor' });
  await expect(grid(page).getByRole('button', { name: /Pertemuan 1/ })).toHaveCount(2);
  await page.getByLabel('Instructor', { exact: true }).selectOption(instructor);
  await expect(grid(page).getByRole('button', { name: /Pertemuan 1/ })).toHaveCount(1);
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { name: 'Calendar' }).click();
  await page.keyboard.press('m');
  await expect(page.getByRole('heading', { name: 'Maret 2031' })).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('heading', { name: 'April 2031' })).toBeVisible();
  await expect(grid(page).getByRole('button')).toHaveText(/19\.00 Pertemuan 2/);
  await page.keyboard.press('a');
  await expect(page).toHaveURL(/view=agenda/);
  await page.keyboard.press('w');
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('heading', { name: /24–30 Mar 2031/ })).toBeVisible();
  await page.keyboard.press('m');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keys' })).toContainText('Week, month, agenda');
  await page.keyboard.press('Escape');

  // A link shows the same.
  await page.goto(`/calendar?view=month&date=2031-03-05&courseId=${courseId}`);
  await expect(grid(page).getByRole('button')).toHaveText(/19\.00 Pertemuan 1/);
  await expectAccessible(page, '/calendar');
});

test('clashes are named, and can be filtered, also when the other class is filtered out', async ({
  page,
  open,
  api,
}) => {
  const other = await api('instructor');
  const first = await cohort(other, ['2031-05-06', '2031-05-13']);
  await cohort(other, ['2031-05-06'], first.instructor);
  await open(`/calendar?view=agenda&date=2031-05-05&courseId=${first.courseId}`, { role: 'instructor' });
  await expect(page.getByText(`Clash: ${first.instructor}`)).toHaveCount(1);
  await page.getByLabel('Clashes', { exact: true }).selectOption('Only clashes');
  await expect(grid(page).getByRole('button')).toHaveText([/Pertemuan 1/]);
  await grid(page).getByRole('button').click();
  await expect(page).toHaveURL(/peek=/);
  await expect(peek(page).getByRole('region', { name: 'Clashes' }).getByRole('listitem')).toHaveText(
    new RegExp(`Pertemuan 1 of Angkatan .*19\\.00–21\\.00 WIB \\(${first.instructor}\\)`),
  );
  await page.getByLabel('Clear Clashes').click();
  await expect(grid(page).getByRole('button')).toHaveCount(2);
});

test('a dragged class is moved after the preview, and not when it is cancelled', async ({ page, open, api }) => {
  const other = await api('instructor');
  const { courseId } = await cohort(other, ['2031-06-03', '2031-06-10']);
  const before = await startsOf(other, courseId);
  await open(`/calendar?view=month&date=2031-06-05&courseId=${courseId}`, { role: 'instructor' });
  const one = grid(page).getByRole('button', { name: /Pertemuan 1/ });
  const dialog = page.getByRole('dialog', { name: 'Move Pertemuan 1' });
  await drag(page, one, grid(page).locator('[data-date="2031-06-05"]'));
  await expect(dialog.getByLabel('New times')).toContainText('Sel, 3 Jun 2031, 19.00–21.00 WIB → Kam, 5 Jun 2031');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await expect(grid(page).locator('[data-date="2031-06-03"]')).toContainText('Pertemuan 1');
  expect(await startsOf(other, courseId)).toEqual(before);

  await drag(page, one, grid(page).locator('[data-date="2031-06-05"]'));
  await dialog.getByLabel('Move 1 later class by the same').check();
  await dialog.getByRole('button', { name: 'Move 2 classes' }).click();
  await expect.poll(() => startsOf(other, courseId)).toEqual(['2031-06-05T12:00:00.000Z', '2031-06-12T12:00:00.000Z']);
  await expect(grid(page).locator('[data-date="2031-06-05"]')).toContainText('Pertemuan 1');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => startsOf(other, courseId)).toEqual(before);
});

test('a class is shown and moved by keyboard alone', async ({ page, open, api }) => {
  const other = await api('instructor');
  const { courseId, name } = await cohort(other, ['2031-07-01']);
  await open(`/calendar?view=agenda&date=2031-07-01&courseId=${courseId}`, { role: 'instructor' });
  const { press, tabTo } = keyboardOf(page);
  await tabTo(grid(page).getByRole('button', { name: /Pertemuan 1/ }));
  await press('Enter');
  await expect(peek(page)).toContainText(name);
  await press('Enter');
  await tabTo(peek(page).getByRole('button', { name: 'Move Pertemuan 1' }));
  await press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Move Pertemuan 1' });
  await expect(dialog.getByRole('textbox', { name: 'New start' })).toBeFocused();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('02/07/2031 20.00');
  await expect(dialog.getByLabel('New times')).toContainText('20.00–22.00 WIB');
  await tabTo(dialog.getByRole('button', { name: 'Move class' }));
  await press('Enter');
  await expect.poll(() => startsOf(other, courseId)).toEqual(['2031-07-02T13:00:00.000Z']);
});

test('on a phone there is the agenda only', async ({ page, open, api }) => {
  const other = await api('instructor');
  const { courseId } = await cohort(other, ['2031-08-05']);
  await page.setViewportSize({ width: 390, height: 844 });
  await open(`/calendar?view=month&date=2031-08-05&courseId=${courseId}`, { role: 'instructor' });
  await expect(grid(page).getByRole('button')).toHaveText(/19\.00–21\.00Pertemuan 1/);
  await expect(page.getByRole('radiogroup', { name: 'View' })).toHaveCount(0);
  const isWide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
  expect(isWide).toBe(false);
});

test('an empty period says how classes are made, and a failed read is repeated', async ({ page, open }) => {
  await open('/calendar?date=2001-01-01', { role: 'instructor' });
  await expect(page.getByText('No classes in this period')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Choose a course' })).toHaveAttribute('href', '/course/fast-track');
  await page.route('**/api/admin/calendar/**', (route) => route.fulfill(problem(500, 'It broke')));
  await page.keyboard.press('ArrowRight');
  await expect(page.getByText('The classes could not be loaded')).toBeVisible();
  await page.unroute('**/api/admin/calendar/**');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('No classes in this period')).toBeVisible();
});
