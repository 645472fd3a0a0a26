/** Tests lists of own and colleagues' sessions, changing the own password, and step-up. */
import type { BrowserContext, Page } from '@playwright/test';
import { demoPassword } from '#contract/auth/demo-users.ts';
import { type Api, expect, test } from './fixtures.ts';
import { toast } from './toast.ts';

test.use({ isFresh: true });

const dialog = (page: Page, name = 'Confirm your password') => page.getByRole('dialog', { name });

/** Responds with a step-up challenge until the password was entered on the real server. */
async function longAgo(context: BrowserContext, url: string) {
  let isGiven = false;
  context.on('response', (response) => {
    if (response.url().includes('/password/confirm/') && response.ok()) isGiven = true;
  });
  await context.route(url, async (route) => {
    if (isGiven || route.request().method() === 'GET') return route.fallback();
    const message = 'Give your password again to do this';
    await route.fulfill({ status: 403, json: { message, status: 403, reason: 'step-up', requestId: 'r' } });
  });
}

/** Opens the page of a member that no other test changes. */
async function openMember(
  number: number,
  { api, open }: { api: () => Promise<Api>; open: (path: string) => Promise<void> },
) {
  const { users } = await (await api()).send('GET', '/admin/user?pageSize=100&sort=joined');
  const members = users.filter(({ role }: { role: string }) => role === 'member');
  await open(`/user/${members[50 + number].id}/account`);
}

test('step-up asks for the password by keyboard, and the pending save is sent then', async ({
  page,
  context,
  open,
  api,
}) => {
  await longAgo(context, '**/api/admin/user/*/password/');
  await openMember(0, { api, open });
  const typed = page.getByLabel('New password', { exact: true });
  await typed.fill('Kuda-Terbang-Tinggi-2026');
  await page.keyboard.press('Enter');
  const password = dialog(page).getByLabel('Password', { exact: true });
  await expect(password).toBeFocused();
  await page.keyboard.type('Not-The-Password-1');
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByText('This is not your password')).toBeVisible();
  await expect(password).toBeFocused();
  await page.keyboard.type(demoPassword);
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Password berhasil diubah')).toBeVisible();
  await expect(dialog(page)).toHaveCount(0);
  await expect(typed).toHaveValue('');
});

test(
  'cancelling the step-up keeps the input and the focus',
  { tag: '@system' },
  async ({ page, context, open, api }) => {
    await longAgo(context, '**/api/admin/user/*/password/');
    await openMember(1, { api, open });
    const typed = page.getByLabel('New password', { exact: true });
    await typed.fill('Kuda-Terbang-Tinggi-2026');
    const button = page.getByRole('button', { name: 'Change password' });
    await button.focus();
    await page.keyboard.press('Enter');
    await expect(dialog(page).getByLabel('Password', { exact: true })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toHaveCount(0);
    await expect(typed).toHaveValue('Kuda-Terbang-Tinggi-2026');
    await expect(button).toBeFocused();
    await expect(page.getByText('Give your password again to do this')).toHaveCount(0);
  },
);

test(
  'entering the password in one tab also closes the question in the other',
  { tag: '@system' },
  async ({ page, context, open, api }) => {
    await longAgo(context, '**/api/admin/user/*/password/');
    await openMember(2, { api, open });
    const other = await context.newPage();
    await other.goto(page.url());
    for (const tab of [page, other]) {
      await tab.getByLabel('New password', { exact: true }).fill('Kuda-Terbang-Tinggi-2026');
      await tab.keyboard.press('Enter');
      await expect(dialog(tab)).toBeVisible();
    }
    await dialog(other).getByLabel('Password', { exact: true }).fill(demoPassword);
    await dialog(other).getByRole('button', { name: 'Continue' }).click();
    await expect(toast(other, 'Password berhasil diubah')).toBeVisible();
    // The call of the other tab was repeated automatically; a concurrent save did not touch its fields.
    await expect(toast(page, 'Password berhasil diubah')).toBeVisible();
    await expect(dialog(page)).toHaveCount(0);
  },
);

test('an export asks for the password and then downloads', { tag: '@system' }, async ({ page, context, open }) => {
  await longAgo(context, '**/api/admin/order-tracking/export/');
  await open('/order/tracking', { role: 'customer-service' });
  await page.getByRole('row').nth(1).waitFor();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  await dialog(page).getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.keyboard.press('Enter');
  expect((await downloading).suggestedFilename()).toBe('orders_kodio.xlsx');
});

const menu = async (page: Page, item: string) => {
  await page.getByRole('button', { name: /^Account/ }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: item }).focus();
  await page.keyboard.press('Enter');
};

test('sessions are listed with the current one marked, and are ended one by one or all at once', async ({
  page,
  browser,
  open,
  originOf,
}) => {
  const who = { role: 'instructor', tenant: 'data' } as const;
  const elsewhere = await browser.newPage();
  await open('/home', { ...who, page: elsewhere });
  await elsewhere.getByRole('heading', { name: /^Today/ }).waitFor();
  for (const tab of [await browser.newPage(), await browser.newPage(), page])
    await open('/home', { ...who, page: tab });
  await menu(page, 'Sessions');
  const rows = dialog(page, 'Sessions').getByRole('listitem');
  await expect(rows.first()).toContainText('This session');
  await expect(page.getByText('Where you are signed in.')).toBeFocused();
  const names = await rows.locator('b').allTextContents();
  expect(new Set(names).size).toBe(names.length);
  const before = await rows.count();
  expect(before).toBeGreaterThanOrEqual(4);
  await rows
    .nth(1)
    .getByRole('button', { name: /^End the session/ })
    .focus();
  await page.keyboard.press('Enter');
  // A repeated Enter must not end a session.
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'End 1 session' })).toHaveCount(0);
  await expect(rows.nth(1).getByRole('button')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog(page, `End the session "${names[1]}"?`)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'End 1 session' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Session ended')).toBeVisible();
  await expect(rows).toHaveCount(before - 1);
  await expect(rows.nth(1).getByRole('button')).toBeFocused();
  await dialog(page, 'Sessions').getByRole('button', { name: 'End all other sessions' }).click();
  await page.getByRole('button', { name: `End ${before - 2} sessions` }).click();
  await expect(toast(page, 'All other sessions ended')).toBeVisible();
  await expect(rows).toHaveCount(1);
  await expect(dialog(page, 'Sessions')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: /^Account/ })).toBeFocused();
  // Calls with an ended session are refused within a second.
  await expect(async () => {
    await elsewhere.goto(`${originOf('data')}/course/flexy`);
    await expect(elsewhere.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await page.reload();
  await expect(page.getByRole('heading', { name: /^Today/ })).toBeVisible();
  await elsewhere.close();
});

test('changing the own password requires the current one', { tag: '@system' }, async ({ page, open }) => {
  await open('/home', { role: 'customer-service', tenant: 'data' });
  await page.getByRole('heading', { name: /^Today/ }).waitFor();
  const change = async (present: string, next: string) => {
    await page.getByLabel('Present password', { exact: true }).fill(present);
    await page.getByLabel('New password', { exact: true }).fill(next);
    await page.keyboard.press('Enter');
  };
  await menu(page, 'Change password');
  await expect(page.getByLabel('Present password', { exact: true })).toBeFocused();
  await change('Not-The-Password-1', 'Kuda-Terbang-Tinggi-2026');
  await expect(page.getByLabel('Present password', { exact: true })).toBeFocused();
  await expect(page.getByText('This is not your password')).toHaveCount(1);
  await change(demoPassword, 'Kuda-Terbang-Tinggi-2026');
  await expect(toast(page, 'Password berhasil diubah')).toBeVisible();
  await expect(dialog(page, 'Change your password')).toHaveCount(0);
  await menu(page, 'Change password');
  await change('Kuda-Terbang-Tinggi-2026', demoPassword);
  await expect(dialog(page, 'Change your password')).toHaveCount(0);
});

test(
  'an admin ends a colleague’s sessions, but only sees those of a superadmin',
  { tag: '@system' },
  async ({ page, browser, open, originOf, api }) => {
    const tenant = 'cyber';
    const admin = await api('admin', tenant);
    const idOf = async (email: string) => (await admin.send('GET', `/admin/user?search=${email}`)).users[0].id;
    const colleague = await browser.newPage();
    // A brand without other signed-in instructors.
    await open('/home', { role: 'instructor', tenant, page: colleague });
    await open('/home', { role: 'superadmin', tenant });
    const panel = page.getByRole('region', { name: 'Sessions' });

    await open(`/user/${await idOf('superadmin@demo.test')}/account`, { tenant });
    await expect(panel.getByRole('listitem').first()).toBeVisible();
    await expect(panel.getByRole('button')).toHaveCount(0);
    await expect(page.getByLabel('New password', { exact: true })).toHaveCount(0);

    await open(`/user/${await idOf('instructor@demo.test')}/account`, { tenant });
    await panel.getByRole('button', { name: 'End all sessions' }).click();
    await page.getByRole('button', { name: 'End 1 session' }).click();
    await expect(panel.getByText('Not signed in')).toBeVisible();
    await expect(panel).toBeFocused();
    await colleague.goto(`${originOf(tenant)}/course/flexy`);
    await expect(colleague.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
    await colleague.close();
  },
);

test(
  'a failed session list shows an error in place and can be reloaded',
  { tag: '@system' },
  async ({ page, open, api }) => {
    let isAway = true;
    await page.route('**/api/admin/user/*/sessions/', (route) =>
      isAway
        ? route.fulfill({ status: 500, json: { message: 'Something broke', status: 500, requestId: 'r' } })
        : route.fallback(),
    );
    const { users } = await (await api()).send('GET', '/admin/user?search=instructor@demo.test');
    await open(`/user/${users[0].id}/account`);
    const panel = page.getByRole('region', { name: 'Sessions' });
    await expect(panel.getByText('The sessions of this user could not be loaded')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    isAway = false;
    await panel.getByRole('button', { name: 'Try again' }).press('Enter');
    await expect(panel.getByText('could not be loaded')).toHaveCount(0);
    await expect(panel.locator(':focus').or(panel.and(page.locator(':focus')))).toBeVisible();
  },
);
