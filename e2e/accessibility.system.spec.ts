/**
 * Runs axe on every screen in light and dark, at 1440 and 390 px; tests its width there and at 200% zoom, and the focus
 * in the palette and in dialogs.
 */
import type { Page } from '@playwright/test';
import { violations } from './axe.ts';
import { expect, test, unique } from './fixtures.ts';
import { screens } from './screens.ts';
import { rows } from './screen-states.ts';

const darken = async (page: Page) => {
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
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
        // The other scheme differs only in colours.
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

test('breadcrumb, title and content are aligned at 1920 px', async ({ page, open, api }) => {
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
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
    expect(await violations(page)).toEqual([]);
    await darken(page);
    expect(await violations(page)).toEqual([]);
  });
}

const closed = async (page: Page) => {
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
};

test('the palette filters while typing, wraps around with the arrow keys, and reports no results', async ({
  page,
  open,
  api,
}) => {
  const name = unique('Kelas Palet');
  const { courseId } = await (await api()).send('POST', '/admin/course/type/fast-track/', { name });
  await open('/home');
  await page.getByRole('heading', { name: /^Today/ }).waitFor();
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
  await expect(page.getByText('No results for “tidak ada yang begini”')).toBeVisible();
  await combobox.fill(name);
  await expect(options).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/course/fast-track/${courseId}$`));
});

test('closing a dialog returns the focus to the element that opened it', async ({ page, open }) => {
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
