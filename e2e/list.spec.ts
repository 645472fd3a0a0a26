/** Tests lists: columns that fit the width and keep their position, sorting, paging by key, typing ahead, copying. */
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

const lists = ['/user', '/course/fast-track', '/discount', '/order', '/order/tracking', '/order/tracking?queue=chase'];
const widths = [320, 768, 1024, 1100, 1280, 1440];
/** Requests for a list's rows: to the API or to Firestore. */
const rowsOf = /\/api\/admin\/|:run(Aggregation)?Query|\/Listen\//;
const rows = (page: Page) => page.locator('tr[data-row]').first().waitFor();

/** Returns the overflow of the container and the window, and columns whose heading does not fit. */
const tooWide = (page: Page) =>
  page.evaluate(() => {
    const frame = document.querySelector<HTMLElement>('[data-rows]')!;
    const isCards = getComputedStyle(frame.querySelector('table')!).display === 'block';
    const headings = isCards
      ? []
      : [...frame.querySelectorAll('th')].filter((th) => th.scrollWidth > th.clientWidth).map((th) => th.textContent);
    return {
      frame: frame.scrollWidth - frame.clientWidth,
      window: Math.max(0, document.documentElement.scrollWidth - innerWidth),
      headings,
    };
  });

/** Start position of each column; hidden ones have none. */
const places = (page: Page) =>
  page
    .locator('[data-rows] th')
    .evaluateAll((headings) => headings.map((th) => `${th.textContent} ${Math.round(th.getBoundingClientRect().x)}`));

for (const path of lists) {
  test(
    `${path} fits its frame at every width, beside the navigation open and folded`,
    { tag: '@system' },
    async ({ page, open }) => {
      await open(path);
      await rows(page);
      for (const isFolded of [false, true]) {
        await page.setViewportSize({ width: 1440, height: 900 });
        if (isFolded) await page.getByRole('button', { name: 'Fold the navigation' }).click();
        for (const width of widths) {
          await page.setViewportSize({ width, height: 900 });
          expect({ width, isFolded, ...(await tooWide(page)) }).toEqual({
            width,
            isFolded,
            frame: 0,
            window: 0,
            headings: [],
          });
        }
      }
    },
  );

  test(
    `the columns of ${path} stay where the skeleton had them, from page to page`,
    { tag: '@system' },
    async ({ page, open }) => {
      await open('/home');
      await page.getByRole('heading', { level: 1 }).waitFor();
      for (const width of [1024, 1280, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        const answers = Promise.withResolvers<void>();
        await page.route(rowsOf, async (route) => {
          await answers.promise;
          await route.continue();
        });
        await page.goto(path);
        await page.locator('[data-rows] tbody tr[aria-hidden]').first().waitFor();
        const atFirst = await places(page);
        answers.resolve();
        await rows(page);
        // Prefetches may still be in flight.
        await page.unrouteAll({ behavior: 'wait' });
        expect(await places(page)).toEqual(atFirst);
        await page.getByRole('button', { name: 'Next page' }).click();
        await expect(page).toHaveURL(/page=2/);
        await page.locator('[data-rows] table[aria-busy="false"]').waitFor();
        expect(await places(page)).toEqual(atFirst);
      }
    },
  );
}

test(
  'a course is assigned on a phone by a button without a label, below a heading for screen readers',
  { tag: '@system' },
  async ({ page, open }) => {
    await open('/user?sort=joined');
    await page.getByRole('row').filter({ hasText: 'Member' }).first().getByRole('link').click();
    await page.getByRole('navigation', { name: 'Tabs' }).getByRole('link', { name: 'Courses' }).click();
    const courses = page.getByRole('region', { name: /^Courses/ });
    await courses.getByText(/^Available \d/).click();
    await expect(courses.getByRole('columnheader', { name: 'Assign' })).toBeAttached();
    const button = courses.locator('tr[data-row]').first().locator('td').last();
    await expect(button.getByRole('button', { name: /^Assign / })).toBeVisible();
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(button).toHaveCSS('justify-content', 'flex-end');
    expect(await button.evaluate((cell) => getComputedStyle(cell, '::before').content)).toBe('none');
  },
);

test('text typed right before opening a row stays with the list, and a trailing slash in the URL is accepted', async ({
  page,
  open,
}) => {
  await open('/discount/');
  await rows(page);
  const search = page.getByRole('textbox', { name: 'Search discounts' });
  await search.fill('promo');
  await expect(page).toHaveURL(/search=promo/);
  await search.fill('promo g');
  await page.locator('[data-row-link]').first().click();
  await expect(page).toHaveURL(/\/discount\/[0-9a-f-]{36}$/);
  // The search is applied by now and belongs to the list, which has it after going back.
  await page.getByRole('textbox', { name: 'Name', exact: true }).waitFor();
  await expect(page).toHaveURL(/\/discount\/[0-9a-f-]{36}$/);
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Discounts' }).click();
  await expect(search).toHaveValue(/^promo/);
});

test('headings sort by click and key, show the direction, and update the URL', async ({ page, open }) => {
  await open('/user');
  const heading = (name: string) => page.getByRole('columnheader', { name });
  const first = page.locator('[data-row-link]').first();
  await expect(heading('Name')).toHaveAttribute('aria-sort', 'ascending');
  const ascending = await first.textContent();
  await heading('Name').getByRole('button').press('Enter');
  await expect(page).toHaveURL(/sort=-name/);
  await expect(heading('Name')).toHaveAttribute('aria-sort', 'descending');
  await expect(first).not.toHaveText(ascending ?? '');
  await heading('Joined').getByRole('button').click();
  await expect(heading('Joined')).toHaveAttribute('aria-sort', 'ascending');
  await expect(heading('Name')).not.toHaveAttribute('aria-sort');
  await expect(page.getByRole('combobox', { name: 'Sort' })).toHaveValue('joined');
});

test('the keys [ and ] change the page, and stop at the ends', { tag: '@system' }, async ({ page, open }) => {
  await open('/user');
  await page.locator('[data-row-link]').first().waitFor();
  await page.keyboard.press('[');
  await page.keyboard.press(']');
  await expect(page).toHaveURL(/page=2/);
  await page.keyboard.press('[');
  await expect(page).not.toHaveURL(/page=/);
});

test(
  'an e-mail address is copied by the button beside it, with a confirmation',
  { tag: '@system' },
  async ({ page, open, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await open('/user');
    await page.locator('[data-row-link]').first().click();
    const header = page.getByRole('article');
    const shown = header.getByText(/@/).first();
    await expect(header.getByRole('button', { name: 'Copy the e-mail' })).toBeVisible();
    const address = await shown.textContent();
    await shown.hover();
    await header.getByRole('button', { name: 'Copy the e-mail' }).click();
    await expect(header.getByText('Copied')).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
  },
);

test(
  'text typed right after ⌘K or n goes into the field, and triggers no shortcut of the page',
  { tag: '@system' },
  async ({ page, open, api }) => {
    const admin = await api();
    const { users } = await admin.send('GET', '/admin/user?search=0812&pageSize=1');
    await open('/discount');
    await rows(page);
    // The dialog's code arrives late, after the typed letters.
    await page.route('**/assets/create-dialog*', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 400));
      await route.continue();
    });
    await page.keyboard.press('n');
    await page.keyboard.type('[]n Promo Ketik');
    await expect(page.getByRole('dialog').getByLabel('Name')).toHaveValue('[]n Promo Ketik');
    await expect(page).toHaveURL(/\/discount$/);
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: /^Discard/ }).click();

    await page.route('**/api/admin/search*', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 400));
      await route.continue();
    });
    await page.keyboard.press('Control+k');
    await page.keyboard.type(users[0].phoneNumber);
    // Before the search has a result.
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`/user/${users[0].id}$`));
    await expect(page.getByRole('combobox', { name: 'Go to or find' })).toHaveCount(0);
  },
);

test(
  'texts are copied from their cells without opening the row',
  { tag: '@system' },
  async ({ page, open, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const copied = () => page.evaluate(() => navigator.clipboard.readText());
    for (const [path, at, what, shape] of [
      ['/order', 0, 'invoice', /^INV\//],
      ['/order', 1, 'e-mail', /^\S+@\S+$/],
      ['/user', 0, 'e-mail', /^\S+@\S+$/],
      ['/user', 2, 'phone', /^\+?\d[\d -]+$/],
    ] as const) {
      await open(path);
      await rows(page);
      const cell = page.locator('tr[data-row]').nth(2).locator('td:not(:has(input[type="checkbox"]))').nth(at);
      await cell.hover();
      await cell.getByRole('button', { name: `Copy the ${what}` }).click();
      await expect(cell.getByRole('status')).toHaveText('Copied');
      const text = await copied();
      expect(text).toMatch(shape);
      if (what !== 'phone') await expect(cell).toContainText(text);
      await expect(page).toHaveURL(new RegExp(`${path}$`));
    }
  },
);
