/** Tests a session that expires during work: sign-in over the page keeps it, and another user gets nothing of it. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { demoPassword } from '#contract/auth/demo-users.ts';
import { expect, test, unique, type Api } from './fixtures.ts';
import { toast } from './toast.ts';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Sign in again' });

/** Ends the session on the server; the next call is refused. */
async function endSession(page: Page) {
  await page.context().clearCookies({ name: 'accessToken' });
  await page.evaluate(() => localStorage.setItem('refreshToken', 'no longer known'));
}

async function signIn(page: Page, email?: string) {
  if (email) await dialog(page).getByLabel('E-mail').fill(email);
  await dialog(page).getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.keyboard.press('Enter');
}

/** Triggers a call, even while the sign-in dialog covers the page. */
const askServer = (page: Page) =>
  page.getByRole('button', { name: 'Activate', includeHidden: true }).dispatchEvent('click');

async function newDiscount(admin: Api) {
  const name = unique('Promo Sesi');
  const draft = { name, discount: 10, discountType: 2, productType: 'courses' };
  const { discountId } = await admin.send('POST', '/admin/discount/', draft);
  return { name, id: discountId as string };
}

test('when the session ends, the page stays, and the pending save completes after the next sign-in', async ({
  page,
  open,
  api,
}) => {
  const admin = await api();
  const { id, name } = await newDiscount(admin);
  await open(`/discount/${id}`);
  await page.getByLabel('Name').fill(`${name} lama`);
  await endSession(page);
  await page.keyboard.press('Control+s');
  await expect(dialog(page).getByLabel('E-mail')).toHaveValue('admin@demo.test');
  await expect(dialog(page).getByLabel('Password', { exact: true })).toBeFocused();
  // URL of the sign-in page (spec §7) with the page below it.
  await expect(page).toHaveURL(/localhost:\d+\/$/);
  await expect(page.getByLabel('Name')).toHaveValue(`${name} lama`);
  await expect(page.getByRole('button', { name: 'Activate', includeHidden: true })).toBeVisible();
  expect((await new AxeBuilder({ page }).include('[role="dialog"]').analyze()).violations).toEqual([]);
  // Escape does not leave.
  await page.keyboard.press('Escape');
  await dialog(page).getByLabel('Password', { exact: true }).fill('Not-The-Password-1');
  await page.keyboard.press('Enter');
  await expect(page.getByText('The e-mail or the password is not right')).toBeVisible();
  await signIn(page);
  await expect(dialog(page)).toHaveCount(0);
  await expect(toast(page, 'Discount updated successfully')).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/discount/${id}$`));
  expect((await admin.send('GET', `/admin/discount/${id}`)).name).toBe(`${name} lama`);
});

test('after the session ends, an open dialog keeps its input, and the list keeps its search', async ({
  page,
  open,
}) => {
  await open('/discount?search=a&page=1');
  await page.getByRole('button', { name: 'New discount' }).click();
  const form = page.getByRole('dialog', { name: 'New discount' });
  const name = unique('Promo Belum');
  await form.getByLabel('Name').fill(name);
  await endSession(page);
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toBeVisible();
  await signIn(page);
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/discount\?search=a/);
});

test('after the session ends, another user sees and saves nothing of the previous one, whose draft is kept', async ({
  page,
  open,
  api,
}) => {
  const admin = await api();
  const { id, name } = await newDiscount(admin);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PUT') sent.push(request.url());
  });
  await open(`/discount/${id}`);
  await page.getByLabel('Name').fill(`${name} rahasia`);
  await endSession(page);
  await page.keyboard.press('Control+s');
  await expect(dialog(page)).toBeVisible();
  const before = sent.length;
  // A warning before leaving would keep them on another user's page.
  page.on('dialog', () => expect(true, 'asked whether to leave').toBe(false));
  await signIn(page, 'superadmin@demo.test');
  await expect(page.getByRole('heading', { name: /^Today/ })).toBeVisible();
  await expect(page).toHaveURL(/\/home$/);
  await page.goto(`/discount/${id}`);
  await expect(page.getByLabel('Name')).toHaveValue(name);
  await expect(page.getByRole('region', { name: 'Unsaved changes' })).toHaveCount(0);
  expect(sent).toHaveLength(before);
  expect((await admin.send('GET', `/admin/discount/${id}`)).name).toBe(name);

  await endSession(page);
  await askServer(page);
  await expect(dialog(page).getByLabel('E-mail')).toHaveValue('superadmin@demo.test');
  await signIn(page, 'admin@demo.test');
  await expect(page).toHaveURL(/\/home$/);
  // This tab has a draft, so navigating by URL asks, as closing does.
  page.removeAllListeners('dialog');
  page.on('dialog', (warning) => void warning.accept());
  await page.goto(`/discount/${id}`);
  await expect(page.getByText('Your unsaved changes were restored.')).toBeVisible();
  await expect(page.getByLabel('Name')).toHaveValue(`${name} rahasia`);
});

test('after the session ends, leaving goes to the sign-in page, and signing in returns to the page', async ({
  page,
  open,
  api,
}) => {
  const { id, name } = await newDiscount(await api());
  await open(`/discount/${id}`);
  await page.getByLabel('Name').fill(`${name} nanti`);
  await endSession(page);
  await page.keyboard.press('Control+s');
  await dialog(page).getByRole('button', { name: 'Leave this page' }).click();
  await expect(page.getByRole('heading', { name: /^Sign in to/ })).toBeVisible();
  await expect(page).toHaveURL(/localhost:\d+\/$/);
  await page.getByLabel('E-mail').fill('admin@demo.test');
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/discount/${id}$`));
  await expect(page.getByLabel('Name')).toHaveValue(`${name} nanti`);
});

test('after the session ends, a reload goes to the sign-in page, and signing in returns to the page', async ({
  page,
  open,
  api,
}) => {
  const { id } = await newDiscount(await api());
  await open(`/discount/${id}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await endSession(page);
  await askServer(page);
  await dialog(page).waitFor();
  await page.reload();
  await expect(page.getByRole('heading', { name: /^Sign in to/ })).toBeVisible();
  await expect(page).toHaveURL(/localhost:\d+\/$/);
  await page.getByLabel('E-mail').fill('admin@demo.test');
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/discount/${id}$`));
});

test('after the session ends in two tabs, signing in in one continues both', async ({ page, context, open, api }) => {
  const { id, name } = await newDiscount(await api());
  await open(`/discount/${id}`);
  const other = await context.newPage();
  await other.goto(page.url());
  await other.getByLabel('Name').fill(`${name} di sana`);
  await endSession(page);
  await askServer(page);
  for (const tab of [page, other]) await expect(dialog(tab)).toBeVisible();
  await signIn(page);
  for (const tab of [page, other]) await expect(dialog(tab)).toHaveCount(0);
  await expect(other.getByLabel('Name')).toHaveValue(`${name} di sana`);
});
