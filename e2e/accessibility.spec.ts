/**
 * Tests that every page is checked by axe, here if no other test does it; signing in and saving by keyboard alone; and
 * the focus after saving and paging.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expectAccessible } from './axe.ts';
import { expect, test, unique } from './fixtures.ts';
import { toast } from './toast.ts';
import { rows } from './screen-states.ts';

test('every page of the route table is checked by axe in the gate', async ({ page, open }) => {
  const specs = globSync('*.spec.ts', { cwd: import.meta.dirname, exclude: ['*.system.spec.ts'] });
  const checked = specs.flatMap((file) =>
    [...readFileSync(join(import.meta.dirname, file), 'utf8').matchAll(/expectAccessible\(\w+, '(.+)'\)/g)].map(
      ([, path]) => path,
    ),
  );
  await open('/home');
  await page.getByRole('heading', { level: 1 }).waitFor();
  const pages = await page.evaluate(() => {
    const { __TSR_ROUTER__: router } = window as unknown as { __TSR_ROUTER__: { routesByPath: object } };
    return Object.keys(router.routesByPath);
  });
  // It redirects at once.
  const redirects = ['/user/of'];
  expect([...new Set(checked), ...redirects].toSorted()).toEqual(pages.toSorted());
});

test('subscription plans, tags, jobs, settings and an unknown address are accessible', async ({ page, open, api }) => {
  await open('/subscription/plan');
  await rows(page);
  await expectAccessible(page, '/subscription/plan');
  await page.locator('[data-row-link]').first().click();
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toBeVisible();
  await expectAccessible(page, '/subscription/plan/$id');
  await open('/jobs', { role: 'superadmin' });
  await page.locator('tr[data-row]').or(page.getByText('No unfinished jobs')).first().waitFor();
  await expectAccessible(page, '/jobs');
  const admin = await api();
  const { tagId } = await admin.send('POST', '/admin/tag/', { name: unique('Aksesibel'), colour: 'green' });
  await open('/tag');
  await rows(page);
  await expectAccessible(page, '/tag');
  await open(`/tag/${tagId}`);
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toBeVisible();
  await expectAccessible(page, '/tag/$id');
  await open('/settings', { role: 'superadmin' });
  await expect(page.getByLabel('Instructors see')).toBeVisible();
  await expectAccessible(page, '/settings');
  await open('/integration/webhooks', { role: 'superadmin' });
  await rows(page);
  await expectAccessible(page, '/integration/{-$tab}');
  await page.locator('[data-row-link]').first().click();
  await rows(page);
  await expectAccessible(page, '/integration/webhook/$id');
  await open('/batch/proposals');
  await rows(page);
  await expectAccessible(page, '/batch/proposals');
  await page.locator('[data-row-link]').first().click();
  await expect(page.getByRole('table', { name: 'Effects' })).toBeVisible();
  await expectAccessible(page, '/batch/proposals/$id');
  await open('/integration', { role: 'superadmin' });
  await expect(page.getByRole('table', { name: 'API keys' })).toBeVisible();
  await expectAccessible(page, '/integration/{-$tab}');
  await open('/no/such/page');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectAccessible(page, '/$');
});

test('signing in and saving a discount work by keyboard alone', async ({ page, originOf, api }) => {
  const { discounts } = await (await api()).send('GET', '/admin/discount?search=Promo%20Gajian');
  await page.goto(originOf('coding'));
  await page.getByLabel('E-mail').waitFor();
  await page.keyboard.type('admin@demo.test');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Belajar-Bersama-2026');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/home$/);
  // Waits for the text: the sign-in page has a heading as well, and the URL changes before the page is rendered.
  await expect(page.getByRole('heading', { name: /^Today/ })).toBeVisible();
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
  // The heading, from the list's row, is shown before the form.
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  await expect(name).toBeVisible();
  const isFocused = () => name.evaluate((field) => field === document.activeElement);
  for (let presses = 0; presses < 40 && !(await isFocused()); presses++) await page.keyboard.press('Tab');
  await expect(name).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.type(' 2');
  await page.keyboard.press('Control+s');
  await expect(toast(page, 'Discount updated successfully')).toBeVisible();
});

test('the focus is kept after saving, typing a page number and opening another page', async ({ page, open, api }) => {
  const { courseId } = await (await api()).send('POST', '/admin/course/type/flexy/', { name: unique('Kelas Fokus') });
  await open(`/course/flexy/${courseId}`);
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/admin/course/**', async (route) => {
    if (route.request().method() === 'PUT') await released;
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
  await expect(toast(page, 'Successfully Update Course')).toBeVisible();
  await expect(text).toBeFocused();
  await expect(text).toHaveText('Satu dua');
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('region', { name: 'Unsaved changes' })).toHaveCount(0);

  await page.getByRole('link', { name: 'Curriculum' }).press('Enter');
  await expect(page).toHaveURL(/curriculum/);
  await expect(page.getByRole('link', { name: 'Curriculum' })).toHaveAttribute('aria-current', 'page');
  await expect(page.getByRole('link', { name: 'Curriculum' })).toBeFocused();

  await page.getByRole('link', { name: 'People' }).click();
  await rows(page);
  await expect(page.locator('#main')).toBeFocused();
  const number = page.getByRole('textbox', { name: 'Page', exact: true });
  await number.fill('2');
  await number.press('Enter');
  await expect(page).toHaveURL(/page=2/);
  await expect(number).toBeFocused();
});
