/** Tests that no page of customer service has a control or a link that its role is refused. */
import type { Locator, Page } from '@playwright/test';
import { type Endpoint, mayCall } from '#contract/kernel/endpoint.ts';
import { everyEndpoint } from '../server/src/tests/endpoints.ts';
import { expect, test } from './fixtures.ts';
import { problem } from './screen-states.ts';

const role = 'customer-service';
/** Calls by POST that change nothing. */
const reading = /\/(quote|explain\w*|refresh)\/$|runQuery|runAggregationQuery|batchGet/;

const patternOf = ({ url }: Endpoint) => new RegExp(`^/api${url.replace(/\/$/, '').replace(/:\w+/g, '[^/]+')}/?$`);
/** Endpoints by specificity: those with the fewest parameters first. */
const endpoints = (await everyEndpoint())
  .map(({ entry }) => ({ entry, pattern: patternOf(entry) }))
  .toSorted((one, other) => one.entry.url.split(':').length - other.entry.url.split(':').length);

/** Collects what the role is refused. Changes are not sent; the contract says whether they would be refused. */
async function watch(page: Page) {
  const refused = new Set<string>();
  const seen = { writes: 0, open: 0 };
  page.on('request', () => (seen.open += 1));
  page.on('requestfinished', () => (seen.open -= 1));
  page.on('requestfailed', () => (seen.open -= 1));
  page.on('response', (response) => {
    if (response.status() === 403) refused.add(`${response.request().method()} ${new URL(response.url()).pathname}`);
  });
  await page.route(/\/(api|firestore)\//, async (route) => {
    const request = route.request();
    const { pathname } = new URL(request.url());
    if (request.method() === 'GET' || reading.test(pathname)) return route.continue();
    const found = endpoints.find(({ entry, pattern }) => entry.method === request.method() && pattern.test(pathname));
    seen.writes += 1;
    if (found && !mayCall(found.entry, role)) refused.add(`${request.method()} ${pathname}`);
    return route.fulfill(problem(503, 'Not sent by this test'));
  });
  /** Waits for what a control began: the next frames, and the answers to what they asked. */
  const settle = async () => {
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    await expect.poll(() => seen.open, { intervals: [20, 50, 100] }).toBeLessThanOrEqual(0);
  };
  return { refused, seen, settle };
}
type Settle = Awaited<ReturnType<typeof watch>>['settle'];

/**
 * Presses the first control that was not pressed yet, and returns its name; undefined if there is none. Rows have the
 * same controls, so the first one stands for all.
 */
const pressNext = (scope: Locator, pressed: ReadonlySet<string>) =>
  scope.evaluateAll(
    ([root], before) => {
      // An overlay may close by itself.
      if (!root) return undefined;
      const later = [...root.querySelectorAll('tr[data-row]')].slice(1);
      for (const control of root.querySelectorAll<HTMLElement>('button, [role=menuitem]')) {
        const name = (control.getAttribute('aria-label') ?? control.textContent ?? '').replace(/\d+/g, '').trim();
        const isOut = later.some((row) => row.contains(control)) || !control.checkVisibility();
        if (isOut || control.ariaDisabled === 'true' || before.includes(name)) continue;
        control.click();
        return name;
      }
      return undefined;
    },
    [...pressed],
  );

/** Presses every control of a part of the page once, and those of the dialogs and menus that they open. */
async function pressAll(
  page: Page,
  scope: Locator,
  pressed: Set<string>,
  settle: Settle,
  isInside = false,
): Promise<void> {
  const path = new URL(page.url()).pathname;
  const overlay = page.locator('[role=dialog], [role=menu]').last();
  for (;;) {
    const name = await pressNext(scope, pressed);
    if (name === undefined) return;
    pressed.add(name);
    await settle();
    if (isInside) continue;
    if (await overlay.isVisible()) await pressAll(page, overlay, pressed, settle, true);
    if (new URL(page.url()).pathname !== path || (await overlay.isVisible())) {
      await page.goto(path);
      await settle();
    }
  }
}

/** Addresses in a part of the page, one of each kind. */
const linksIn = async (scope: Locator) => {
  const hrefs = await scope
    .locator('a[href^="/"]:not([href^="/files/"])')
    .evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''));
  return new Map(hrefs.map((href) => [href.replace(/\?.*$/, '').replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, ':id'), href]));
};

test('every page of the menu, each control and each link is for customer service', async ({ page, open }) => {
  test.slow();
  const { refused, seen, settle } = await watch(page);
  await open('/home', { role });
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
  await settle();
  const waiting = new Map([...(await linksIn(page.getByRole('navigation').first())), ['/home', '/home']]);
  const visited: string[] = [];
  const pressed = new Set<string>();
  for (const [kind, href] of waiting) {
    visited.push(kind);
    await page.goto(href);
    const main = page.getByRole('main');
    await expect(main.getByRole('heading', { level: 1 })).toBeVisible();
    await settle();
    for (const [other, address] of await linksIn(main)) if (!waiting.has(other)) waiting.set(other, address);
    await pressAll(page, main, pressed, settle);
  }
  expect(visited).toEqual(expect.arrayContaining(['/order', '/order/:id', '/user/:id', '/order/access', '/order/new']));
  expect(seen.writes).toBeGreaterThan(0);
  console.log(`${visited.length} pages, ${pressed.size} controls, ${seen.writes} changes`);
  expect([...refused]).toEqual([]);
});
