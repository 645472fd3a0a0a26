/**
 * Tests customer service working on order tracking by keyboard, with undo. The first test counts the effort of "write
 * to 20 people who have not paid, and set a status".
 */
import type { BrowserContext, Page } from '@playwright/test';
import { effort } from './count-actions.ts';
import { expect, test } from './fixtures.ts';
import { toast } from './toast.ts';

const as = { role: 'customer-service' } as const;
const rows = (page: Page) => page.locator('tr[data-row]');
const status = (page: Page, id: string) => page.locator(`tr[data-row="${id}"] [data-status-menu]`);
const idOf = async (page: Page, at: number) => (await rows(page).nth(at).getAttribute('data-row')) ?? '';
const refusal = {
  status: 403,
  contentType: 'application/json',
  body: '{"error":{"code":403,"message":"no","status":"PERMISSION_DENIED"}}',
};

/** Records chat URLs; WhatsApp is not available here. */
async function chats(context: BrowserContext): Promise<URL[]> {
  const opened: URL[] = [];
  await context.route('https://wa.me/**', (route) => {
    opened.push(new URL(route.request().url()));
    return route.fulfill({ body: '<title>WhatsApp</title>', contentType: 'text/html' });
  });
  return opened;
}

async function settled(page: Page) {
  await expect(rows(page).first()).toBeVisible();
  await expect(page.locator('table[aria-busy="true"]')).toHaveCount(0);
}

test('20 unpaid orders are messaged and set to pending with 40 keys and no click', async ({ page, open }) => {
  const opened = await chats(page.context());
  await open('/order/tracking?status=unpaid&pageSize=20&handledBy=6281200009002', as);
  await settled(page);
  const work = effort(page);
  const { press } = work;
  const done: string[] = [];
  while (done.length < 20) {
    const id = await page.evaluate(
      () =>
        (document.activeElement?.closest('tr[data-row]') ?? document.querySelector('tr[data-row]'))?.getAttribute(
          'data-row',
        ) ?? '',
    );
    expect(done).not.toContain(id);
    const chat = page.context().waitForEvent('page');
    await press('w');
    await (await chat).close();
    await press('2');
    done.push(id);
    // Focus returns to the next row; the finished one keeps its place.
    await expect(page.locator('tr[data-row]:focus')).toHaveCount(1);
    await expect(page.locator('tr[data-row]:focus')).not.toHaveAttribute('data-row', id);
    await expect(page.locator(`tr[data-row="${id}"] [data-stays]`)).toBeVisible();
  }
  const shown = await rows(page).evaluateAll((all) => all.map((one) => one.getAttribute('data-row')));
  expect(shown.slice(0, 20)).toEqual(done);
  await expect(toast(page, /Belum Dibayar → Menunggu Pembayaran/)).toBeVisible();
  await page.reload();
  await settled(page);
  for (const id of done) await expect(page.locator(`tr[data-row="${id}"]`)).toHaveCount(0);
  console.log(`chase 20 unpaid orders: ${work.keys} keys, 0 clicks`);
  expect(work.keys).toBeLessThanOrEqual(40);
  expect(opened).toHaveLength(20);
  expect(opened.every(({ searchParams }) => searchParams.get('text')?.includes('belum dibayar'))).toBe(true);
});

test('a status is shown before it is stored, and Undo reverts it', async ({ page, open }) => {
  await open('/order/tracking?status=paid', as);
  await settled(page);
  const id = await idOf(page, 3);
  await page.goto(page.url().replace(/\?.*/, '?pageSize=100'));
  await settled(page);
  const gate = Promise.withResolvers<void>();
  await page.route(/documents:commit/, async (route) => {
    await gate.promise;
    await route.continue();
  });
  await status(page, id).click();
  await page.getByRole('menuitemradio', { name: 'Dikembalikan' }).click();
  await expect(status(page, id)).toHaveText('Dikembalikan');
  await expect(page.getByText('Updated Order Status')).toHaveCount(0);
  gate.resolve();
  await expect(toast(page, 'Updated Order Status')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(status(page, id)).toHaveText('Lunas');
  await page.reload();
  await expect(status(page, id)).toHaveText('Lunas');
});

test('a refused status is reverted, with the reason', { tag: '@system' }, async ({ page, open }) => {
  await open('/order/tracking', as);
  await settled(page);
  const id = await idOf(page, 1);
  const before = (await status(page, id).textContent()) ?? '';
  await page.route(/documents:commit/, (route) => route.fulfill(refusal));
  await rows(page).nth(1).focus();
  await page.keyboard.press(before === 'Gagal' ? '7' : '6');
  await expect(toast(page, 'Fail to Update Order Status')).toContainText('Nothing was changed');
  await expect(status(page, id)).toHaveText(before);
});

test(
  'a refused status reverts to the previous one, and a row that was only refused is not kept',
  { tag: '@system' },
  async ({ page, open }) => {
    await open('/order/tracking?status=failed', as);
    await settled(page);
    const [changed, refused] = [await idOf(page, 0), await idOf(page, 9)];
    await rows(page).first().focus();
    await page.keyboard.press('5');
    await expect(page.locator(`tr[data-row="${changed}"] [data-stays]`)).toBeVisible();
    await page.route(/documents:commit/, (route) => route.fulfill(refusal));
    for (const id of [changed, refused]) {
      await page.locator(`tr[data-row="${id}"]`).focus();
      await page.keyboard.press('7');
    }
    // Concurrent failures are shown in one alert.
    await expect(toast(page, 'Fail to Update Order Status')).toHaveCount(1);
    await expect(status(page, changed)).toHaveText(/^Dibatalkan/);
    await expect(status(page, refused)).toHaveText('Gagal');
    await page.unroute(/documents:commit/);
    await page.locator(`tr[data-row="${changed}"]`).focus();
    await page.keyboard.press('6');
    await expect(status(page, changed)).toHaveText('Gagal');
    await expect(page.locator(`tr[data-row="${refused}"] [data-stays]`)).toHaveCount(0);
  },
);

test(
  'refused statuses are listed by name, and stay listed while others are retried',
  { tag: '@system' },
  async ({ page, open }) => {
    await open('/order/tracking?status=expired&pageSize=100', as);
    await settled(page);
    await page.route(/documents:commit/, (route) => route.fulfill(refusal));
    // A toast, or with several names an alert of the page.
    const alerts = page.getByRole('alert').filter({ hasText: 'Fail to Update Order Status' });
    const names: string[] = [];
    for (const name of await rows(page)
      .locator('[data-status-menu]')
      .evaluateAll((menus) => menus.map((menu) => menu.getAttribute('aria-label')?.replace(/.* status of /, '') ?? '')))
      if (names.length < 3 && !names.includes(name)) names.push(name);
    const refuse = async (name: string) => {
      const menu = page.getByRole('button', { name: `status of ${name}` }).first();
      await menu.click();
      await page.getByRole('menuitemradio', { name: 'Dikembalikan' }).click();
      await expect(alerts.filter({ hasText: name })).toHaveCount(1);
    };
    await refuse(names[0] ?? '');
    await refuse(names[1] ?? '');
    // Several failures are listed below the title.
    await expect(alerts).toHaveCount(1);
    await expect(alerts).toContainText(names[0] ?? '');
    await refuse(names[2] ?? '');
    await expect(alerts).toHaveCount(1);
    const [first, second, third] = names;
    await expect(alerts).toContainText(`${second}, ${first}, and ${third}: Your role may not do this.`);
    await page.unroute(/documents:commit/);
    await page
      .getByRole('button', { name: `status of ${names[1]}` })
      .first()
      .click();
    await page.getByRole('menuitemradio', { name: 'Dikembalikan' }).click();
    const done = toast(page, 'Updated Order Status');
    await expect(done).toContainText(names[1] ?? '');
    await expect(alerts).toContainText(`${first} and ${third}: Your role may not do this.`);
    await done.getByRole('button', { name: 'Undo' }).click();
    await expect(toast(page, /Undo/)).toHaveCount(0);
  },
);

test('a click on a phone number copies it as it is stored', { tag: '@system' }, async ({ page, open, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open('/order/tracking', as);
  await settled(page);
  const copy = rows(page)
    .first()
    .getByRole('button', { name: /^Copy the phone / });
  const digits = (text: string | null) => (text ?? '').replace(/\D/g, '').replace(/^(62|0)/, '');
  const shown = digits(await copy.textContent());
  await copy.click();
  await expect(copy).toHaveText('Copied');
  expect(digits(await page.evaluate(() => navigator.clipboard.readText()))).toBe(shown);
  expect(shown.length).toBeGreaterThan(6);
  await expect(copy).not.toHaveText('Copied');
});

test(
  'Enter on a row opens its panel, never its status menu; Esc goes back to it',
  { tag: '@system' },
  async ({ page, open }) => {
    await open('/order/tracking', as);
    await settled(page);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect(rows(page).nth(1)).toBeFocused();
    await page.keyboard.press('Enter');
    const panel = page.getByRole('complementary', { name: 'Peek at the order' });
    await expect(panel).toBeVisible();
    await expect(page.getByRole('menu')).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(panel).toHaveCount(0);
    await expect(rows(page).nth(1)).toBeFocused();
  },
);
