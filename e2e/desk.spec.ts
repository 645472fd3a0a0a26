/**
 * The desk of order tracking: a queue is worked through by keys, two people see each other, and admins write the
 * messages. In a brand that few other tests work in.
 */
import type { BrowserContext, Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { effort } from './count-actions.ts';
import { expect, test } from './fixtures.ts';
import { toast } from './toast.ts';

const rows = (page: Page) => page.locator('tr[data-row]');
const row = (page: Page, id: string) => page.locator(`tr[data-row="${id}"]`);
const panel = (page: Page) => page.getByRole('complementary', { name: 'Peek at the order' });

/** The chats are opened as far as their address: there is no WhatsApp here. */
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

const active = (page: Page) =>
  page.evaluate(
    () =>
      (document.activeElement?.closest('tr[data-row]') ?? document.querySelector('tr[data-row]'))?.getAttribute(
        'data-row',
      ) ?? '',
  );

test('20 unclaimed orders are messaged and set to pending with 40 key presses, and are claimed by the user', async ({
  page,
  open,
  api,
}) => {
  const opened = await chats(page.context());
  const { send } = await api('customer-service', 'cyber');
  const before = await send('GET', '/admin/order-tracking/desk/counts/');
  await open('/order/tracking?queue=unclaimed&pageSize=20', { role: 'customer-service', tenant: 'cyber' });
  await settled(page);
  const work = effort(page);
  const done: string[] = [];
  while (done.length < 20) {
    const id = await active(page);
    expect(done).not.toContain(id);
    await expect(row(page, id)).toContainText('Nobody');
    const chat = page.context().waitForEvent('page');
    await work.press('w');
    await (await chat).close();
    await expect(row(page, id)).toContainText('You');
    await work.press('2');
    done.push(id);
    await expect(page.locator('tr[data-row]:focus')).toHaveCount(1);
    await expect(page.locator('tr[data-row]:focus')).not.toHaveAttribute('data-row', id);
  }
  console.log(`work through 20 unclaimed orders: ${work.keys} keys, 0 clicks`);
  expect(work.keys).toBeLessThanOrEqual(40);
  expect(opened).toHaveLength(20);
  expect(opened.every(({ searchParams }) => searchParams.get('text')?.includes('belum dibayar'))).toBe(true);
  await expect
    .poll(async () => (await send('GET', '/admin/order-tracking/desk/counts/')).contacted)
    .toBe(before.contacted + 20);
  const { events } = await send('GET', `/admin/order-tracking/desk/${done[0]}/story/`);
  expect(events.map(({ kind }: { kind: string }) => kind)).toEqual(['status', 'contact']);
  // A claimed order is in its holder's queue, and no longer in the unclaimed one.
  await page.reload();
  await settled(page);
  for (const id of done) await expect(row(page, id)).toHaveCount(0);
  await page.getByText(/^Mine \d+$/).click();
  await expect(page).toHaveURL(/queue=mine/);
  await page.goto(page.url().replace('pageSize=20', 'pageSize=100'));
  await expect(row(page, done[0]!)).toContainText(/You.*Next /);
});

test('a claim appears in another user’s list without a reload, and the timeline has the actions of both', async ({
  page,
  open,
  browser,
}) => {
  // Open orders that no queue of another test has.
  const path = '/order/tracking?status=failed';
  await open(path, { role: 'customer-service', tenant: 'cyber' });
  await settled(page);
  const id = (await rows(page).first().getAttribute('data-row')) ?? '';
  const other = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await open(path, { role: 'admin', tenant: 'cyber', page: other });
  await settled(other);
  await rows(page).first().focus();
  await page.keyboard.press('c');
  await expect(row(page, id)).toContainText('You');
  // Without a reload: the other page asks again.
  const holder = row(other, id).locator('[data-holder]');
  await expect(holder).toBeVisible();
  const name = (await holder.textContent()) ?? '';
  await row(other, id).focus();
  await other.keyboard.press('c');
  await expect(other.getByText(`${name} has this order`)).toBeVisible();
  await other.keyboard.press('n');
  await panel(other).getByLabel('Note').fill('Minta cicilan dua kali.');
  const saved = other.waitForResponse((answer) => answer.url().includes('/work/'));
  await other.keyboard.press('Control+Enter');
  expect((await saved).status()).toBe(200);
  await row(page, id).focus();
  await page.keyboard.press('Enter');
  const timeline = panel(page).getByRole('region', { name: 'Timeline' });
  await expect(timeline.getByRole('listitem')).toHaveCount(2);
  await expect(timeline.getByRole('listitem').first()).toContainText('Minta cicilan dua kali.');
  await expect(timeline.getByRole('listitem').last()).toContainText(`${name} claimed it`);
  await page.keyboard.press('c');
  await expect(holder).toHaveCount(0);
  await other.close();
});

test('two people on one order see each other’s names in its row and on its desk, until they leave', async ({
  page,
  open,
  browser,
}) => {
  const path = '/order/tracking?status=expired';
  await open(path, { role: 'customer-service', tenant: 'cyber' });
  await settled(page);
  const other = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await open(path, { role: 'admin', tenant: 'cyber', page: other });
  await settled(other);
  const [first = '', second = ''] = await rows(page).evaluateAll((all) =>
    all.map((one) => one.getAttribute('data-row') ?? ''),
  );
  const here = (of: Page, id = first) => row(of, id).getByText(/ is here$/);
  await row(page, first).focus();
  await row(other, first).focus();
  await expect(here(page)).toBeVisible();
  await expect(here(other)).toBeVisible();
  const name = (await here(page).textContent()) ?? '';
  expect(await here(other).textContent()).not.toBe(name);
  await page.keyboard.press('Enter');
  await expect(panel(page).locator('[data-here]')).toContainText(name.split(' ')[0]!);
  await page.keyboard.press('Escape');
  await row(other, second).focus();
  await expect(here(page, second)).toHaveText(name);
  await expect(here(page)).toHaveCount(0);
  // The panel that was closed returned the focus to the row.
  await expect(here(other)).toBeVisible();
  await other.close();
});

test('an admin changes a template, sees it filled in, and the chat begins with it', async ({ page, open }) => {
  await open('/order/tracking', { tenant: 'cyber' });
  await page.getByRole('button', { name: 'More of order tracking' }).click();
  await page.getByRole('menuitem', { name: 'Templates' }).click();
  await expect(page.getByRole('link', { name: 'Gagal' })).toBeVisible();
  await expectAccessible(page, '/order/tracking/templates');
  await page.getByRole('link', { name: 'Gagal' }).click();
  const message = page.getByRole('textbox', { name: 'Message' });
  await message.fill('Halo {nama}, total {total} belum masuk.');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('There is no variable {total}')).toBeVisible();
  await message.fill('Halo {nama}, pembayaran {kursus} gagal. Salam, {petugas}');
  await expect(page.locator('[data-preview]')).toHaveText(/^Halo Siti Rahma, pembayaran Belajar Go dari Nol gagal\./);
  await page.keyboard.press('Control+s');
  await expect(toast(page, 'Template saved')).toBeVisible();
  await expectAccessible(page, '/order/tracking/templates/$id');
  await open('/order/tracking?status=failed', { role: 'customer-service', tenant: 'cyber' });
  await settled(page);
  const chat = page.getByRole('link', { name: /^Write to .+ on WhatsApp$/ }).first();
  const text = new URL((await chat.getAttribute('href')) ?? '').searchParams.get('text');
  expect(text).toMatch(/^Halo .+, pembayaran .+ gagal\. Salam, ?/);
  expect(await chat.getAttribute('title')).toContain(text);
});
