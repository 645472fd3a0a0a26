/** What screens and states are shown with: lists, records, dialogs, replaced answers. */
import type { Page, Route } from '@playwright/test';
import type { Role, Tenant } from '#contract/kernel.ts';
import { type Api, unique } from './fixtures.ts';

/** What a screen is shown with. */
export interface Stage {
  page: Page;
  open: (path: string, who?: { role?: Role; tenant?: Tenant }) => Promise<void>;
  api: (role?: Role, tenant?: Tenant) => Promise<Api>;
}

export interface Screen {
  name: string;
  /** Ends when all of it is there. */
  show: (stage: Stage) => Promise<unknown>;
}

export const rows = (page: Page) => page.locator('tr[data-row]').first().waitFor();

/** The page of the first record of a list. */
export const first =
  (path: string) =>
  async ({ page, open }: Stage) => {
    await open(path);
    await rows(page);
    await page.locator('[data-row-link]').first().click();
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

/** The list or record page of a path, then more. */
export const followed =
  (show: Screen['show'], more: (stage: Stage) => Promise<unknown>): Screen['show'] =>
  async (stage) => {
    await show(stage);
    await more(stage);
  };

/** With the answers to some addresses replaced from the beginning. */
export const answered =
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

/** A list with a view of its own, open and changed; of a brand where nobody else looks at views. */
export async function changedView({ page, open, api }: Stage): Promise<void> {
  const view = { list: '/user', name: unique('Tampilan'), isShared: true, query: 'sort=joined' };
  const { viewId } = await (await api('admin', 'cyber')).send('POST', '/admin/saved-view/', view);
  await open(`/user?view=${viewId}&sort=name`, { tenant: 'cyber' });
  await rows(page);
  await page.getByRole('button', { name: /^The view/ }).click();
  await page.getByRole('menuitem', { name: 'Rename or share' }).waitFor();
}

export const refusedSwitch = followed(
  answered('**/status/', (route) => route.fulfill(problem(409, 'Another has it')), first('/discount')),
  ({ page }) => page.getByRole('switch', { name: 'Active' }).click(),
);

/** A discount whose one course another holds: its page, where that stands as a conflict. */
export async function conflicting({ page, open, api }: Stage): Promise<void> {
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

/** A discount with something typed that is not saved. */
export async function typed({ page, open, api }: Stage): Promise<string> {
  const draft = { name: unique('Promo Ketik'), discount: 10, discountType: 2, productType: 'courses' };
  const { discountId } = await (await api('superadmin')).send('POST', '/admin/discount/', draft);
  await open(`/discount/${discountId}`);
  await page.getByLabel('Name').fill(unique('Promo Lain'));
  await page.getByRole('region', { name: 'Unsaved changes' }).waitFor();
  return discountId;
}
