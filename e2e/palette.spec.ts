/** Tests the command palette by keyboard: recent records, search and actions; and the navigation drawer's focus. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { demoPassword } from '#contract/auth/demo-users.ts';
import { type Json, expect, test, unique } from './fixtures.ts';

const boxOf = (page: Page) => page.getByRole('combobox', { name: 'Go to or find' });
const start = (page: Page) => page.getByRole('heading', { name: /^Today/ }).waitFor();

/** Opens the palette, types, and chooses the first option. */
async function choose(page: Page, text: string) {
  await page.keyboard.press('Control+k');
  await boxOf(page).waitFor();
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
  await expect(boxOf(page)).toHaveCount(0);
}

test('the palette shows recent records, finds an invoice and a phone, and reports a failed search', async ({
  page,
  open,
  api,
}) => {
  const admin = await api();
  const { users } = await admin.send('GET', '/admin/user?search=0812&pageSize=1');
  const { data: orders } = await admin.send('GET', '/admin/orders?pageSize=1');
  const [person, order] = [users[0], orders[0]];
  await open(`/user/${person.id}`);
  await page.getByRole('heading', { name: person.name, level: 1 }).waitFor();
  await page.goto(new URL('/home', page.url()).href);
  await page.getByRole('heading', { name: /^Today/ }).waitFor();
  await page.keyboard.press('Control+k');
  const options = page.getByRole('option');
  const box = page.getByRole('combobox', { name: 'Go to or find' });
  await expect(options.first()).toContainText(person.name);
  await box.fill(`+62 ${person.phoneNumber.replace(/\D/g, '').replace(/^(0|62)/, '')}`);
  await expect(options.filter({ hasText: person.email })).toBeVisible();
  await box.fill(order.invoiceNumber);
  await expect(options.first()).toContainText(order.invoiceNumber);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/order/${order.orderId}$`));
  await expect(page.getByRole('heading', { name: order.invoiceNumber, level: 1 })).toBeVisible();
  await page.route('**/api/admin/search*', (route) => route.fulfill({ status: 500, body: '{}' }));
  await page.keyboard.press('Control+k');
  // The current page is not offered.
  await expect(options.first()).toContainText(person.name);
  await box.fill('tidak dapat dicari');
  await expect(page.getByText(/^Records could not be searched/)).toBeVisible();
  await expect(page.getByText(/^No results for/)).toHaveCount(0);
});

test('a discount is created from the palette, with input typed at once and no trace in the URL', async ({
  page,
  open,
}) => {
  const name = unique('Promo Palet');
  await open('/home');
  await start(page);
  await choose(page, 'new disc');
  await page.keyboard.type(name);
  await expect(page.getByRole('dialog', { name: 'New discount' }).getByLabel('Name')).toHaveValue(name);
  await expect(page).toHaveURL(/\/discount$/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/discount$/);
  await expect(page.getByRole('link', { name })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('creating from the palette keeps the state of the current list', { tag: '@system' }, async ({ page, open }) => {
  await open('/discount?page=2');
  await page.locator('tr[data-row]').first().waitFor();
  const entries = await page.evaluate(() => history.length);
  await choose(page, 'new discount');
  await expect(page.getByRole('dialog', { name: 'New discount' })).toBeVisible();
  await expect(page).toHaveURL(/\/discount\?page=2$/);
  expect(await page.evaluate(() => history.length)).toBe(entries);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

const creations = (page: Page) => page.getByRole('option').filter({ hasText: /^New / }).locator('span:first-child');

test('the palette offers to create everything that the role may create', { tag: '@system' }, async ({ page, open }) => {
  await open('/home');
  await start(page);
  await page.keyboard.press('Control+k');
  await boxOf(page).fill('new ');
  await expect(creations(page)).toHaveText([
    'New flexy course',
    'New fast-track course',
    'New learning path',
    'New order',
    'New discount',
    'New voucher',
    'New campaign',
    'New product',
    'New subscription plan',
  ]);
  await page.keyboard.press('Escape');
  for (const name of ['New flexy course', 'New fast-track course']) {
    await choose(page, name);
    await expect(page.getByRole('dialog', { name })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
});

test('the palette does not offer what the role may not create', { tag: '@system' }, async ({ page, open }) => {
  await open('/home', { role: 'instructor' });
  await start(page);
  await page.keyboard.press('Control+k');
  await boxOf(page).fill('new ');
  await expect(creations(page)).toHaveText(['New flexy course', 'New fast-track course']);
  await open('/home', { role: 'customer-service' });
  await start(page);
  await page.keyboard.press('Control+k');
  await boxOf(page).fill('new discount');
  await expect(page.getByText('No results for “new discount”')).toBeVisible();
});

test(
  'appearance, sessions, password and sign-out are found, but not shown before typing',
  { tag: '@system' },
  async ({ page, open }) => {
    await open('/home');
    await start(page);
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('option').filter({ hasText: 'Users' })).toBeVisible();
    await expect(page.getByRole('option').filter({ hasText: /^(New |Sign out)/ })).toHaveCount(0);
    await boxOf(page).fill('as');
    await expect(page.getByRole('option', { name: /^Appearance: As the system/ })).toBeVisible();
    expect((await new AxeBuilder({ page }).include('[role="dialog"]').analyze()).violations).toEqual([]);
    await page.keyboard.press('Escape');
    const root = page.locator('html');
    await choose(page, 'dark');
    await expect(root).toHaveAttribute('data-mantine-color-scheme', 'dark');
    await choose(page, 'light');
    await expect(root).toHaveAttribute('data-mantine-color-scheme', 'light');
    await choose(page, 'sessions');
    await expect(page.getByRole('dialog', { name: 'Sessions' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await choose(page, 'change pass');
    await expect(page.getByRole('dialog', { name: /password/i })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await choose(page, 'sign out');
    await expect(page.getByRole('heading', { name: /^Sign in to/ })).toBeVisible();
  },
);

test(
  'the next user in the same tab gets lists without the previous user’s searches',
  { tag: '@system' },
  async ({ page, open }) => {
    await open('/user', { role: 'superadmin' });
    await page.getByRole('textbox', { name: 'Search name, e-mail or phone' }).fill('admin@demo.test');
    await expect(page).toHaveURL(/search=admin/);
    const row = page.locator('[data-row-link]').first();
    await row.press('Enter');
    const list = page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Users' });
    await expect(list).toHaveAttribute('href', /search=admin/);
    await choose(page, 'sign out');
    await page.getByLabel('E-mail').fill('cs@demo.test');
    await page.getByLabel('Password', { exact: true }).fill(demoPassword);
    await page.keyboard.press('Enter');
    await start(page);
    await choose(page, 'member@demo.test');
    await expect(page).toHaveURL(/\/user\/[0-9a-f-]{36}$/);
    await expect(list).toHaveAttribute('href', '/user');
  },
);

test('products, lessons and certificates are found, and names on their pages link to people', async ({
  page,
  open,
  api,
}) => {
  const admin = await api();
  const [product, lesson] = [unique('Buku Palet'), unique('Materi Palet')];
  await admin.send('POST', '/admin/product/', { name: product, price: 50_000 });
  const { courseId } = await admin.send('POST', '/admin/course/type/flexy/', { name: unique('Kelas Palet') });
  const { sectionId } = await admin.send('POST', `/admin/course/${courseId}/section/`, { name: 'Pembuka' });
  await admin.send('POST', '/admin/lesson/', { sectionId, name: lesson, type: 'ARTICLE' });
  const { courses } = await admin.send('GET', '/admin/certificate/?pageSize=100');
  const { id } = courses.find(({ issued }: Json) => issued > 0);
  const { certificates } = await admin.send('GET', `/admin/certificate/course/${id}?status=issued`);
  const [{ certificateId, name }] = certificates;
  await open('/home');
  await start(page);
  for (const typed of [product, lesson]) {
    await choose(page, typed);
    await expect(page.getByRole('heading', { name: typed, level: 1 })).toBeVisible();
  }
  await choose(page, certificateId);
  await expect(page).toHaveURL(`/certificate/course/${id}?search=${certificateId}`);
  const row = page.locator('tr[data-row]');
  await expect(row).toHaveCount(1);
  await row.getByRole('link', { name }).first().click();
  await expect(page).toHaveURL(/\/user\/[0-9a-f-]{36}$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('the navigation drawer of a narrow window gives the focus back to its button when it closes', async ({
  page,
  open,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open('/user');
  const button = page.getByRole('button', { name: 'Open the navigation' });
  const drawer = page.getByRole('dialog', { name: 'Navigation' });
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(drawer.locator(':focus')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(drawer).toHaveCount(0);
  await expect(button).toBeFocused();
});
