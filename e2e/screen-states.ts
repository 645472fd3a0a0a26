/** Helpers that show screens and states: lists, records, dialogs, replaced responses. */
import type { Page, Route } from '@playwright/test';
import type { Role, Tenant } from '#contract/kernel/endpoint.ts';
import { type Api, ofTest, unique } from './fixtures.ts';

/** Context of a screen. */
export interface Stage {
  page: Page;
  open: (path: string, who?: { role?: Role; tenant?: Tenant }) => Promise<void>;
  api: (role?: Role, tenant?: Tenant) => Promise<Api>;
}

export interface Screen {
  name: string;
  /** Resolves when the screen is complete. */
  show: (stage: Stage) => Promise<unknown>;
}

export const rows = (page: Page) => page.locator('tr[data-row]').first().waitFor();

/**
 * Shows the page of a list's first record that no test made: new records come first, and another test may delete its own
 * meanwhile.
 */
export const first =
  (path: string) =>
  async ({ page, open }: Stage) => {
    await open(`${path}?pageSize=100`);
    await page.locator('[data-row-link]').filter({ hasNotText: ofTest }).first().click();
    await page.waitForURL(/\/[0-9a-f-]{36}$/);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
  };

export const list =
  (path: string, role?: Role) =>
  async ({ page, open }: Stage) => {
    await open(path, role && { role });
    await rows(page);
    await page.waitForLoadState('networkidle');
  };

/** Shows a page and then performs further steps. */
export const followed =
  (show: Screen['show'], more: (stage: Stage) => Promise<unknown>): Screen['show'] =>
  async (stage) => {
    await show(stage);
    await more(stage);
  };

/** Shows a page with the responses to some URLs replaced. */
export const withResponse =
  (url: string, answer: (route: Route) => unknown, show: Screen['show']): Screen['show'] =>
  async (stage) => {
    await stage.page.route(url, answer);
    await show(stage);
  };

export const peeked = (path: string) =>
  followed(list(path), async ({ page }) => {
    await page.locator('[data-row-link]').first().press('Space');
    await page.getByRole('complementary').getByRole('region', { name: 'Facts' }).waitFor();
    await page.waitForLoadState('networkidle');
  });

export const selected = (path: string) =>
  followed(list(path), async ({ page }) => {
    await page.getByRole('checkbox', { name: 'Select all of this page' }).check();
    await page.getByRole('region', { name: 'Selection' }).waitFor();
  });

export const problem = (status: number, message: string, more: object = {}) => ({
  status,
  json: { message, status, requestId: 'r', ...more },
});
export const dialog =
  (name?: string) =>
  ({ page }: Stage) =>
    page.getByRole('dialog', name ? { name } : {}).waitFor();
export const fromMenu =
  (name: string) =>
  async ({ page }: Stage) => {
    await page.getByRole('button', { name: /^Account/ }).click();
    await page.getByRole('menuitem', { name }).click();
    await page.getByRole('dialog').waitFor();
    await page.waitForLoadState('networkidle');
  };

export async function savedFirst({ page, open, api }: Stage): Promise<void> {
  const admin = await api('superadmin');
  const draft = { name: unique('Promo Akses'), discount: 10, discountType: 2, productType: 'courses' };
  const { discountId } = await admin.send('POST', '/admin/discount/', draft);
  await open(`/discount/${discountId}`);
  await page.getByLabel('Name').fill('Punya saya');
  await admin.send('PUT', `/admin/discount/${discountId}`, { ...draft, discount: 15 });
  await page.keyboard.press('Control+s');
  await page.getByRole('button', { name: 'Compare' }).waitFor();
}

/** Shows a list with a changed saved view; in a brand where no other test uses views. */
export async function changedView({ page, open, api }: Stage): Promise<void> {
  const view = { list: '/user', name: unique('Tampilan'), isShared: true, query: 'sort=joined' };
  const { viewId } = await (await api('admin', 'cyber')).send('POST', '/admin/saved-view/', view);
  await open(`/user?view=${viewId}&sort=name`, { tenant: 'cyber' });
  await rows(page);
  await page.getByRole('button', { name: /^The view/ }).click();
  await page.getByRole('menuitem', { name: 'Rename or share' }).waitFor();
}

export const refusedSwitch = followed(
  withResponse(
    '**/status/',
    (route) => route.fulfill(problem(409, 'Another has it')),
    async ({ open, api }) => {
      const draft = { name: unique('Promo Ditolak'), discount: 10, discountType: 2, productType: 'courses' };
      const { discountId } = await (await api()).send('POST', '/admin/discount/', draft);
      await open(`/discount/${discountId}`);
    },
  ),
  ({ page }) => page.getByRole('button', { name: 'Activate' }).click(),
);

/** Shows a discount whose only course is held by another one, which is a conflict. */
export async function openConflict({ page, open, api }: Stage): Promise<void> {
  const admin = await api();
  const { courseId } = await admin.send('POST', '/admin/course/type/flexy/', { name: unique('Kelas Rebutan') });
  const ids: string[] = [];
  for (const name of [unique('Promo Satu'), unique('Promo Dua')]) {
    const draft = { name, discount: 10, discountType: 2, productType: 'courses' };
    const { discountId } = await admin.send('POST', '/admin/discount/', draft);
    await admin.send('PUT', `/admin/discount/${discountId}/courses/`, { course_ids: [courseId] });
    ids.push(discountId);
  }
  await admin.send('PUT', `/admin/discount/${ids[0]}/status/`, { status: 1 });
  await open(`/discount/${ids[1]}`);
  await page.getByRole('region', { name: 'Conflicts' }).waitFor();
}

/** Shows a discount with unsaved changes. */
export async function openUnsaved({ page, open, api }: Stage): Promise<string> {
  const draft = { name: unique('Promo Ketik'), discount: 10, discountType: 2, productType: 'courses' };
  const { discountId } = await (await api('superadmin')).send('POST', '/admin/discount/', draft);
  await open(`/discount/${discountId}`);
  await page.getByLabel('Name').fill(unique('Promo Lain'));
  await page.getByRole('region', { name: 'Unsaved changes' }).waitFor();
  return discountId;
}

/** Creates a quiz with two questions and shows one of its tabs. */
export const quizOf =
  (tab: string) =>
  async ({ page, open, api }: Stage) => {
    const admin = await api();
    const { courseId } = await admin.send('POST', '/admin/course/type/flexy/', { name: unique('Kelas Kuis') });
    const { sectionId } = await admin.send('POST', `/admin/course/${courseId}/section/`, { name: 'Pembuka' });
    const { quizId } = await admin.send('POST', '/admin/quiz/', { sectionId, name: unique('Kuis Pembuka') });
    const options = [
      { text: 'Jakarta', isCorrect: true },
      { text: 'Bandung', isCorrect: false },
    ];
    for (const type of ['SINGLE_CHOICE', 'MULTIPLE_CHOICE'])
      await admin.send('POST', '/admin/question/', { quizId, type, question: 'Apa ibu kota Indonesia?', options });
    await open(`/quiz/${quizId}${tab}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
  };

/** Opens a tab of the page that is shown. */
export async function openTab({ page }: Pick<Stage, 'page'>, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Tabs' }).getByRole('link', { name }).click();
  await page.waitForLoadState('networkidle');
}

/** Shows a tab of the first fast-track course. */
export const courseTab = (name: string) => followed(first('/course/fast-track'), (stage) => openTab(stage, name));

/** Creates a live class with a member without attendance and shows its page or a tab. */
export const liveClass =
  (tab: string) =>
  async ({ page, open, api }: Stage): Promise<void> => {
    const admin = await api();
    const { courseId } = await admin.send('POST', '/admin/course/type/flexy/', { name: unique('Kelas Langsung') });
    const { sectionId } = await admin.send('POST', `/admin/course/${courseId}/section/`, { name: 'Pekan satu' });
    const lesson = { sectionId, name: 'Sesi pertama', type: 'LIVE_CLASS' };
    const { lessonId } = await admin.send('POST', '/admin/lesson/', lesson);
    const { users } = await admin.send('GET', `/admin/user/course/${courseId}/?isAssigned=false&pageSize=2`);
    const userIds = users.map(({ id }: { id: string }) => id);
    await admin.send('PUT', `/admin/user/course/${courseId}/assign/`, { userIds });
    await open(`/lesson/${lessonId}${tab}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
  };

/** Creates a course with a section of three lessons and shows one of its tabs. */
export const courseWithLessons =
  (tab: string) =>
  async ({ page, open, api }: Stage) => {
    const admin = await api();
    const { courseId } = await admin.send('POST', '/admin/course/type/flexy/', { name: unique('Kelas Pohon') });
    const { sectionId } = await admin.send('POST', `/admin/course/${courseId}/section/`, { name: 'Pembuka' });
    for (const name of ['Satu', 'Dua', 'Tiga'])
      await admin.send('POST', '/admin/lesson/', { sectionId, name, type: 'ARTICLE', content: '<p>Isi</p>' });
    await open(`/course/flexy/${courseId}/${tab}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
  };

/** Shows a tab of the first demo learning path that matches. */
export const pathTab =
  (
    tab: string,
    isIt: (path: Record<'name', string> & Record<'totalCourses', number> & Record<'isDripContent', boolean>) => boolean,
  ) =>
  async ({ page, open, api }: Stage): Promise<void> => {
    const { paths } = await (await api()).send('GET', '/admin/learning-path/?pageSize=100&sort=createdAt');
    await open(`/learning-path/${paths.find(isIt).pathID}/${tab}`);
    await page.getByRole('heading', { level: 2 }).first().waitFor();
    await page.waitForLoadState('networkidle');
  };
