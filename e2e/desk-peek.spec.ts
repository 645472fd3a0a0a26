/**
 * The panel of a tracked order: a queue is walked with it open, drafts stay with their orders, every listed key works;
 * and the actions of the desk on selected orders.
 */
import type { Locator, Page } from '@playwright/test';
import { isSettled } from '#contract/order-tracking/desk.ts';
import { type OrderStatus, orderStatuses, orderStatusLabels } from '#contract/order/status.ts';
import { expectAccessible } from './axe.ts';
import { effort } from './count-actions.ts';
import { type Api, type Json, expect, test } from './fixtures.ts';
import { toast } from './toast.ts';

const as = { role: 'customer-service' } as const;
const rows = (page: Page) => page.locator('tr[data-row]');
const row = (page: Page, id: string) => page.locator(`tr[data-row="${id}"]`);
const status = (page: Page, id: string) => row(page, id).locator('[data-status-menu]');
const panel = (page: Page) => page.getByRole('complementary', { name: 'Peek at the order' });
const note = (page: Page) => panel(page).getByLabel('Note');

async function settled(page: Page): Promise<string[]> {
  await expect(rows(page).first()).toBeVisible();
  await expect(page.locator('table[aria-busy="true"]')).toHaveCount(0);
  return rows(page).evaluateAll((all) => all.map((one) => one.getAttribute('data-row') ?? ''));
}

/** Number of a list page used by one test only; repeated runs, which are parallel, have their own. */
const ownPage = (number: number) => number + 10 * test.info().repeatEachIndex;

/** Statuses of the rows. */
async function statuses(page: Page): Promise<(OrderStatus | undefined)[]> {
  const shown = await rows(page).locator('[data-status-menu]').allTextContents();
  return shown.map((text) => orderStatuses.find((one) => text.startsWith(orderStatusLabels[one])));
}

/** Events of an order, newest first, without those of statuses. */
async function deeds({ send }: Api, id: string): Promise<{ kind: string; note: string }[]> {
  const { events } = await send('GET', `/admin/order-tracking/desk/${id}/story/`);
  return events.filter(({ kind }: Json) => kind !== 'status');
}
const workOn = ({ send }: Api, id: string, body: object) =>
  send('POST', `/admin/order-tracking/desk/${id}/work/`, body);

/** Whether two visible elements share a pixel. */
async function overlap(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = [await one.boundingBox(), await other.boundingBox()];
  if (!a || !b) return false;
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

test('20 unpaid orders are worked through in the panel with 40 keys, and no toast covers the row', async ({
  page,
  open,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  // Orders of a customer service that no other test works on.
  const service = ['0812-0000-9005', '081200009004', '%2B62 812-0000-9003'][test.info().repeatEachIndex];
  await open(`/order/tracking?pageSize=20&handledBy=${service}`, as);
  await settled(page);
  await page.getByText(/^Unpaid \d+$/).click();
  await expect(page).toHaveURL(/queue=unpaid/);
  const ids = await settled(page);
  await expect(rows(page).first()).toBeFocused();
  const work = effort(page);
  await work.press('Enter');
  await expect(panel(page)).toBeVisible();
  for (const [at, id] of ids.slice(0, 20).entries()) {
    await expect(page).toHaveURL(new RegExp(`peek=${id}`));
    await work.press('2');
    await expect(status(page, id)).toHaveText(/^Menunggu Pembayaran/);
    await expect(toast(page, /Belum Dibayar → Menunggu Pembayaran/)).toBeVisible();
    await expect(async () => {
      expect(
        await overlap(
          row(page, id).locator('td').last(),
          page.locator('[data-position="top-right"]').getByRole('alert'),
        ),
      ).toBe(false);
    }).toPass();
    if (at < 19) await work.press('Control+Enter');
  }
  console.log(`work through 20 unpaid orders in the panel: ${work.keys} keys, 0 clicks`);
  expect(work.keys).toBeLessThanOrEqual(40);
  for (let undone = 0; undone < 20; undone += 1) await page.keyboard.press('z');
  for (const id of ids.slice(0, 20)) await expect(status(page, id)).toHaveText(/^Belum Dibayar/);
});

test('holder, follow-up and note are saved with one call, and the next order opens with the focus in the same field', async ({
  page,
  open,
  api,
}) => {
  await open(`/order/tracking?page=${ownPage(33)}`, as);
  const [, first = '', second = ''] = await settled(page);
  const admin = await api('admin');
  await workOn(admin, first, { followUpAt: null });
  await page.reload();
  await settled(page);
  await row(page, first).focus();
  await page.keyboard.press('n');
  await expect(note(page)).toBeFocused();
  await page.keyboard.type('Minta cicilan');
  await panel(page).getByLabel('Next follow-up', { exact: true }).fill('besok 10.00');
  const sent: unknown[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/work/')) sent.push(request.postDataJSON());
  });
  await note(page).focus();
  await page.keyboard.press('Control+Enter');
  await expect(page).toHaveURL(new RegExp(`peek=${second}`));
  await expect(note(page)).toBeFocused();
  await expect(note(page)).toHaveValue('');
  expect(sent).toEqual([{ note: 'Minta cicilan', followUpAt: expect.stringMatching(/T03:00:00\.000Z$/) }]);
  await page.keyboard.press('Escape');
  await expect(panel(page)).toHaveCount(0);
  await expect(row(page, second)).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  const timeline = panel(page).getByRole('region', { name: 'Timeline' });
  await expect(timeline.getByRole('listitem').filter({ hasText: 'Minta cicilan' }).first()).toBeVisible();
  expect((await deeds(admin, first)).slice(0, 2).map(({ kind }) => kind)).toEqual(['note', 'follow-up']);
  await expectAccessible(page, '/order/tracking');
});

test('Done on the last row of a page goes on to the first of the next page, and on the very last row it says so', async ({
  page,
  open,
}) => {
  const passed = async (from: string) => {
    await page.keyboard.press('Control+Enter');
    await expect(page).not.toHaveURL(new RegExp(`peek=${from}`));
  };
  await open(`/order/tracking?page=${ownPage(37)}`, as);
  const ids = await settled(page);
  const last = ids.at(-1) ?? '';
  await row(page, last).focus();
  await page.keyboard.press('n');
  await expect(note(page)).toBeFocused();
  await passed(last);
  const [first = ''] = await settled(page);
  expect(ids).not.toContain(first);
  await expect(page).toHaveURL(new RegExp(`page=${ownPage(38)}.*peek=${first}`));
  await expect(note(page)).toBeFocused();

  const pages = await page.getByRole('navigation', { name: 'Pages', exact: true }).textContent();
  await open(`/order/tracking?page=${/of (\d+)$/.exec(pages ?? '')?.[1]}`, as);
  const end = (await settled(page)).at(-1) ?? '';
  await row(page, end).focus();
  await page.keyboard.press('n');
  await expect(note(page)).toBeFocused();
  await page.keyboard.press('Control+Enter');
  await expect(panel(page).getByText('Done. This is the last order of the list.')).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`peek=${end}`));
});

test('a draft stays with its order while one walks on and over a reload, and a refusal keeps it', async ({
  page,
  open,
  api,
}) => {
  await open(`/order/tracking?page=${ownPage(34)}`, as);
  const ids = await settled(page);
  // A settled order cannot be claimed.
  const at = (await statuses(page)).findIndex((one) => one && !isSettled(one));
  const [id = '', next = ''] = ids.slice(at);
  const admin = await api('admin');
  await workOn(admin, id, { holder: null, followUpAt: null });
  const before = await deeds(admin, id);
  await row(page, id).focus();
  await page.keyboard.press('n');
  await note(page).fill('Belum disimpan');
  await page.keyboard.press('Escape');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`peek=${next}`));
  await expect(note(page)).toHaveValue('');
  await expect(row(page, id).locator('[data-draft]')).toBeVisible();
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await settled(page);
  await row(page, id).focus();
  await page.keyboard.press('Enter');
  await expect(note(page)).toHaveValue('Belum disimpan');
  // Somebody else claims the order while this one is filled in: nothing is stored, and nothing is lost.
  const holder = panel(page).getByLabel('Holder');
  await page.route('**/desk/states/**', () => undefined);
  await holder.selectOption({ index: 1 });
  const { claimedBy } = await workOn(admin, id, { claim: true });
  await note(page).focus();
  await page.keyboard.press('Control+Enter');
  await expect(panel(page).getByRole('status').filter({ hasText: claimedBy.name })).toBeVisible();
  await expect(note(page)).toHaveValue('Belum disimpan');
  expect((await deeds(admin, id)).map(({ kind }) => kind)).toEqual(['claim', ...before.map(({ kind }) => kind)]);
  await page.unroute('**/desk/states/**');
  await panel(page).getByRole('button', { name: 'Discard' }).click();
  await expect(row(page, id).locator('[data-draft]')).toHaveCount(0);
  await workOn(admin, id, { holder: null });
});

/** Holds requests until the returned function is called. */
async function hold(page: Page, path: string): Promise<() => void> {
  const gate = Promise.withResolvers<void>();
  await page.route(path, async (route) => {
    await gate.promise;
    await route.continue();
  });
  return gate.resolve;
}

test('what is typed while Done is saving stays in the note, and the next Done saves it', async ({
  page,
  open,
  api,
}) => {
  await open(`/order/tracking?page=${ownPage(35)}`, as);
  const [first = '', second = ''] = await settled(page);
  await row(page, first).focus();
  await page.keyboard.press('n');
  await expect(note(page)).toBeFocused();
  const release = await hold(page, '**/work/');
  await page.keyboard.type('Satu');
  await page.keyboard.press('Control+Enter');
  await expect(panel(page).locator('form[aria-busy="true"]')).toBeVisible();
  await page.keyboard.type(' dan lagi');
  release();
  await expect(panel(page).getByText('Saved, except for what you filled in since then.')).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`peek=${first}`));
  await expect(note(page)).toBeFocused();
  await expect(note(page)).toHaveValue('Satu dan lagi');
  await expect(panel(page).getByText('Last: Satu', { exact: true })).toBeVisible();
  await expect(panel(page).getByText(/^Changed since you began/)).toHaveCount(0);
  await expect(row(page, first).locator('[data-draft]')).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await expect(page).toHaveURL(new RegExp(`peek=${second}`));
  await expect(note(page)).toHaveValue('');
  await expect(page.locator('[data-draft]')).toHaveCount(0);
  const events = await deeds(await api('admin'), first);
  expect(events.slice(0, 2).map((event) => event.note)).toEqual(['Satu dan lagi', 'Satu']);
});

test('an order opened while Done is saving another stays open, with the focus where it is', async ({ page, open }) => {
  await open(`/order/tracking?page=${ownPage(36)}`, as);
  const [first = '', , third = ''] = await settled(page);
  await row(page, first).focus();
  await page.keyboard.press('n');
  await expect(note(page)).toBeFocused();
  const release = await hold(page, '**/work/');
  await page.keyboard.type('Pertama');
  await page.keyboard.press('Control+Enter');
  await expect(panel(page).locator('form[aria-busy="true"]')).toBeVisible();
  await page.keyboard.press('Escape');
  await row(page, third).focus();
  await page.keyboard.press('n');
  await expect(note(page)).toBeFocused();
  await page.keyboard.type('Ketiga');
  release();
  await expect(row(page, first).locator('[data-draft]')).toHaveCount(0);
  await page.keyboard.type(' lagi');
  await expect(page).toHaveURL(new RegExp(`peek=${third}`));
  await expect(note(page)).toBeFocused();
  await expect(note(page)).toHaveValue('Ketiga lagi');
  await panel(page).getByRole('button', { name: 'Discard' }).click();
});

/** First member with one of these e-mails. */
async function memberOf({ send }: Api, emails: string[]): Promise<{ email: string; name: string }> {
  for (const email of new Set(emails)) {
    const { users } = await send('GET', `/admin/user?search=${encodeURIComponent(email)}`);
    const member = users.find((user: Json) => user.email === email);
    if (member) return member;
  }
  throw new Error('no member');
}

test('the panel shows all open orders of the person and opens another of them', async ({ page, open, api }) => {
  await open('/order/tracking?queue=unpaid&pageSize=100', as);
  await settled(page);
  const emails = await page
    .locator('[data-label="Person"] a[href*="/user/of"]')
    .evaluateAll((links) =>
      links.map((link) => new URL((link as HTMLAnchorElement).href).searchParams.get('email') ?? ''),
    );
  // A member of whom there are several.
  const { email, name } = await memberOf(
    await api('admin'),
    emails.filter((one, at) => emails.indexOf(one) !== at),
  );
  await page.goto(page.url().replace(/\?.*/, `?email=${encodeURIComponent(email)}`));
  const [id = ''] = await settled(page);
  await row(page, id).focus();
  await page.keyboard.press('Enter');
  const orders = panel(page).getByRole('region', { name: /^Open orders of this person/ });
  await expect(orders.locator('[aria-current]')).toHaveCount(1);
  await expect(panel(page).getByRole('region', { name: 'Amount' })).toBeVisible();
  await expect(
    panel(page).getByRole('region', { name: 'Person' }).getByRole('link', { name, exact: true }),
  ).toBeVisible();
  const other = orders.locator('button:not([aria-current])').first();
  await other.click();
  await expect(page).not.toHaveURL(new RegExp(`peek=${id}`));
  await expect(orders.locator('[aria-current]')).toHaveCount(1);
});

test('each key that ? lists does what it says', async ({ page, open }) => {
  await page.context().route('https://wa.me/**', (route) => route.fulfill({ body: '', contentType: 'text/html' }));
  const number = ownPage(31);
  await open(`/order/tracking?page=${number}`, as);
  const [first = '', second = ''] = await settled(page);
  await row(page, first).focus();
  await page.keyboard.press('Enter');
  await expect(note(page)).toBeVisible();
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog').locator('section[aria-label="On this page"] dt');
  await expect(keys.first()).toBeVisible();
  const listed = await keys.evaluateAll((all) =>
    all.map((key) => [...key.children].map(({ textContent }) => textContent).join(' ')),
  );
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(panel(page)).toHaveCount(0);
  const focused = (id: string) => expect(row(page, id)).toBeFocused();
  const boxOf = (id: string) => row(page, id).getByRole('checkbox');
  const before = (await status(page, first).textContent()) ?? '';
  /** Each shortcut from the first row, which has the focus, and back to it. */
  const tried: Record<string, () => Promise<void>> = {
    '/': async () => {
      await page.keyboard.press('/');
      await expect(page.locator('[data-list-search]')).toBeFocused();
    },
    '↑ ↓': async () => {
      await page.keyboard.press('ArrowDown');
      await focused(second);
      await page.keyboard.press('ArrowUp');
      await focused(first);
    },
    Enter: async () => {
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(new RegExp(`peek=${first}`));
      await page.keyboard.press('Escape');
      await focused(first);
    },
    '[ ]': async () => {
      await page.keyboard.press('[');
      await expect(page).toHaveURL(new RegExp(`page=${number - 1}`));
      await settled(page);
      await page.keyboard.press(']');
      await expect(page).toHaveURL(new RegExp(`page=${number}`));
      await settled(page);
    },
    Space: async () => {
      await page.keyboard.press('Space');
      await expect(panel(page)).toBeVisible();
      await page.keyboard.press('Space');
      await expect(panel(page)).toHaveCount(0);
    },
    '→': async () => {
      await page.keyboard.press('Space');
      await expect(note(page)).toBeVisible();
      await page.keyboard.press('ArrowRight');
      await expect(note(page)).toBeFocused();
      await page.keyboard.press('Escape');
    },
    x: async () => {
      await page.keyboard.press('x');
      await expect(boxOf(first)).toBeChecked();
      await page.keyboard.press('x');
      await expect(boxOf(first)).not.toBeChecked();
    },
    'Shift x': async () => {
      await page.keyboard.press('x');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Shift+X');
      await expect(boxOf(second)).toBeChecked();
    },
    Esc: async () => {
      await page.keyboard.press('x');
      await expect(page.getByRole('region', { name: 'Selection' })).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('region', { name: 'Selection' })).toHaveCount(0);
    },
    w: async () => {
      const chat = page.context().waitForEvent('page');
      await page.keyboard.press('w');
      await (await chat).close();
    },
    z: async () => {
      const now = (await status(page, first).textContent()) ?? '';
      const key = now === orderStatusLabels.failed ? 'expired' : 'failed';
      await page.keyboard.press(String(orderStatuses.indexOf(key) + 1));
      await expect(status(page, first)).toHaveText(new RegExp(`^${orderStatusLabels[key]}`));
      await page.keyboard.press('z');
      await expect(status(page, first)).toHaveText(now);
    },
    c: async () => {
      // An order that is settled cannot be claimed.
      await page.keyboard.press('1');
      await expect(status(page, first)).toHaveText(new RegExp(`^${orderStatusLabels.unpaid}`));
      await row(page, first).focus();
      await page.keyboard.press('Enter');
      const holder = panel(page).getByLabel('Holder');
      await expect(holder).toHaveValue('');
      await page.keyboard.press('c');
      await expect(holder).not.toHaveValue('');
      await page.keyboard.press('c');
      await expect(holder).toHaveValue('');
      await page.keyboard.press('Escape');
    },
    n: async () => {
      await page.keyboard.press('n');
      await expect(note(page)).toBeFocused();
      await page.keyboard.press('Escape');
    },
    'Ctrl ← →': async () => {
      await page.keyboard.press('Control+ArrowRight');
      await expect(page).toHaveURL(/queue=chase/);
      await settled(page);
      await page.keyboard.press('Control+ArrowLeft');
      await expect(page).not.toHaveURL(/queue=/);
      await page.goto(page.url().replace(/\?.*|$/, `?page=${number}`));
      await settled(page);
    },
    'Ctrl Enter': async () => {
      await page.keyboard.press('Enter');
      await expect(note(page)).toBeVisible();
      await page.keyboard.press('Control+Enter');
      await expect(page).toHaveURL(new RegExp(`peek=${second}`));
      await focused(second);
      await page.keyboard.press('Escape');
    },
  };
  for (const [index, one] of orderStatuses.entries())
    tried[String(index + 1)] = async () => {
      await page.keyboard.press('Enter');
      await expect(panel(page)).toBeVisible();
      await page.keyboard.press(String(index + 1));
      await expect(status(page, first)).toHaveText(new RegExp(`^${orderStatusLabels[one]}`));
      await page.keyboard.press('Escape');
    };
  expect(listed.toSorted()).toEqual(Object.keys(tried).toSorted());
  for (const [key, work] of Object.entries(tried)) {
    await test.step(key, async () => {
      await row(page, first).focus();
      await work();
      await page.keyboard.press('Escape');
    });
  }
  await row(page, first).focus();
  await page.keyboard.press(String(orderStatuses.findIndex((one) => orderStatusLabels[one] === before) + 1));
  await expect(status(page, first)).toHaveText(before);
});

test('selected orders are claimed, planned and handed over; a refused one says why and stays selected', async ({
  page,
  open,
  api,
}) => {
  const admin = await api('admin');
  await open(`/order/tracking?pageSize=20&page=${ownPage(40) / 2}`, as);
  const all = await settled(page);
  const now = await statuses(page);
  // Settled orders cannot be claimed.
  const [first = '', second = '', third = ''] = all.filter((_, at) => now[at] && !isSettled(now[at]));
  const reset = async () => {
    for (const id of [first, second, third]) await workOn(admin, id, { holder: null, followUpAt: null });
  };
  await reset();
  const { claimedBy } = await workOn(admin, second, { claim: true });
  const bar = page.getByRole('region', { name: 'Selection' });
  for (const id of [first, second, third]) await row(page, id).getByRole('checkbox').check();
  await bar.getByRole('button', { name: 'Claim' }).click();
  await expect(toast(page, 'Claimed: 2 orders')).toBeVisible();
  await expect(bar.getByRole('alert')).toContainText(`${claimedBy.name} has this order`);
  await expect(bar.getByRole('status').first()).toHaveText('1 selected');
  await expect(row(page, second).getByRole('checkbox')).toBeChecked();
  for (const id of [first, third]) await expect(row(page, id)).toContainText('You');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(toast(page, 'Taken back: 2 orders')).toBeVisible();
  for (const id of [first, third]) await expect(row(page, id)).not.toContainText('You');

  await row(page, second).getByRole('checkbox').uncheck();
  for (const id of [first, third]) await row(page, id).getByRole('checkbox').check();
  await bar.getByRole('button', { name: 'Next follow-up' }).click();
  await page.getByRole('textbox', { name: 'Next follow-up' }).fill('besok 10.00');
  await page.keyboard.press('Enter');
  await expect(toast(page, /^Next follow-up .*: 2 orders/)).toBeVisible();
  for (const id of [first, third]) await row(page, id).getByRole('checkbox').check();
  await bar.getByRole('button', { name: 'Hand over' }).click();
  await page.getByRole('menuitem', { name: claimedBy.name }).click();
  await expect(row(page, first)).toContainText(claimedBy.name);
  const states = await admin.send('GET', `/admin/order-tracking/desk/states/?ids=${first}/${third}`);
  expect(
    states.orders.map((one: { claimedBy: { name: string }; followUpAt: string }) => [
      one.claimedBy.name,
      one.followUpAt.slice(10),
    ]),
  ).toEqual([
    [claimedBy.name, 'T03:00:00.000Z'],
    [claimedBy.name, 'T03:00:00.000Z'],
  ]);
  // The sender takes the hand-over back: what was claimed is nobody's again.
  await toast(page, /^Handed over/)
    .getByRole('button', { name: 'Undo' })
    .click();
  await expect(row(page, first)).not.toContainText(claimedBy.name);
  await reset();
});
