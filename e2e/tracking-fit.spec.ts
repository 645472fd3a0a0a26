/** Order tracking at 1280 × 800, the desk's screen (looks.md), and the height of the rows of every list. */
import type { Page } from '@playwright/test';
import { violations } from './axe.ts';
import { expect, test } from './fixtures.ts';

const as = { role: 'customer-service' } as const;
test.use({ viewport: { width: 1280, height: 800 } });

async function settled(page: Page) {
  await expect(page.locator('tr[data-row]').first()).toBeVisible();
  await expect(page.locator('table[aria-busy="true"]')).toHaveCount(0);
}

/** Number of rows that are whole inside the list and the window. */
const wholeRows = (page: Page) =>
  page.locator('tr[data-row]').evaluateAll((rows) => {
    const frame = document.querySelector('[data-rows]')!.getBoundingClientRect();
    return rows.filter((row) => {
      const { top, bottom } = row.getBoundingClientRect();
      return top >= frame.top && bottom <= Math.min(frame.bottom, innerHeight);
    }).length;
  });

async function chooseCompact(page: Page) {
  await page.getByRole('button', { name: /^Columns/ }).click();
  await page.getByRole('menuitemradio', { name: 'Compact' }).click();
  await page.keyboard.press('Escape');
}

for (const [name, queue] of [
  ['All', ''],
  ['Chase', 'chase'],
  ['Unpaid', 'unpaid'],
  ['Unclaimed', 'unclaimed'],
] as const)
  test(`${name} shows 12 whole rows at 1280 × 800, and 14 compact ones, also after a reload`, async ({
    page,
    open,
  }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await open(`/order/tracking?queue=${queue}&pageSize=20`, as);
    await settled(page);
    expect(await wholeRows(page)).toBeGreaterThanOrEqual(12);
    await chooseCompact(page);
    await expect.poll(() => wholeRows(page)).toBeGreaterThanOrEqual(14);
    await page.reload();
    await settled(page);
    expect(await wholeRows(page)).toBeGreaterThanOrEqual(14);
  });

for (const path of ['/course/flexy', '/course/fast-track', '/order', '/user', '/discount', '/submission'])
  test(
    `${path} shows 12 whole rows at 1280 × 800 below a toolbar of one line`,
    { tag: '@system' },
    async ({ page, open }) => {
      await page.setViewportSize({ width: 1280, height: 800 });
      await open(`${path}?pageSize=20`);
      await settled(page);
      expect((await page.getByRole('search').boundingBox())?.height).toBe(32);
      const all = await page.locator('tr[data-row]').count();
      expect(await wholeRows(page)).toBeGreaterThanOrEqual(Math.min(12, all));
    },
  );

/**
 * Dates, names, courses and their ids, phones, amounts, states and overdue follow-ups that are cut; e-mails beside a long name, and order
 * ids, may be.
 */
const cut = (page: Page) =>
  page
    .locator(
      'td:is([data-label="Order"], [data-label="Person"]) > div > :first-child, [data-label="Course"] > div > *, [data-label="Person"] button[aria-label^="Copy the phone"], [data-status-menu] *, [data-score] *, [data-holder-line] > [data-overdue]',
    )
    .evaluateAll((all) =>
      all
        .filter((one) => one.checkVisibility() && one.textContent.length <= 35)
        .filter((one) => {
          const { scrollWidth, clientWidth, scrollHeight, clientHeight } = one;
          const cell = one.closest('td')!.getBoundingClientRect();
          const isOutside = one.getBoundingClientRect().bottom > cell.bottom;
          const isCut = scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1;
          return clientWidth > 0 && (isCut || isOutside);
        })
        .map((one) => one.textContent),
    );

/** Least room beside a date, which the wider letters of another browser take. */
const roomBesideDates = (page: Page) =>
  page.locator('td[data-label="Order"] > div > :first-child').evaluateAll((dates) => {
    const range = document.createRange();
    return Math.min(
      ...dates.map((date) => {
        range.selectNodeContents(date);
        return date.clientWidth - range.getBoundingClientRect().width;
      }),
    );
  });

for (const [name, path, columns] of [
  ['list', '/order/tracking?pageSize=50', ['Order', 'Person', 'Course', 'Customer service', 'Status']],
  [
    'chase order',
    '/order/tracking?queue=chase&pageSize=50',
    ['Order', 'Person', 'Course', 'Customer service', 'Score', 'Status'],
  ],
] as const)
  test(`the ${name} has every field at 1280 and 1366 px, and cuts no person, date, course or status`, async ({
    page,
    open,
  }) => {
    await open(path, as);
    await settled(page);
    const first = page.locator('tr[data-row]').first();
    for (const width of [1280, 1366]) {
      await page.setViewportSize({ width, height: 800 });
      await expect(page.locator('th[data-column]')).toHaveText([...columns]);
      for (const label of columns) await expect(first.locator(`td[data-label="${label}"]`)).toBeVisible();
      expect(await cut(page), `at ${width} px`).toEqual([]);
      expect(await roomBesideDates(page)).toBeGreaterThanOrEqual(8);
      const frame = page.locator('[data-rows]');
      expect(await frame.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    }
    const [person, course] = await page
      .locator('th:is([data-column="Person"], [data-column="Course"])')
      .evaluateAll((all) => all.map((th) => th.getBoundingClientRect().width));
    expect(person).toBeGreaterThan(course!);
  });

test('nothing covers the link to the chat while the mouse is on its row', async ({ page, open }) => {
  await open('/order/tracking?queue=chase', as);
  await settled(page);
  for (const chat of await page.locator('tr[data-row] [data-whatsapp]').all()) {
    await chat.hover();
    await chat.click({ trial: true, timeout: 2000 });
  }
});

/** Width of the links to the pages of *Orders* that does not fit beside the lists and actions. */
const hiddenLinks = (page: Page) =>
  page
    .getByRole('navigation', { name: 'Pages of Orders' })
    .evaluate(({ scrollWidth, clientWidth }) => Math.max(0, scrollWidth - clientWidth));

test('title and pages are whole while an export runs, on the line of the lists', async ({ page, open }) => {
  const counted = page.getByText(/^Unclaimed \d/);
  for (const [width, height] of [
    [1280, 800],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await open('/order/tracking', as);
    await settled(page);
    await expect(counted).toBeVisible();
    // Never answered.
    await page.route(/documents:run/, () => undefined);
    await page.getByRole('button', { name: 'Export' }).click();
    await expect(page.getByRole('progressbar', { name: 'Export' })).toBeAttached();
    expect([await hiddenLinks(page), (await page.locator('header:has(h1)').boundingBox())?.height]).toEqual([0, 36]);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('button', { name: 'Export' })).toBeFocused();
    await page.unroute(/documents:run/);
  }
});

test('the pages beside paid and access are whole when its check is some days old', async ({ page, open, api }) => {
  const reply = await (await api()).send('GET', '/admin/access/');
  await page.route('**/api/admin/access/?**', (route) =>
    route.fulfill({ json: { ...reply, checkedAt: '2026-05-20T19:00:00.000Z' } }),
  );
  for (const [width, height] of [
    [1280, 800],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await open('/order/access');
    await settled(page);
    await expect(page.getByText('Checked 21 Mei')).toBeAttached();
    await expect.poll(() => hiddenLinks(page)).toBe(0);
  }
});

test('the toolbar stays on one line with every filter set, whose clear buttons are large enough', async ({
  page,
  open,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await open('/order/tracking', as);
  await settled(page);
  const toolbar = page.getByRole('search');
  for (const label of ['HANDLED BY', 'BY STATUS', 'BY DATE'])
    await toolbar.getByLabel(label, { exact: true }).selectOption({ index: 2 });
  await expect(toolbar.getByRole('button', { name: /^Clear / })).toHaveCount(3);
  expect((await toolbar.boundingBox())?.height).toBe(32);
  await expect(toolbar.getByRole('button', { name: 'Columns' })).toBeVisible();
  expect(await violations(page)).toEqual([]);
});
