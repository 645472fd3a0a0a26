/** Tests order tracking: filters, pages, status, WhatsApp, export. */
import type { Locator, Page } from '@playwright/test';
import { columnOf, type Sheet } from '#contract/kernel/testing/workbook.ts';
import { expectAccessible } from './axe.ts';
import { downloadedSheet } from './files.ts';
import { expect, test } from './fixtures.ts';
import { toast } from './toast.ts';

/** Uses the real protocol: the browser's Firestore client against this server. */
const open = { role: 'customer-service' } as const;
const totalOf = async (page: Page) =>
  Number((await page.getByRole('heading', { level: 1 }).textContent())?.replace(/\D/g, ''));

async function exported(page: Page): Promise<Sheet> {
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('orders_kodio.xlsx');
  return downloadedSheet(download, 'TrackingOrders');
}

test('customer service filters, changes the page and goes back', async ({ page, open: go }) => {
  await go('/order/tracking', open);
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  const all = await totalOf(page);
  expect(all).toBeGreaterThan(500);
  await expectAccessible(page, '/order/tracking');
  const first = (await page.locator('tr[data-row]').first().getAttribute('data-row')) ?? '';
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(page).toHaveURL(/page=2/);
  await expect(page.locator('tr[data-row]').first()).not.toHaveAttribute('data-row', first);
  await page.goBack();
  await expect(page.locator('tr[data-row]').first()).toHaveAttribute('data-row', first);

  const dates = page.locator('select').filter({ hasText: 'BY DATE' });
  const options = dates.locator('option');
  expect(await options.evaluateAll((all) => all.map((one) => [one.textContent, one.getAttribute('value')]))).toEqual([
    ['BY DATE', ''],
    ['last 7 days', '7d'],
    ['last 30 days', '30d'],
    ['last 3 months', '3m'],
    ['last 6 months', '6m'],
    ['last 12 months', '12m'],
  ]);
  await dates.selectOption({ index: 1 });
  await expect.poll(() => totalOf(page)).toBeLessThan(all);
  const week = await totalOf(page);
  const handled = page.locator('select').filter({ hasText: 'HANDLED BY' });
  await expect(handled.locator('option').first()).toHaveAttribute('value', '');
  await handled.selectOption({ index: 1 });
  await expect.poll(() => totalOf(page)).toBeLessThan(week);
});

/** Whether the text of each element is rendered, and inside every box that hides what does not fit. */
const areWhole = (elements: Locator) =>
  elements.evaluateAll((all) =>
    all.map((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      const text = range.getBoundingClientRect();
      const isCut = (box: Element): boolean => {
        const { left, right, top, bottom } = box.getBoundingClientRect();
        const isOver = text.left < left - 1 || text.right > right + 1 || text.top < top - 1 || text.bottom > bottom + 1;
        if (isOver && getComputedStyle(box).overflow !== 'visible') return true;
        return box.tagName !== 'TD' && box.parentElement !== null && isCut(box.parentElement);
      };
      return text.width > 0 && !isCut(element);
    }),
  );

for (const [name, path] of [
  ['list', '/order/tracking'],
  ['chase order', '/order/tracking?queue=chase'],
] as const)
  test(`the ${name} shows day, month, year, hour, minute and second at every width`, async ({ page, open: go }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await go(path, open);
    const times = page.locator('tr[data-row] > td[data-label="Order"] div > span:first-child');
    for (const width of [390, 1024, 1280, 1440, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      await expect(times.first()).toBeVisible();
      // Rendered text only, without what CSS hides.
      for (const text of await times.allInnerTexts())
        expect(text.trim()).toMatch(/^\d\d (Jan|Feb|Mar|Apr|Mei|Jun|Jul|Agu|Sep|Okt|Nov|Des) \d{4}, \d\d\.\d\d\.\d\d$/);
      expect(await areWhole(times)).not.toContain(false);
    }
  });

test('a status is changed with a message, and is stored', async ({ page, open: go }) => {
  await go('/order/tracking?page=4', open);
  // Other tests work on unpaid and pending orders at the same time.
  const closed = page.locator('tr[data-row]').filter({ hasNotText: /Belum Dibayar|Menunggu Pembayaran/ });
  const id = await closed.first().getAttribute('data-row');
  const row = page.locator(`tr[data-row="${id}"]`);
  const next = (await row.textContent())?.includes('Lunas') ? 'Dikembalikan' : 'Lunas';
  await row.getByRole('button', { name: /status of/ }).click();
  await page.getByRole('menuitemradio', { name: next }).click();
  await expect(toast(page, 'Updated Order Status')).toBeVisible();
  await expect(row).toContainText(next);
  await page.reload();
  await expect(row).toContainText(next);
});

/** Word for the payment in the greeting, by badge. */
const greetings: Record<string, string> = {
  'Belum Dibayar': 'belum dibayar',
  'Menunggu Pembayaran': 'masih kami tunggu',
  Lunas: 'sudah kami terima',
  Kedaluwarsa: 'sudah lewat',
  Dibatalkan: 'sudah dibatalkan',
  Gagal: 'gagal',
  Dikembalikan: 'sudah kami kembalikan',
};

test('the WhatsApp link has digits only, and a greeting with name, course, order and payment status', async ({
  page,
  open: go,
}) => {
  await go('/order/tracking?pageSize=20', open);
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  const rows = page.getByRole('row').filter({ has: page.getByRole('link', { name: /WhatsApp/ }) });
  const cells = await rows.evaluateAll((lines) =>
    lines.map((line) => {
      // Titles are whole where texts are shortened.
      const shown = (label: string, at: number) =>
        line.querySelector(`[data-label="${label}"]`)?.querySelectorAll('[title]')[at]?.getAttribute('title') ?? '';
      return {
        link: line.querySelector<HTMLAnchorElement>('a[aria-label*="WhatsApp"]')?.href ?? '',
        id: shown('Order', 1),
        name: shown('Person', 0),
        course: shown('Course', 0),
        status: line.querySelector('[data-status-menu]')?.textContent ?? '',
      };
    }),
  );
  expect(cells.length).toBeGreaterThan(5);
  for (const { link, id, name, course, status } of cells) {
    const url = new URL(link);
    expect(url.host).toBe('wa.me');
    expect(url.pathname).toMatch(/^\/62\d{7,13}$/);
    const text = url.searchParams.get('text') ?? '';
    expect(text.startsWith(`Halo Kak ${name}, `)).toBe(true);
    expect(text).toContain(`pesanan Anda untuk kursus ${course} (ID pesanan: ${id})`);
    expect(text).toContain(greetings[status] ?? 'no such status');
  }
});

test('the export contains all filtered orders as text', async ({ page, open: go }) => {
  await go('/order/tracking', open);
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  const total = await totalOf(page);
  const sheet = await exported(page);
  const [header, ...rows] = sheet.rows;
  expect(header).toEqual([
    'Order ID',
    'User Email',
    'User Phone Number',
    'User Name',
    'Course ID',
    'Course Name',
    'Customer Service Name',
    'Customer Service Phone Number',
    'Order Status',
    'Order Date & Time',
  ]);
  expect(rows).toHaveLength(total);
  const others = [...sheet.cells].filter(([, { isFormula, value }]) => isFormula || typeof value !== 'string');
  expect(others).toEqual([]);
  expect(columnOf(sheet, 'User Name').some((name) => String(name).startsWith('='))).toBe(true);

  await page.locator('select').filter({ hasText: 'BY DATE' }).selectOption({ index: 1 });
  await expect.poll(() => totalOf(page)).toBeLessThan(total);
  const week = await totalOf(page);
  expect((await exported(page)).rows.length).toBe(week + 1);
});

test('the tracking code is loaded on no other page', { tag: '@system' }, async ({ page, open: go }) => {
  const scripts: string[] = [];
  page.on('response', async (response) => {
    if (response.url().endsWith('.js')) scripts.push(await response.text().catch(() => ''));
  });
  await go('/user');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  expect(scripts.length).toBeGreaterThan(3);
  expect(scripts.filter((script) => script.includes('structuredQuery'))).toEqual([]);
});

test('an instructor cannot open order tracking', { tag: '@system' }, async ({ page, open: go }) => {
  await go('/home', { role: 'instructor' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Orders/ })).toHaveCount(0);
  await go('/order/tracking', { role: 'instructor' });
  await expect(page.getByRole('heading', { name: 'You do not have access' })).toBeVisible();
});
