/** Search of order tracking: what people type finds the orders of one person, a choice of people, or nobody. */
import type { Page } from '@playwright/test';
import { violations } from './axe.ts';
import { type Json, expect, test } from './fixtures.ts';

const as = { role: 'customer-service' } as const;
const search = (page: Page) => page.getByRole('textbox', { name: 'Search name, e-mail or phone' });
const rows = (page: Page) => page.locator('tr[data-row]');
const people = (page: Page) => page.getByRole('table', { name: 'People' });

async function settled(page: Page) {
  await expect(rows(page).first()).toBeVisible();
  await expect(page.locator('table[aria-busy="true"]')).toHaveCount(0);
}

/** A user of whom there are orders, found by no other user's name. */
async function findBuyer(page: Page, send: Json): Promise<{ name: string; email: string; phoneNumber: string }> {
  await settled(page);
  const emails = await page.locator('td[data-label="Person"] a + span + span').allTextContents();
  for (const email of new Set(emails)) {
    const { users } = await send('GET', `/admin/user?search=${encodeURIComponent(email)}`);
    const same = users[0] && (await send('GET', `/admin/user?search=${encodeURIComponent(users[0].name)}`));
    if (users.length === 1 && same.totalItems === 1) return users[0];
  }
  throw new Error('no buyer');
}

const allOf = async (page: Page, email: string) => {
  await expect(page.getByText(`(${email})`).or(page.getByText(`Orders of ${email}`, { exact: true }))).toBeVisible();
  await settled(page);
  const shown = await page.locator('td[data-label="Person"]').allTextContents();
  expect(shown.length).toBeGreaterThan(0);
  expect(shown.filter((text) => !text.includes(email))).toEqual([]);
};

test('a name, a part of the address, a phone in any spelling and the whole address find the orders of a person', async ({
  page,
  open,
  api,
}) => {
  await open('/order/tracking?pageSize=50', as);
  const { name, email, phoneNumber } = await findBuyer(page, (await api('customer-service')).send);
  const digits = phoneNumber.replace(/\D/g, '').replace(/^(62|0)/, '');
  const spelled = `0${digits.slice(0, 3)}-${digits.slice(3, 7)}-${digits.slice(7)}`;
  for (const text of [name, email.split('@')[0]!, spelled, `+62 ${digits}`, email]) {
    await search(page).fill(text);
    await expect(page).toHaveURL((url) => url.searchParams.get('search') === text);
    await allOf(page, email);
    await page.reload();
    await allOf(page, email);
    await expect(search(page)).toHaveValue(text);
  }
  await search(page).press('Escape');
  await expect(page.getByText('Orders of')).toHaveCount(0);
  await expect(page).not.toHaveURL(/search=|email=/);
});

test('of several people one is chosen by three keys, Back returns to the choice, and a queue keeps the search', async ({
  page,
  open,
}) => {
  await open('/order/tracking', as);
  await settled(page);
  await search(page).fill('a');
  await expect(people(page)).toBeVisible();
  await expect(page.getByText(/people match “a”/)).toBeVisible();
  await expect(rows(page)).toHaveCount(10);
  expect(await violations(page)).toEqual([]);
  const email = (await rows(page).nth(1).locator('td').nth(1).textContent())!;
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`email=${encodeURIComponent(email)}`));
  await expect(search(page)).toHaveValue(email);
  await expect(page.getByText(`Orders of ${email}`, { exact: true })).toBeVisible();
  await page.goBack();
  await expect(people(page)).toBeVisible();
  await expect(search(page)).toHaveValue('a');
  await page.goForward();
  await page.getByText(/^Contacted/).click();
  await expect(page).toHaveURL(/queue=contacted/);
  await expect(page.getByText(`Orders of ${email}`, { exact: true })).toBeVisible();
});

test('a name of nobody lists no order and offers the users with that search', async ({ page, open }) => {
  await open('/order/tracking', as);
  await settled(page);
  await search(page).pressSequentially('tidak ada namanya');
  await expect(page.getByText('Nobody matches “tidak ada namanya”')).toBeVisible();
  await expect(rows(page)).toHaveCount(0);
  expect(await violations(page)).toEqual([]);
  await page.getByRole('link', { name: 'Search the users' }).click();
  await expect(page).toHaveURL(/\/user\?search=tidak/);
});

test('an address without orders is named, in a queue too', async ({ page, open }) => {
  await open('/order/tracking?queue=chase', as);
  await settled(page);
  await search(page).fill('nobody@nowhere.test');
  await expect(page.getByText('No order of nobody@nowhere.test is in Chase.')).toBeVisible();
  await page.getByRole('link', { name: 'all orders of nobody@nowhere.test' }).click();
  await expect(page.getByText('No order of nobody@nowhere.test was found.')).toBeVisible();
  await expect(search(page)).toHaveValue('nobody@nowhere.test');
});

test('an address with capitals leads to the orders under it in small letters', async ({ page, open, api }) => {
  await open('/order/tracking?pageSize=50', as);
  const { email } = await findBuyer(page, (await api('customer-service')).send);
  await search(page).fill(email.toUpperCase());
  await expect(page.getByText(`No order of ${email.toUpperCase()} was found.`)).toBeVisible();
  await page.getByRole('link', { name: `Orders of ${email}`, exact: true }).click();
  await allOf(page, email);
});

test('an address in the URL is searched unchanged', { tag: '@system' }, async ({ page, open }) => {
  await open('/order/tracking?email=%20siti%40example.com', as);
  await expect(page.getByText('The search includes the spaces around the address.')).toBeVisible();
  await open(`/order/tracking?email=${'x'.repeat(300)}%40demo.test`, as);
  await expect(page.getByText('longer than 300 characters')).toBeVisible();
  await expect(rows(page)).toHaveCount(0);
});

test('users that cannot be read list no order, and are asked for again', { tag: '@system' }, async ({ page, open }) => {
  await open('/order/tracking', as);
  await settled(page);
  await page.route('**/api/admin/user?*', (route) => route.fulfill({ status: 500, body: '{}' }));
  await search(page).fill('siti');
  const again = page.getByRole('button', { name: 'Try again' });
  await expect(again).toBeVisible();
  await expect(rows(page)).toHaveCount(0);
  await page.unrouteAll({ behavior: 'wait' });
  await again.click();
  await expect(people(page).or(page.getByText('Orders of'))).toBeVisible();
});
