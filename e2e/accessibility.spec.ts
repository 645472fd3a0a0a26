/** Every screen: axe finds nothing, it fits 390 px, and each brand's colours keep their contrast in light and dark. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test, unique } from './fixtures.ts';

interface Screen {
  name: string;
  path: string;
  /** What is there when it has loaded. */
  ready: (page: Page) => Promise<unknown>;
}

const rows = (page: Page) => page.locator('tr[data-row]').first().waitFor();
const firstOf = async (page: Page) => {
  await rows(page);
  await page.locator('[data-row-link]').first().click();
  await page.getByRole('navigation', { name: 'Breadcrumb' }).waitFor();
};

const screens: Screen[] = [
  { name: 'home', path: '/home', ready: (page) => page.getByRole('heading', { level: 1 }).waitFor() },
  { name: 'users', path: '/user', ready: rows },
  { name: 'user', path: '/user', ready: firstOf },
  { name: 'flexy courses', path: '/course/flexy', ready: rows },
  { name: 'flexy course', path: '/course/flexy', ready: firstOf },
  { name: 'fast-track courses', path: '/course/fast-track', ready: rows },
  { name: 'fast-track course', path: '/course/fast-track', ready: firstOf },
  { name: 'discounts', path: '/discount', ready: rows },
  { name: 'discount', path: '/discount', ready: firstOf },
  { name: 'orders', path: '/order', ready: rows },
  { name: 'order tracking', path: '/order/tracking', ready: rows },
  {
    name: 'empty list',
    path: '/user?search=nobodynobody',
    ready: (page) => page.getByText('Nothing matches').waitFor(),
  },
  { name: 'not found', path: '/no/such/page', ready: (page) => page.getByRole('heading').first().waitFor() },
];

/**
 * What opens, closes or changes its colours has begun to within this time, and is waited for until it has ended, a
 * second at most.
 */
const settled = async (page: Page) => {
  await page.waitForTimeout(150);
  await page.evaluate(async () => {
    const ended = Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
    await Promise.race([
      ended,
      new Promise((resolve) => {
        setTimeout(resolve, 1000);
      }),
    ]);
    await new Promise((resolve) => {
      setTimeout(resolve, 50);
    });
  });
};

const darken = async (page: Page) => {
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
};

const violations = async (page: Page) => {
  await settled(page);
  const { violations: found } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
};

for (const { name, path, ready } of screens) {
  test(`${name}: axe is clean in light and dark, and nothing is wider than a phone`, async ({ page, open }) => {
    await open(path);
    await ready(page);
    await page.waitForLoadState('networkidle');
    expect(await violations(page)).toEqual([]);
    await darken(page);
    expect(await violations(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    await settled(page);
    const [content, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    expect(content).toBeLessThanOrEqual(window ?? 0);
    expect(await violations(page)).toEqual([]);
  });
}

for (const tenant of ['coding', 'cyber', 'data'] as const) {
  test(`the sign-in of ${tenant}: axe is clean in light and dark`, async ({ page, originOf }) => {
    await page.goto(originOf(tenant));
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await darken(page);
    expect(await violations(page)).toEqual([]);
  });
}

const closed = async (page: Page) => {
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
};

test('a page that the role may not open, and a page without a connection, are clean too', async ({ page, open }) => {
  await open('/order/tracking', { role: 'instructor' });
  await page.getByText('Your role does not open this').waitFor();
  expect(await violations(page)).toEqual([]);
  await open('/user');
  await rows(page);
  await page.context().setOffline(true);
  await page
    .getByText(/offline|no connection/i)
    .first()
    .waitFor();
  expect(await violations(page)).toEqual([]);
});

test('dialogs and menus are clean too', async ({ page, open }) => {
  await open('/discount');
  await rows(page);
  await page.keyboard.press('n');
  await page.getByRole('dialog').waitFor();
  expect(await violations(page)).toEqual([]);
  await closed(page);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Go to or find' }).waitFor();
  expect(await violations(page)).toEqual([]);
  await closed(page);
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).waitFor();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await firstOf(page);
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete 1 discount' }).waitFor();
  expect(await violations(page)).toEqual([]);
});

const menuItem = async (page: Page, name: string) => {
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('menuitem', { name }).click();
};

for (const [name, show] of [
  ['Sessions', (page: Page) => menuItem(page, 'Sessions')],
  ['Change your password', (page: Page) => menuItem(page, 'Change password')],
  [
    'Your password again',
    async (page: Page) => {
      await page.getByLabel('New password', { exact: true }).fill('Kuda-Terbang-Tinggi-2026');
      await page.keyboard.press('Enter');
    },
  ],
] as const) {
  test(`the dialog "${name}" is clean in light, and dark on a phone`, async ({ page, open }) => {
    await page.route('**/api/admin/user/*/password/', (route) =>
      route.fulfill({ status: 403, json: { message: 'Again', status: 403, reason: 'step-up', requestId: 'r' } }),
    );
    await open('/user');
    await firstOf(page);
    await show(page);
    await page.getByRole('dialog', { name }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(await violations(page)).toEqual([]);
    await darken(page);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  });
}

test('the columns, the views of a list and their menu are clean, in light, and dark on a phone', async ({
  page,
  open,
  api,
}) => {
  const admin = await api('admin', 'data');
  const view = { list: '/user', name: unique('Tampilan'), isShared: true, query: 'sort=joined' };
  const { viewId } = await admin.send('POST', '/admin/saved-view/', view);
  await open(`/user?view=${viewId}&sort=name`, { tenant: 'data' });
  await rows(page);
  await page.getByRole('button', { name: 'Columns' }).click();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: `The view ${view.name}` }).click();
  expect(await violations(page)).toEqual([]);
  await darken(page);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await violations(page)).toEqual([]);
  await page.getByRole('menuitem', { name: 'Rename or share' }).click();
  await page.getByRole('dialog', { name: 'Rename or share' }).waitFor();
  expect(await violations(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await admin.send('DELETE', `/admin/saved-view/${viewId}`);
});

test('assigning a course, and who saved first, are clean too', async ({ page, open, api }) => {
  const admin = await api('superadmin');
  await open('/user');
  await firstOf(page);
  await page.getByText(/^Available \d/).click();
  await page.getByRole('table', { name: 'Available courses' }).locator('tr[data-row]').first().waitFor();
  expect(await violations(page)).toEqual([]);
  const draft = { name: unique('Promo Akses'), discount: 10, discountType: 2, productType: 'courses' };
  const { discountId } = await admin.send('POST', '/admin/discount/', draft);
  await open(`/discount/${discountId}`);
  await page.getByLabel('Name').fill('Punya saya');
  await admin.send('PUT', `/admin/discount/${discountId}`, { ...draft, discount: 15 });
  await page.keyboard.press('Control+s');
  await page.getByRole('button', { name: 'Compare' }).click();
  expect(await violations(page)).toEqual([]);
  await darken(page);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await violations(page)).toEqual([]);
});

test('a calendar, a toast and a failure under the title are clean too, in light, and dark on a phone', async ({
  page,
  open,
}) => {
  await open('/discount');
  await firstOf(page);
  const calendar = page.getByRole('button', { name: 'Calendar: Starts' });
  const bothWays = async () => {
    expect(await violations(page)).toEqual([]);
    await darken(page);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  };
  await calendar.click();
  await page.getByRole('button', { name: 'Next month' }).waitFor();
  await bothWays();
  await page.keyboard.press('Escape');
  await page.route('**/status/', (route) =>
    route.fulfill({ status: 409, json: { message: 'Another has it', status: 409, requestId: 'r' } }),
  );
  await page.getByRole('switch', { name: 'Active' }).click();
  await page.getByRole('alert').filter({ hasText: 'Another has it' }).waitFor();
  expect(await violations(page)).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('switch', { name: 'Active' }).click();
  await page.locator('.mantine-Notification-root').filter({ hasText: 'Another has it' }).waitFor();
  expect(await violations(page)).toEqual([]);
});

test('the palette narrows as it is typed into, wraps around with the arrow keys, and says when there is nothing', async ({
  page,
  open,
  api,
}) => {
  const name = unique('Kelas Palet');
  const { courseId } = await (await api()).send('POST', '/admin/course/type/fast-track/', { name });
  await open('/home');
  await page.getByRole('heading', { name: /^Hello/ }).waitFor();
  await page.keyboard.press('Control+k');
  const options = page.getByRole('option');
  await expect(options.first()).toBeVisible();
  const places = await options.count();
  await page.keyboard.press('ArrowUp');
  await expect(options.last()).toHaveAttribute('aria-selected', 'true');
  await expect(options.last()).toBeInViewport();
  await page.keyboard.press('ArrowDown');
  await expect(options.first()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.type('order');
  await expect(options.first()).toContainText(/order/i);
  expect(await options.count()).toBeLessThan(places);
  const combobox = page.getByRole('combobox', { name: 'Go to or find' });
  await combobox.fill('tidak ada yang begini');
  await expect(page.getByText('Nothing is called “tidak ada yang begini”.')).toBeVisible();
  await combobox.fill(name);
  await expect(options).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/course/fast-track/${courseId}$`));
});

test('with the keyboard alone: from the sign-in to a saved discount', async ({ page, originOf, api }) => {
  const { discounts } = await (await api()).send('GET', '/admin/discount?search=Promo%20Gajian');
  await page.goto(originOf('coding'));
  await page.getByLabel('E-mail').waitFor();
  await page.keyboard.type('admin@demo.test');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Belajar-Bersama-2026');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/home$/);
  // By its words: the sign-in has a heading too, and the address changes before the page is drawn.
  await expect(page.getByRole('heading', { name: /^Hello/ })).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: 'Go to or find' })).toBeFocused();
  await page.keyboard.type('Discounts');
  await expect(page.getByRole('option', { name: /^Discounts/ })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/discount$/);
  await rows(page);
  await page.keyboard.press('/');
  await page.keyboard.type(discounts[0].name);
  await expect(page.locator('tr[data-row]')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('textbox', { name: 'Search discounts' })).toHaveValue('');
  await expect(page).toHaveURL(/\/discount$/);
  await page.keyboard.type(discounts[0].name);
  await expect(page).toHaveURL(/search=/);
  await expect(page.locator('tr[data-row]')).toHaveCount(1);
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/discount/${discounts[0].discountId}$`));
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  for (let presses = 0; presses < 40; presses++) {
    if (await page.evaluate(() => (document.activeElement as HTMLInputElement | null)?.name === 'name')) break;
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('End');
  await page.keyboard.type(' 2');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Discount updated successfully')).toBeVisible();
});

test('the focus is not lost: saving, typing a page, opening another page', async ({ page, open, api }) => {
  const { courseId } = await (await api()).send('POST', '/admin/course/type/flexy/', { name: unique('Kelas Fokus') });
  await open(`/course/flexy/${courseId}`);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/admin/course/**', async (route) => {
    if (route.request().method() === 'PUT') await held;
    await route.continue();
  });
  const text = page.getByRole('textbox', { name: /^Description/ });
  await text.click();
  await page.keyboard.type('Satu');
  await page.keyboard.press('Control+s');
  await expect(page.getByLabel('Name', { exact: true })).toHaveAttribute('readonly');
  await expect(text).toBeFocused();
  release();
  await expect(page.getByLabel('Name', { exact: true })).not.toHaveAttribute('readonly');
  await page.keyboard.type(' dua');
  await expect(text).toHaveText('Satu dua');
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('region', { name: 'Unsaved changes' })).toHaveCount(0);

  await page.getByRole('link', { name: 'Curriculum' }).press('Enter');
  await expect(page).toHaveURL(/curriculum/);
  await expect(page.getByRole('link', { name: 'Curriculum' })).toHaveAttribute('aria-current', 'page');
  await expect(page.getByRole('link', { name: 'Curriculum' })).toBeFocused();

  await page.getByRole('link', { name: 'Users', exact: true }).click();
  await rows(page);
  await expect(page.locator('#main')).toBeFocused();
  const number = page.getByRole('textbox', { name: 'Page', exact: true });
  await number.fill('2');
  await number.press('Enter');
  await expect(page).toHaveURL(/page=2/);
  await expect(number).toBeFocused();
});

test('a dialog gives the focus back to what opened it', async ({ page, open }) => {
  await open('/discount');
  await rows(page);
  const search = page.getByRole('textbox', { name: 'Search discounts' });
  await search.focus();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: 'Go to or find' })).toBeFocused();
  await closed(page);
  await expect(search).toBeFocused();
  const create = page.getByRole('button', { name: 'New discount' });
  await create.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByLabel('Name')).toBeFocused();
  await closed(page);
  await expect(create).toBeFocused();
});
