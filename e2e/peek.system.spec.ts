/** Tests the peek panel: opened, moved and closed by keyboard, opened by URL, with a usable list beside it. */
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

const parts = (page: Page, what = 'order') => {
  const links = page.locator('[data-row-link]');
  const panel = page.getByRole('complementary', { name: `Peek at the ${what}` });
  return { links, panel, title: panel.getByRole('heading', { level: 2 }).first(), rows: page.locator('tr[data-row]') };
};
const idOf = (page: Page, n: number) => page.locator('tr[data-row]').nth(n).getAttribute('data-row');
const invoice = (page: Page, n: number) => page.locator('[data-row-link]').nth(n).locator('span[title]').first();

test('Space toggles the panel, arrows move without waiting, Enter opens the page, Escape returns to the row', async ({
  page,
  open,
}) => {
  await open('/order');
  const { links, panel, title } = parts(page);
  await links.nth(1).focus();
  const third = (await idOf(page, 2))!;
  const ahead = page.waitForResponse((answer) => answer.url().includes(third));
  await page.keyboard.press('Space');
  await expect(page).toHaveURL(new RegExp(`peek=${await idOf(page, 1)}`));
  await expect(title).toHaveText((await invoice(page, 1).textContent())!);
  await expect(panel.getByRole('region', { name: 'Facts' })).toBeVisible();
  await expect(links.nth(1)).toBeFocused();
  await ahead;
  await page.route('**/api/admin/orders/*/', () => undefined);
  await page.keyboard.press('ArrowDown');
  await expect(page).toHaveURL(new RegExp(`peek=${third}`));
  await expect(title).toHaveText((await invoice(page, 2).textContent())!);
  await expect(panel.getByRole('region', { name: 'Items' })).toBeVisible();
  await expect(links.nth(2)).toBeFocused();
  // The next record is not loaded yet; its title comes from the row.
  await page.keyboard.press('ArrowDown');
  await expect(title).toHaveText((await invoice(page, 3).textContent())!);
  await expect(panel.getByLabel('Loading the order')).toBeVisible();
  await page.keyboard.press('ArrowUp');
  await expect(panel.getByRole('region', { name: 'Items' })).toBeVisible();

  await page.keyboard.press('ArrowRight');
  await expect(panel).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(page).toHaveURL(new RegExp(`peek=${await idOf(page, 1)}`));
  await expect(panel).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await expect(page).not.toHaveURL(/peek=/);
  await expect(links.nth(1)).toBeFocused();

  await page.keyboard.press('Space');
  await expect(panel).toBeVisible();
  await page.keyboard.press('Space');
  await expect(panel).toHaveCount(0);
  await page.keyboard.press('Space');
  await expect(panel).toBeVisible();
  const second = await idOf(page, 1);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/order/${second}$`));
  await page.goBack();
  await expect(page).toHaveURL(new RegExp(`peek=${second}`));
});

test('the list stays usable beside the panel at 1440 px, and on a phone the panel takes the full width and the focus', async ({
  page,
  open,
}) => {
  await open('/order?pageSize=20');
  const { links, panel, rows } = parts(page);
  await links.first().waitFor();
  await page.locator('[data-rows]').evaluate((frame) => frame.scrollTo({ top: 120 }));
  await rows.nth(6).hover();
  await rows
    .nth(6)
    .getByRole('button', { name: /^Peek at INV/ })
    .click();
  const box = (await panel.boundingBox())!;
  expect(box).toMatchObject({ x: 960, width: 480 });
  for (const part of [page.locator('[data-rows]'), page.getByRole('navigation', { name: 'Pages', exact: true })]) {
    const { x, width } = (await part.boundingBox())!;
    expect(x + width).toBeLessThanOrEqual(box.x);
  }
  // The rows keep their scroll position.
  expect(await page.locator('[data-rows]').evaluate((frame) => frame.scrollTop)).toBe(120);
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(page).toHaveURL(/page=2/);
  await expect(panel).toBeVisible();
  await panel.getByRole('button', { name: 'Close the peek' }).click();
  await expect(panel).toHaveCount(0);

  await page.setViewportSize({ width: 390, height: 844 });
  await links.first().focus();
  await page.keyboard.press('Space');
  await expect(panel).toBeFocused();
  expect(await panel.boundingBox()).toMatchObject({ x: 0, width: 390 });
  await page.keyboard.press('ArrowDown');
  await expect(page).toHaveURL(new RegExp(`peek=${await idOf(page, 1)}`));
  await page.keyboard.press('Escape');
  await expect(links.nth(1)).toBeFocused();
});

test('the panel shows a user as their page does', async ({ page, open }) => {
  await open('/user?sort=joined');
  const { links, panel, title } = parts(page, 'user');
  await links.nth(1).focus();
  await page.keyboard.press('Space');
  const facts = panel.getByRole('region', { name: 'Facts' });
  await expect(facts).toBeVisible();
  await expect(facts.getByText('…', { exact: true })).toHaveCount(0);
  const name = (await title.textContent())!;
  const [email, phone, role, ...others] = await facts.locator('dd').allTextContents();
  await panel.getByRole('link', { name: 'Open' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  // The page has the contacts and the role in its header.
  for (const text of [email, phone, role])
    await expect(page.getByRole('article').getByText(text!, { exact: true }).first()).toBeVisible();
  const shown = page.getByRole('region', { name: 'Facts' }).locator('dd');
  await expect.poll(async () => (await shown.allTextContents()).slice(0, others.length)).toEqual(others);
});

test('a URL opens the panel for a record on any page, and reports a deleted one', async ({ page, open, api }) => {
  const { data } = await (await api()).send('GET', '/admin/orders?pageSize=1&page=57');
  await open(`/order?peek=${data[0].orderId}`);
  const { panel, title, links } = parts(page);
  await expect(title).toHaveText(data[0].invoiceNumber);
  await expect(links).toHaveCount(10);
  await page.getByRole('textbox', { name: 'Search name, e-mail, phone or invoice' }).fill('tidak ada yang begini');
  await expect(page.getByText('Nothing matches')).toBeVisible();
  await expect(title).toHaveText(data[0].invoiceNumber);
  await page.goto(new URL('/order?peek=01890000-0000-7000-8000-00000000dead', page.url()).href);
  await expect(panel.getByText('This order was not found')).toBeVisible();
  await expect(links).toHaveCount(10);
  await panel.getByRole('button', { name: 'Close the peek' }).click();
  await expect(page).not.toHaveURL(/peek=/);
});
