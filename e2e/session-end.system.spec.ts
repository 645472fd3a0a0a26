/** A session that ends while somebody works: they sign in over the page, and nothing of it is lost or somebody else's. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { demoPassword } from '#contract/demo.ts';
import { expect, test, unique, type Api } from './fixtures.ts';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Sign in again' });

/** The server no longer knows the session; the next call finds out. */
async function endSession(page: Page) {
  await page.context().clearCookies({ name: 'accessToken' });
  await page.evaluate(() => localStorage.setItem('refreshToken', 'no longer known'));
}

async function signIn(page: Page, email?: string) {
  if (email) await dialog(page).getByLabel('E-mail').fill(email);
  await dialog(page).getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.keyboard.press('Enter');
}

/** Asks the server for something, also where the page has found out already and the sign-in is over it. */
const askServer = (page: Page) => page.getByRole('switch', { name: 'Active' }).dispatchEvent('click');

async function newDiscount(admin: Api) {
  const name = unique('Promo Sesi');
  const draft = { name, discount: 10, discountType: 2, productType: 'courses' };
  const { discountId } = await admin.send('POST', '/admin/discount/', draft);
  return { name, id: discountId as string };
}

test('the page stays as it was, and what was being saved is saved once they are back', async ({ page, open, api }) => {
  const admin = await api();
  const { id, name } = await newDiscount(admin);
  await open(`/discount/${id}`);
  await page.getByLabel('Name').fill(`${name} lama`);
  await endSession(page);
  await page.keyboard.press('Control+s');
  await expect(dialog(page).getByLabel('E-mail')).toHaveValue('admin@demo.test');
  await expect(dialog(page).getByLabel('Password', { exact: true })).toBeFocused();
  // Where the sign-in is (spec §7), and the page below it all the same.
  await expect(page).toHaveURL(/localhost:\d+\/$/);
  await expect(page.getByLabel('Name')).toHaveValue(`${name} lama`);
  await expect(page.getByRole('button', { name: 'Delete', includeHidden: true })).toBeVisible();
  expect((await new AxeBuilder({ page }).include('[role="dialog"]').analyze()).violations).toEqual([]);
  // Nobody leaves by a slip.
  await page.keyboard.press('Escape');
  await dialog(page).getByLabel('Password', { exact: true }).fill('Not-The-Password-1');
  await page.keyboard.press('Enter');
  await expect(page.getByText('The e-mail or the password is not right')).toBeVisible();
  await signIn(page);
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByText('Discount updated successfully')).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/discount/${id}$`));
  expect((await admin.send('GET', `/admin/discount/${id}`)).name).toBe(`${name} lama`);
});

test('an open dialog stays open with what was typed, search, page and place too', async ({ page, open }) => {
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

test('somebody else begins anew: they see nothing of it, save nothing of it, and it waits for its owner', async ({
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
  // A question whether to leave would leave them on the page of another.
  page.on('dialog', () => expect(true, 'asked whether to leave').toBe(false));
  await signIn(page, 'superadmin@demo.test');
  await expect(page.getByRole('heading', { name: /^Hello/ })).toBeVisible();
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
  // This tab has their draft: going by the address asks, as closing it does.
  page.removeAllListeners('dialog');
  page.on('dialog', (asked) => void asked.accept());
  await page.goto(`/discount/${id}`);
  await expect(page.getByText('Your unsaved changes were restored.')).toBeVisible();
  await expect(page.getByLabel('Name')).toHaveValue(`${name} rahasia`);
});

test('who leaves instead is at the sign-in, and led back to where they were', async ({ page, open, api }) => {
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

test('a page that is opened when the session is over leads to the sign-in, as a reload of one that waits does', async ({
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

test('both tabs wait, and signing in in one lets the other go on', async ({ page, context, open, api }) => {
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
