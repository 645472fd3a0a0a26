/** Tests the start page: the queue of each role, walked by keyboard, its figures and the first steps. */
import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { effort } from './count-actions.ts';
import { type Api, expect, test, unique } from './fixtures.ts';
import { keyboardOf } from './keyboard.ts';
import { problem } from './screen-states.ts';
import { toast } from './toast.ts';
import { emptyToday, noSteps } from './today.ts';

const rowsOf = (page: Page) => page.locator('tr[data-row]');
const chips = (page: Page) => page.getByRole('navigation', { name: 'Kinds of work' });

/** Items of the queue without those of tests that run beside this one. */
const itemsOf = async (api: Api, query = '') => (await api.send('GET', `/admin/home/${query}`)).items;

test('five items are handled by keyboard alone with one key each, and what was set aside can be shown again', async ({
  page,
  open,
  api,
}) => {
  const instructor = await api('instructor', 'cyber');
  const first = await itemsOf(instructor, '?kind=submission');
  expect(first.length).toBeGreaterThan(5);
  await open('/home?kind=submission', { role: 'instructor', tenant: 'cyber' });
  await rowsOf(page).first().waitFor();
  const { press } = keyboardOf(page);
  const work = effort(page);
  await work.press('ArrowDown');
  await work.press(' ');
  const panel = page.getByRole('complementary', { name: 'Peek at the task' });
  await expect(panel).toBeVisible();
  for (let n = 0; n < 5; n += 1) {
    const row = rowsOf(page).nth(n);
    await expect(row).toHaveAttribute('aria-current', 'true');
    await work.press('Control+Enter');
    await expect(row).toContainText('Set aside');
    await expect(rowsOf(page).nth(n + 1)).toHaveAttribute('aria-current', 'true');
  }
  expect(work.keys).toBe(7);
  await expect(rowsOf(page).first()).toBeVisible();
  await expect(page.getByText(/^5 rows, the last /)).toBeVisible();
  await press('Escape');
  await expect(rowsOf(page).nth(5).locator('[data-row-link]')).toBeFocused();

  await page.getByRole('button', { name: 'Refresh' }).click();
  const left = new Set((await itemsOf(instructor, '?kind=submission')).map(({ key }: { key: string }) => key));
  for (const { key } of first.slice(0, 5)) expect(left.has(key)).toBe(false);
  await chips(page)
    .getByRole('link', { name: /set aside/ })
    .click();
  const aside = rowsOf(page).first();
  await aside.getByRole('button', { name: /^Put back/ }).click();
  await expect(toast(page, 'Back in the list')).toBeVisible();
  await expect(aside).toContainText('Back in the list');
});

test('Enter opens the page of a row, and the way back returns to it', async ({ page, open }) => {
  await open('/home?kind=submission');
  await rowsOf(page).first().waitFor();
  const { press } = keyboardOf(page);
  await press('ArrowDown');
  await press('ArrowDown');
  const row = rowsOf(page).nth(1);
  const key = (await row.getAttribute('data-row')) ?? '';
  await press('Enter');
  await expect(page).toHaveURL(new RegExp(`/submission/${key.replace('submission:', '')}$`));
  await page.goBack();
  await expect(page.locator(`tr[data-row="${key}"] [data-row-link]`)).toBeFocused();
});

test('access that was paid for is given from its row, which stays until the list is read again', async ({
  page,
  open,
  api,
}) => {
  const admin = await api('admin', 'data');
  const [gap] = await itemsOf(admin, '?kind=paid-no-access');
  await open('/home', { tenant: 'data' });
  const row = page.locator(`tr[data-row="${gap.key}"]`);
  await expect(row).toContainText('Paid without access');
  await row.getByRole('button', { name: 'Give access' }).click();
  await expect(toast(page, 'Access given: 1')).toBeVisible();
  await expect(row).toContainText('Access given');
  await toast(page, 'Access given: 1').getByRole('button', { name: 'Undo' }).click();
  await expect(toast(page, 'Undone: 1')).toBeVisible();
  // The row that is back is a new one.
  const again = rowsOf(page).filter({ hasText: gap.name }).filter({ hasText: gap.about });
  await again.getByRole('button', { name: 'Give access' }).click();
  await expect(again).toContainText('Access given');
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(again).toHaveCount(0);
});

/** Creates a cohort that ended, whose three members attended its only class and so are ready for a certificate. */
async function finishedCohort(api: Api) {
  const name = unique('Angkatan Selesai');
  const { courseId } = await api.send('POST', '/admin/course/type/fast-track/', { name });
  const { sectionId } = await api.send('POST', `/admin/course/${courseId}/section/`, { name: 'Pekan satu' });
  const period = { startAt: '2026-01-12T12:00:00Z', endAt: '2026-01-12T14:00:00Z' };
  const lesson = { sectionId, name: 'Sesi', type: 'LIVE_CLASS', ...period };
  const { lessonId } = await api.send('POST', '/admin/lesson/', lesson);
  const { courses } = await api.send('GET', '/admin/course/type/fast-track/?isPublished=true&pageSize=1');
  const { category, thumbnail } = courses[0];
  const dates = { startDate: '2026-01-12', endDate: '2026-01-12' };
  const draft = { type: 1, isPublished: true, category, thumbnail, ...dates };
  await api.send('PUT', `/admin/course/${courseId}/`, draft);
  const { users } = await api.send('GET', `/admin/user/course/${courseId}/?isAssigned=false&pageSize=3`);
  const userIds = users.map(({ id }: { id: string }) => id);
  await api.send('PUT', `/admin/user/course/${courseId}/assign/`, { userIds });
  const attendances = userIds.map((userId: string) => ({ userId, status: 'PRESENT', note: '' }));
  await api.send('POST', `/admin/course/${courseId}/lesson/${lessonId}/attendance/`, { attendances });
  return { courseId: courseId as string, members: userIds.length as number };
}

test('certificates of a finished cohort are issued with one click', async ({ page, open, api }) => {
  const admin = await api('admin', 'data');
  const { courseId, members } = await finishedCohort(admin);
  const ready = async () =>
    (await itemsOf(admin, '?kind=certificates-ready')).find(({ id }: { id: string }) => id === courseId)?.count;
  // A job counts the members after attendance was saved.
  await expect.poll(ready).toBe(members);
  await open('/home?kind=certificates-ready', { tenant: 'data' });
  const row = page.locator(`tr[data-row="certificates-ready:${courseId}"]`);
  await row.getByRole('button', { name: /^Issue/ }).click();
  await expect(toast(page, `Certificates issued: ${members}`)).toBeVisible();
  await expect(row).toContainText('Issued');
});

test('each role has its queue and its figures, which lead to as many records', async ({ page, open, api }) => {
  await open('/home', { role: 'customer-service' });
  const figures = page.getByRole('region', { name: 'Figures' });
  await expect(figures.getByRole('term')).toHaveText(['Overdue', 'Mine', 'To chase', 'Paid today']);
  await expect(rowsOf(page).first()).toBeVisible();
  await expect(chips(page).getByRole('link', { name: /Class|Draft|Failed|Submission/ })).toHaveCount(0);

  await open('/home', { role: 'instructor' });
  await expect(figures.getByRole('term')).toHaveText([
    'Classes left today',
    'To review',
    'Attendance missing',
    'Cohorts to certify',
    'Members at risk',
  ]);
  await expect(chips(page).getByRole('link', { name: /Unpaid|Promotion|job/ })).toHaveCount(0);

  const admin = await api('admin', 'cyber');
  await open('/home', { tenant: 'cyber' });
  await expectAccessible(page, '/home');
  const { figures: read } = await admin.send('GET', '/admin/home/');
  for (const name of ['Unpaid', 'To review']) {
    await figures.getByRole('link', { name }).click();
    const total = read.find((one: { name: string }) => one.name === name.toLowerCase().replace(' ', '-')).total;
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(new RegExp(` ${total.toLocaleString('id')}$`));
    await page.goBack();
  }
});

test('a new brand has five steps to the first sale, and a role is told whose the others are', async ({
  page,
  open,
}) => {
  const brand = (steps: object) =>
    page.route('**/api/admin/home/', (route) => route.fulfill({ json: { ...emptyToday, steps } }));
  await open('/order');
  await brand(noSteps);
  await open('/home', { role: 'instructor' });
  const steps = page.getByRole('region', { name: 'To the first sale' });
  await expect(steps.getByRole('listitem')).toHaveCount(5);
  await expect(steps.getByRole('listitem').last()).toContainText('An admin does this.');
  await expectAccessible(page, '/home');
  await steps.getByRole('link', { name: 'Create a course' }).click();
  await expect(page.getByRole('dialog', { name: /flexy course/i }).getByLabel('Name')).toBeVisible();
});

test('a part that cannot be read is named beside the rest, and a failed page is read again', async ({ page, open }) => {
  await open('/order');
  await page.route('**/api/admin/home/', (route) =>
    route.fulfill({ json: { ...emptyToday, failed: ['failed-video'] } }),
  );
  await open('/home');
  await expect(page.getByRole('alert')).toHaveText('Could not be read: Failed video. The rest is complete.');
  await expect(page.getByRole('heading', { name: 'Nothing waits for you' })).toBeVisible();
  await page.unrouteAll();
  await page.route('**/api/admin/home/', (route) => route.fulfill(problem(500, 'The database is away')));
  await page.reload();
  await expect(page.getByText('The database is away')).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(rowsOf(page).first()).toBeVisible();
});

test('a draft says what it lacks and leaves when it is complete; on a phone rows are cards', async ({
  page,
  open,
  api,
}) => {
  const admin = await api();
  const name = unique('Draf hampir siap');
  const { courses } = await admin.send('GET', '/admin/course/type/flexy/?isPublished=true&pageSize=1');
  const { courseId } = await admin.send('PUT', `/admin/course/${courses[0].id}/duplicate/`);
  await admin.send('PUT', `/admin/course/${courseId}/`, { type: 0, name, category: null });
  await page.setViewportSize({ width: 390, height: 844 });
  await open('/home?kind=draft');
  const row = rowsOf(page).filter({ hasText: name });
  await expect(row).toContainText('Needs a category');
  await expect(row.getByRole('link', { name: 'Add a category' })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await admin.send('PUT', `/admin/course/${courseId}/`, { type: 0, category: 'data' });
  await page.reload();
  await expect(rowsOf(page).first()).toBeVisible();
  await expect(row).toHaveCount(0);
});

test('a follow-up left as it is is set aside, and one with a note stays with its outcome', async ({ page, open }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await open('/home?kind=follow-up', { role: 'customer-service', tenant: 'cyber' });
  await rowsOf(page).nth(1).waitFor();
  const { press } = keyboardOf(page);
  await press('ArrowDown');
  await press(' ');
  const panel = page.getByRole('complementary', { name: 'Peek at the task' });
  const note = panel.getByLabel('Note');
  await expect(note).toBeVisible();
  await press('Control+Enter');
  await expect(toast(page, /Set aside until tomorrow/)).toBeVisible();
  const first = (at: number) => rowsOf(page).nth(at).locator('td').first();
  // The panel covers the last column.
  await expect(first(0)).toContainText('Set aside');
  await expect(rowsOf(page).nth(1)).toHaveAttribute('aria-current', 'true');
  await note.fill('Menunggu transfer');
  await note.press('Control+Enter');
  await expect(first(1)).toContainText('Followed up');
});

test('Done on the last row of the queue says that it is the last', async ({ page, open, api }) => {
  const admin = await api();
  const { items, ...today } = await admin.send('GET', '/admin/home/?kind=draft');
  const [item] = items;
  await page.route('**/api/admin/home/?**', (route) => route.fulfill({ json: { ...today, items: [item] } }));
  await page.route('**/api/admin/home/aside/', (route) => route.fulfill({ json: { until: item.at } }));
  await open(`/home?kind=draft&peek=${encodeURIComponent(item.key)}`);
  const panel = page.getByRole('complementary', { name: 'Peek at the task' });
  await panel.getByRole('button', { name: 'Done, next' }).click();
  await expect(panel.getByText('This is the last row.')).toBeVisible();
});

test('eleven rows fit below the figures and all kinds at 1280 × 800', async ({ page, open }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await open('/home');
  await rowsOf(page).nth(10).waitFor();
  await expect(rowsOf(page).nth(10)).toBeInViewport({ ratio: 1 });
  await expect(chips(page).getByRole('link').last()).toBeInViewport({ ratio: 1 });
});
