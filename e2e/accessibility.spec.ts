/** Every screen: axe finds nothing, it fits 390 px, and each brand's colours keep their contrast in light and dark. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test, unique } from './fixtures.ts';
import { screens } from './screens.ts';

const rows = (page: Page) => page.locator('tr[data-row]').first().waitFor();

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

const everyRule = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

const violations = async (page: Page, isColourAlone = false) => {
  await settled(page);
  // Without frames there is nothing to collect on a page of its own.
  const axe = new AxeBuilder({ page }).setLegacyMode();
  const { violations: found } = await (
    isColourAlone ? axe.withRules(['color-contrast']) : axe.withTags(everyRule)
  ).analyze();
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
};

for (const { name, show } of screens) {
  test(`${name}: axe is clean at both widths in light and dark, and nothing is wider than a phone, or a desk at 200%`, async ({
    page,
    open,
    api,
  }) => {
    await show({ page, open, api });
    const wide = page.viewportSize()!;
    for (const [size, schemes] of [
      [wide, ['light', 'dark']],
      [{ width: 390, height: 844 }, ['dark', 'light']],
    ] as const) {
      await page.setViewportSize(size);
      for (const [at, colorScheme] of schemes.entries()) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
        // The other scheme changes the colours, nothing else.
        expect(await violations(page, at > 0), `${size.width} ${colorScheme}`).toEqual([]);
      }
    }
    const contentWidth = () => page.evaluate(() => document.documentElement.scrollWidth);
    expect(await contentWidth()).toBeLessThanOrEqual(390);
    // 1440 by 900 at 200%.
    await page.setViewportSize({ width: 720, height: 450 });
    expect(await contentWidth()).toBeLessThanOrEqual(720);
  });
}

test('at 1920 px breadcrumb, title and content begin on one line', async ({ page, open, api }) => {
  const { discounts } = await (await api()).send('GET', '/admin/discount?pageSize=1');
  await page.setViewportSize({ width: 1920, height: 1080 });
  for (const [path, content] of [
    ['/discount', '[data-rows]'],
    ['/order', '[data-rows]'],
    [`/discount/${discounts[0].discountId}`, 'main form'],
  ] as const) {
    await open(path);
    await page.locator(content).first().waitFor();
    const lefts = await page.evaluate(
      (parts) => parts.map((part) => Math.round(document.querySelector(part)!.getBoundingClientRect().left)),
      ['[aria-label="Breadcrumb"]', 'main h1', content],
    );
    expect(new Set(lefts).size, `${path}: ${lefts.join(', ')}`).toBe(1);
  }
});

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
  // The heading is there before the form, from the row.
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  await expect(name).toBeVisible();
  const isFocused = () => name.evaluate((field) => field === document.activeElement);
  for (let presses = 0; presses < 40 && !(await isFocused()); presses++) await page.keyboard.press('Tab');
  await expect(name).toBeFocused();
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
  const sent = page.waitForRequest((call) => call.method() === 'PUT');
  await page.keyboard.press('Control+s');
  await sent;
  await expect(text).toBeFocused();
  await page.keyboard.type(' dua');
  release();
  await expect(page.getByText('Successfully Update Course')).toBeVisible();
  await expect(text).toBeFocused();
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
