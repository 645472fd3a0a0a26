/**
 * Tests order tracking of a brand with documents hosted by Google, end to end: the real app, our custom tokens, our
 * rules and our content security policy. Needs Google's emulator; see docs/guide/order-tracking.md.
 */
import { type BrowserContext, type Page, chromium } from '@playwright/test';
import { demoRows } from '../server/src/demo/demo-rows.ts';
import { emulatorWorld } from '../conformance/emulator-world.ts';
import type { TrackingWorld } from '../conformance/tracking-world.ts';
import { expect, test as base } from './fixtures.ts';
import { type Google, startGoogle } from './google.ts';
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
      await provide(world);
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
  await expect(page.getByRole('heading', { level: 1 })).toContainText(String(total));
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
  await expect(page.getByText('Updated Order Status')).toBeVisible();
  const stored = await fetch(
    `${world.origin}/v1/projects/${project.tenant}/databases/(default)/documents/order_staging/${id}`,
    { headers: { authorization: 'Bearer owner' } },
  );
  expect(await stored.json()).toMatchObject({ fields: { status: { stringValue: 'refunded' } } });
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
