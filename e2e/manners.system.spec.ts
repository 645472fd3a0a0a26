/** Tests general behaviour: return to a row, offline, slow connections, unavailable actions, focus. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import { expect, test, unique } from './fixtures.ts';
import { inHeadMenu } from './head.ts';

const breadcrumb = (page: Page) => page.getByRole('navigation', { name: 'Breadcrumb' });
const frameTop = (page: Page) => page.locator('[data-rows]').evaluate((rows) => rows.scrollTop);

/** Opens a row far down on the second page of the users. */
async function openFarDown(page: Page) {
  const rows = page.locator('[data-row-link]');
  await expect(rows).toHaveCount(50);
  await rows.nth(40).scrollIntoViewIfNeeded();
  const before = { top: await frameTop(page), name: await rows.nth(40).innerText() };
  expect(before.top).toBeGreaterThan(200);
  await rows.nth(40).click();
  await expect(page.getByRole('region', { name: 'Facts' })).toBeVisible();
  return { ...before, row: rows.nth(40) };
}

test('the breadcrumb and Back restore scroll position and row, and the menu starts at the top', async ({
  page,
  open,
}) => {
  await open('/user?pageSize=50&page=2');
  const { top, name, row } = await openFarDown(page);
  for (const back of [() => breadcrumb(page).getByRole('link', { name: 'Users' }).click(), () => page.goBack()]) {
    await back();
    await expect(page).toHaveURL(/page=2/);
    await expect(row).toBeFocused();
    expect(await row.innerText()).toBe(name);
    expect(await frameTop(page)).toBe(top);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('region', { name: 'Facts' })).toBeVisible();
  }
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'People' }).click();
  await expect(page.locator('[data-row-link]').first()).toBeVisible();
  expect(await frameTop(page)).toBe(0);
});

test('returning after a change restores the row although the list is reloaded', async ({ page, open, api }) => {
  const name = unique('Promo Kembali');
  await (await api()).send('POST', '/admin/discount/', { name, discount: 10, discountType: 2, productType: 'courses' });
  await open('/discount');
  await page.getByRole('link', { name }).click();
  await page.getByLabel('Name').fill(`${name} 2`);
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('heading', { name: `${name} 2`, level: 1 })).toBeVisible();
  await breadcrumb(page).getByRole('link', { name: 'Discounts' }).click();
  await expect(page.getByRole('link', { name: `${name} 2` })).toBeFocused();
});

for (const width of [1440, 390]) {
  test(`losing the connection moves nothing and covers nothing at ${width} px`, async ({ page, open }) => {
    await page.setViewportSize({ width, height: 844 });
    await open('/discount');
    const search = page.getByRole('textbox', { name: 'Search discounts' });
    const boxes = () => Promise.all([search, page.getByRole('heading', { level: 1 })].map((at) => at.boundingBox()));
    await page.locator('[data-row-link]').first().waitFor();
    const before = await boxes();
    await page.context().setOffline(true);
    const notice = page.getByText('You are offline.').first();
    await expect(notice).toBeVisible();
    expect(await boxes()).toEqual(before);
    for (const action of await page.getByRole('banner').getByRole('button').all()) await action.click({ trial: true });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await page.context().setOffline(false);
    await expect(notice).toBeHidden();
  });
}

test('an opened row shows name and badge at once, and only one skeleton, at half a second of latency', async ({
  page,
  open,
  api,
}) => {
  const name = unique('Promo Lambat');
  const admin = await api();
  await admin.send('POST', '/admin/discount/', { name, discount: 10, discountType: 2, productType: 'courses' });
  await open(`/discount?search=${encodeURIComponent(name)}`);
  const link = page.getByRole('link', { name });
  await link.waitFor();
  await page.route('**/api/**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    await route.continue();
  });
  /** Records in each frame whether a skeleton is shown. */
  await page.evaluate(() => {
    const seen: boolean[] = [];
    Object.assign(window, { seen });
    const look = () => {
      const bones = [...document.querySelectorAll('main .mantine-Skeleton-root, main tbody tr[aria-hidden]')];
      const isBusy = bones.some((bone) => bone.checkVisibility({ visibilityProperty: true }));
      if (seen.at(-1) !== isBusy) seen.push(isBusy);
      requestAnimationFrame(look);
    };
    look();
  });
  await link.click();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  await expect(page.getByText('Inactive')).toBeVisible();
  await expect(page.getByText('created this discount')).toBeVisible();
  await expect(page.getByText('No courses are assigned')).toBeVisible();
  // None, then the skeleton, then none: never a second one.
  expect(await page.evaluate(() => (window as typeof window & { seen: boolean[] }).seen)).toEqual([false, true, false]);
});

test('unavailable actions keep the focus and give the reason', async ({ page, open, api }) => {
  const name = unique('Promo Tunggal');
  await (await api()).send('POST', '/admin/discount/', { name, discount: 10, discountType: 2, productType: 'courses' });
  await open(`/discount?search=${encodeURIComponent(name)}`);
  const next = page.getByRole('button', { name: 'Next page' });
  await expect(next).toHaveAttribute('aria-disabled', 'true');
  await next.focus();
  await expect(page.getByRole('tooltip')).toHaveText('This is the last page');
  await page.keyboard.press('Enter');
  await expect(next).toBeFocused();
  await expect(page).not.toHaveURL(/page=/);
  expect((await new AxeBuilder({ page }).include('main').analyze()).violations).toEqual([]);
  await page.getByRole('link', { name }).click();
  const all = await inHeadMenu(page, 'Unassign all products');
  await expect(all).toContainText('No product is assigned');
  await all.click({ force: true });
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

/** Presses Escape before any timer of the new element runs, which a busy browser delays. */
const escapeAtOnce = (button: Locator, appearing: string) =>
  button.evaluate(
    (element: HTMLElement, selector) =>
      new Promise<void>((resolve) => {
        new MutationObserver((_, observer) => {
          const floating = document.querySelector(selector);
          if (!floating) return;
          observer.disconnect();
          const escape = () => new KeyboardEvent('keydown', { key: 'Escape', bubbles: true });
          element.dispatchEvent(escape());
          floating.dispatchEvent(escape());
          setTimeout(resolve, 400);
        }).observe(document.body, { childList: true, subtree: true });
        element.focus();
        element.click();
      }),
    appearing,
  );

test('closing a menu at the moment it opens leaves the focus on its button', async ({ page, open }) => {
  await open('/order/tracking', { role: 'customer-service' });
  const status = page.locator('[data-status-menu]').first();
  await status.waitFor();
  for (const button of [page.getByRole('button', { name: /^Account/ }), status]) {
    await escapeAtOnce(button, '[role="menu"]');
    await expect(page.getByRole('menu')).toHaveCount(0);
    await expect(button).toBeFocused();
  }
});
