/** Tests signing in and staying signed in. */
import type { APIRequestContext, Page } from '@playwright/test';
import { demoPassword } from '#contract/auth/demo-users.ts';
import { expectAccessible } from './axe.ts';
import { expect, test } from './fixtures.ts';

test.use({ isFresh: true });

async function fill(page: Page, email: string, password: string) {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

test('an admin signs in by keyboard and reaches the start page', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByLabel('E-mail')).toBeFocused();
  await expectAccessible(page, '/');
  await page.keyboard.type('admin@demo.test');
  await page.keyboard.press('Tab');
  await page.keyboard.type(demoPassword);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/home$/);
  const cookies = await page.context().cookies();
  expect(cookies.find(({ name }) => name === 'accessToken')).toMatchObject({ path: '/', sameSite: 'Strict' });
  const role = cookies.find(({ name }) => name === 'role');
  expect(role).toMatchObject({ value: 'admin', path: '/', sameSite: 'Strict' });
  // Lasts as long as the session, not as the access token.
  expect(role!.expires).toBeGreaterThan(Date.now() / 1000 + 29 * 24 * 3600);
  expect(await page.evaluate(() => localStorage.getItem('refreshToken'))).toBeTruthy();
});

test('a wrong password shows the server’s message and keeps the e-mail', async ({ page }) => {
  await page.goto('/');
  await fill(page, 'nobody@demo.test', 'Not-The-Password-1');
  await expect(page.getByText('The e-mail or the password is not right')).toBeVisible();
  await expect(page.getByLabel('E-mail')).toHaveValue('nobody@demo.test');
});

test('a member is refused as Unauthorized', async ({ page }) => {
  await page.goto('/');
  await fill(page, 'member@demo.test', demoPassword);
  await expect(page.getByText('Unauthorized', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
});

for (const role of ['member', undefined]) {
  test(
    `an answer with ${role ? `the role ${role}` : 'no role'} is refused as Unauthorized by the page itself`,
    { tag: '@system' },
    async ({ page }) => {
      await page.route('**/api/auth/login/', (route) =>
        route.fulfill({ json: { message: 'ok', status: 200, accessToken: 'x', refreshToken: 'y', role } }),
      );
      await page.goto('/');
      await fill(page, 'admin@demo.test', demoPassword);
      await expect(page.getByText('Unauthorized', { exact: true })).toBeVisible();
      expect((await page.context().cookies()).filter(({ value }) => value)).toEqual([]);
    },
  );
}

test('an expired access token is renewed once and the page continues', async ({ page, open }) => {
  await open('/user');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await page.context().clearCookies({ name: 'accessToken' });
  const refreshes: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/auth/refresh/')) refreshes.push(request.url());
  });
  const renewed = page.waitForResponse((response) => response.url().includes('/auth/refresh/'));
  await page.getByRole('button', { name: 'Next page' }).click();
  expect((await renewed).status()).toBe(200);
  await expect(page).toHaveURL(/page=2/);
  await expect.poll(async () => (await page.context().cookies()).some(({ name }) => name === 'accessToken')).toBe(true);
  await page.reload();
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  expect(refreshes).toHaveLength(1);
});

test('two tabs that renew at the same time stay signed in', { tag: '@system' }, async ({ page, context, open }) => {
  await open('/user');
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(other.getByRole('row').nth(1)).toBeVisible();
  await context.clearCookies({ name: 'accessToken' });
  await Promise.all([page.reload(), other.reload()]);
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await expect(other.getByRole('row').nth(1)).toBeVisible();
});

test('signing out in one tab signs the others out', async ({ page, context, open }) => {
  await open('/home');
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
  expect((await context.cookies()).map(({ name }) => name).toSorted()).toEqual(['accessToken', 'role']);
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
  await expect(other.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
  expect(await context.cookies()).toEqual([]);
  expect(await page.evaluate(() => localStorage.getItem('refreshToken'))).toBeNull();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

/** Tokens that the browser has, and whether the server still renews the session. */
async function sessionOf(page: Page, server: APIRequestContext, refresh: string) {
  const cookies = await page.context().cookies();
  const renewed = await server.post('/api/auth/refresh/', {
    data: { refresh },
    headers: { 'x-tenant': 'coding' },
  });
  return [cookies.map(({ name }) => name), await refreshOf(page), renewed.status()];
}
const refreshOf = (page: Page) => page.evaluate(() => localStorage.getItem('refreshToken'));

test('a page loaded without the role cookie ends the session and clears the tokens', async ({ page, open, server }) => {
  await open('/user');
  await page.getByRole('table').waitFor();
  const refresh = String(await refreshOf(page));
  // Without requests that would notice the missing cookie before the reload.
  await page.waitForLoadState('networkidle');
  const ended = page.waitForResponse('**/api/auth/logout/');
  await page.context().clearCookies({ name: 'role' });
  const calls: string[] = [];
  page.on('request', (request) => calls.push(new URL(request.url()).pathname));
  await page.reload();
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
  await ended;
  expect(calls.filter((path) => path.startsWith('/api/admin/'))).toEqual([]);
  expect(await sessionOf(page, server, refresh)).toEqual([[], null, 401]);
});

test('without the role cookie, the next page ends the session in every tab', async ({
  page,
  context,
  open,
  server,
}) => {
  await open('/home');
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
  const refresh = String(await refreshOf(page));
  // Without requests of either tab that would notice the missing cookie before the next page.
  for (const tab of [page, other]) await tab.waitForLoadState('networkidle');
  const ended = context.waitForEvent('response', (response) => response.url().endsWith('/api/auth/logout/'));
  await context.clearCookies({ name: 'role' });
  // A call in the background may have noticed it, and its dialog covers the link.
  await page.getByRole('link', { name: 'People' }).dispatchEvent('click');
  await ended;
  for (const tab of [page, other]) await expect(tab.getByRole('dialog', { name: 'Sign in again' })).toBeVisible();
  expect(await sessionOf(page, server, refresh)).toEqual([[], null, 401]);
});
