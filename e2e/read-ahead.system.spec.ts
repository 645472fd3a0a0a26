/** Tests that a row's page is prefetched while its link is hovered or focused. */
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

/** Records the ids of requested records; only the first request of each is answered. */
async function watchRecords(page: Page): Promise<string[]> {
  const requestedIds: string[] = [];
  await page.route(/\/api\/admin\/\w+\/[0-9a-f-]{36}(\/profile)?\/?$/, async (route) => {
    const id = /[0-9a-f-]{36}/.exec(route.request().url())![0];
    requestedIds.push(id);
    if (requestedIds.filter((one) => one === id).length === 1) await route.continue();
  });
  return requestedIds;
}

const idOf = async (page: Page, index: number): Promise<string> =>
  (await page.locator('tr[data-row]').nth(index).locator('[data-row-link]').getAttribute('href'))!.split('/').pop()!;

const lists = [
  ['/course/flexy', 'form'],
  ['/course/fast-track', 'form'],
  ['/discount', 'form'],
  ['/user', 'section[aria-label="Contact"]'],
  ['/order', 'section[aria-label="Items and price"]'],
] as const;

for (const [list, part] of lists)
  test(`hovering the link of a row of ${list} prefetches its record, and opening it sends no second request`, async ({
    page,
    open,
  }) => {
    const requestedIds = await watchRecords(page);
    await open(list);
    const row = page.locator('tr[data-row]').nth(1);
    await row.waitFor();
    const id = await idOf(page, 1);
    const answered = page.waitForResponse((response) => response.url().includes(id));
    await row.locator('[data-row-link]').hover();
    await (await answered).finished();
    expect(requestedIds).toEqual([id]);
    await row.locator('[data-row-link]').click();
    await expect(page.locator(`main ${part}`).first()).toBeVisible();
  });

test('a row is prefetched only if the pointer or focus rests on its link', async ({ page, open }) => {
  await page.clock.install();
  const requestedIds = await watchRecords(page);
  await open('/discount');
  const rows = page.locator('tr[data-row]');
  await rows.nth(2).waitFor();
  const ids = [await idOf(page, 0), await idOf(page, 1), await idOf(page, 2)];
  await page.clock.pauseAt(Date.now() + 60_000);
  for (const index of [0, 1]) await rows.nth(index).locator('[data-row-link]').hover();
  await page.clock.runFor(49);
  await page.getByRole('heading', { level: 1 }).hover();
  await rows.nth(0).locator('[data-row-link]').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.clock.runFor(50);
  await expect.poll(() => requestedIds).toEqual([ids[2]]);
});
