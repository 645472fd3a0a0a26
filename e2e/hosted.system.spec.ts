/**
 * Tests order tracking of a brand with documents hosted by Google, end to end: the real app, our custom tokens, our
 * rules and our content security policy. Needs Google's emulator; see docs/guide/order-tracking.md.
 */
import { type BrowserContext, type Page, chromium } from '@playwright/test';
import { hourMs } from '#contract/kernel/days.ts';
import { demoRows } from '../server/src/demo/demo-rows.ts';
import { emulatorWorld } from '../conformance/emulator-world.ts';
import type { TrackingWorld } from '../conformance/tracking-world.ts';
import { expect, test as base } from './fixtures.ts';
import { toast } from './toast.ts';
import { effort } from './count-actions.ts';
import { type Google, startGoogle } from './google.ts';
import { startGoogleApi } from './google-api.ts';
import { jar, project } from './hosted-project.ts';

const as = { role: 'customer-service', tenant: project.tenant } as const;
const documents = demoRows(project.tenant, new Date(), { demo: '', unknown: '' }).trackingDocument.map(
  ({ collection, id, fields, status }) => ({ collection, id, fields: { ...fields, ...(status && { status }) } }),
);

const test = base.extend<{ page: Page; google: Google }, { world: TrackingWorld }>({
  world: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from its first parameter
    async ({}, provide) => {
      const world = await emulatorWorld(jar ?? '', project.tenant);
      await world.fill(documents);
      const api = await startGoogleApi(world.origin);
      await provide(world);
      await api.stop();
      await world.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  google: async ({ world }, provide) => {
    const google = await startGoogle(world.origin);
    await provide(google);
    await google.stop();
  },
  page: async ({ google, launchOptions, contextOptions, viewport }, provide) => {
    const browser = await chromium.launch({
      ...launchOptions,
      args: [...(launchOptions.args ?? []), ...google.browserArgs],
    });
    const context: BrowserContext = await browser.newContext({ ...contextOptions, viewport, ignoreHTTPSErrors: true });
    await provide(await context.newPage());
    await browser.close();
  },
});
test.skip(!jar, "Google's Firestore emulator is not installed (or name its jar in FIRESTORE_EMULATOR_JAR)");
// The tests share one emulator.
test.describe.configure({ mode: 'default' });

const rows = (page: Page) => page.locator('tr[data-row]');

/** Reads, or with fields writes, an order in the project as another system does. */
async function inProject({ origin }: TrackingWorld, id: string, fields?: Record<string, object>) {
  const mask = Object.keys(fields ?? {}).map((name) => `updateMask.fieldPaths=${name}`);
  const answer = await fetch(
    `${origin}/v1/projects/${project.tenant}/databases/(default)/documents/order_staging/${id}?${mask.join('&')}`,
    {
      method: fields ? 'PATCH' : 'GET',
      headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
      ...(fields && { body: JSON.stringify({ fields }) }),
    },
  );
  expect(answer.ok).toBe(true);
  return answer.json();
}
const listed = documents.filter(({ collection, fields }) => collection === 'order_staging' && 'timestamp' in fields);
const total = listed.length;

test('customer service reads, filters and sets a status, which is stored in the project', async ({
  page,
  open,
  world,
  google,
}) => {
  await open('/order/tracking', as);
  await expect(rows(page)).toHaveCount(10);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(new RegExp(`Order tracking\\s*${total}$`));
  await page.goto(page.url().replace(/tracking.*/, 'tracking?status=paid'));
  const paid = listed.filter(({ fields }) => Object(fields['status']).stringValue === 'paid').length;
  expect(paid).toBeGreaterThan(0);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(new RegExp(`Order tracking\\s*${paid}$`));
  await expect(page.locator('tr[data-row] [data-status-menu]')).toHaveText(
    Array.from({ length: Math.min(paid, 10) }, () => 'Lunas'),
  );
  const id = (await rows(page).first().getAttribute('data-row')) ?? '';
  await page.locator(`tr[data-row="${id}"] [data-status-menu]`).click();
  await page.getByRole('menuitemradio', { name: 'Dikembalikan' }).click();
  await expect(toast(page, 'Updated Order Status')).toBeVisible();
  expect(await inProject(world, id)).toMatchObject({ fields: { status: { stringValue: 'refunded' } } });
  // A new page signs in again; the browser stores no data except the SDK's usage count.
  expect(google.requests.filter((what) => what === 'sign-in')).toHaveLength(2);
  const databases = await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
  expect(databases.filter((name) => name !== 'firebase-heartbeat-database')).toEqual([]);
  expect(await page.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith('firebase')))).toEqual(
    [],
  );
});

test('an old sign-in and an expired ID token are renewed silently', async ({ page, open, google }) => {
  google.next.signInAge = 3601;
  // The SDK treats a token as expired 30 seconds early.
  google.next.lifetime = 20;
  await open('/order/tracking', as);
  await expect(rows(page)).toHaveCount(10);
  expect(google.requests.filter((what) => what === 'sign-in')).toHaveLength(2);
  const first = (await rows(page).first().textContent()) ?? '';
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(rows(page).first()).not.toHaveText(first);
  expect(google.requests).toContain('refresh');
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('the page reports a missing identity service, and recovers when it is back', async ({ page, open, google }) => {
  google.next.isAway = true;
  await open('/order/tracking', as);
  await expect(page.getByText('The server does not answer.')).toBeVisible();
  google.next.isAway = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(rows(page)).toHaveCount(10);
});

test('the chase order ranks what the browser reads from the project, and its first ten are messaged', async ({
  page,
  open,
  api,
  world,
}) => {
  await page
    .context()
    .route('https://wa.me/**', (route) => route.fulfill({ body: '<title>WhatsApp</title>', contentType: 'text/html' }));
  const { send } = await api(as.role, as.tenant);
  const chased = async (query = ''): Promise<string[]> =>
    (await send('GET', `/admin/order-tracking/desk/chase/?pageSize=100${query}`)).orders.map(
      ({ documentId }: { documentId: string }) => documentId,
    );
  // The server reads this order from the project once the browser has named it.
  const email = 'only.hosted@example.com';
  const own = listed.find(({ id }) => id.length === 20)!;
  await inProject(world, 'onlyInTheProject0001', {
    ...own.fields,
    user_email: { stringValue: email },
    status: { stringValue: 'unpaid' },
    timestamp: { timestampValue: new Date(Date.now() - hourMs).toISOString() },
  });
  await open('/order/tracking', as);
  // Another page of this brand may have read the project just before; what is shown is read in any case.
  await expect(page.locator('tr[data-row="onlyInTheProject0001"]')).toBeVisible();
  await page.getByText(/^Chase/).click();
  await expect(page).toHaveURL(/queue=chase/);
  await expect(page.locator('[data-score]')).toHaveCount(10);
  await expect.poll(() => chased(`&email=${encodeURIComponent(email)}`)).toEqual(['onlyInTheProject0001']);
  const ids = await rows(page).evaluateAll((all) => all.map((row) => (row as HTMLElement).dataset['row'] ?? ''));
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  const work = effort(page);
  for (const id of ids) {
    await work.press('ArrowDown');
    const chat = page.context().waitForEvent('page');
    await work.press('w');
    await (await chat).close();
    await expect(page.locator(`tr[data-row="${id}"]`)).toContainText('You');
  }
  expect(work.keys).toBe(20);
  const { orders } = await send('GET', `/admin/order-tracking/desk/states/?ids=${encodeURIComponent(ids.join('/'))}`);
  expect(orders.filter(({ contactedAt }: { contactedAt: string | null }) => contactedAt !== null)).toHaveLength(10);
  // Another system sets the first one to paid: the page notices it when it shows the order, and leaves it out.
  await page.reload();
  await expect(page.locator('[data-score]')).toHaveCount(10);
  const paid = (await rows(page).first().getAttribute('data-row')) ?? '';
  await inProject(world, paid, { status: { stringValue: 'paid' } });
  await page.reload();
  await expect(page.locator('[data-score]').first()).toBeVisible();
  await expect(page.locator(`tr[data-row="${paid}"]`)).toHaveCount(0);
  expect(await chased()).not.toContain(paid);
});

test('the desk claims an order of the project, and neither an invented one nor one that is settled there', async ({
  api,
  world,
}) => {
  const { send } = await api(as.role, as.tenant);
  const claim = (id: string) => send('POST', `/admin/order-tracking/desk/${id}/work/`, { claim: true });
  await inProject(world, 'claimedInTheProject1', { status: { stringValue: 'unpaid' } });
  await inProject(world, 'settledInTheProject1', { status: { stringValue: 'paid' } });
  expect(await claim('claimedInTheProject1')).toMatchObject({ status: 'unpaid' });
  await expect(claim('settledInTheProject1')).rejects.toThrow(/: 409 /);
  await expect(claim('inventedByTheCaller1')).rejects.toThrow(/: 404 /);
});

test('paid and access says that hosted orders are not compared', async ({ page, open }) => {
  await open('/order/access', { tenant: project.tenant });
  await expect(page.getByRole('alert').filter({ hasText: 'Tracked orders are not compared' })).toBeVisible();
});
