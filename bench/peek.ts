/**
 * Measures the panel of a tracked order: from the key that opens it to the paint of all that it shows. Run alone: node
 * bench/peek.ts
 */
import type { Page } from '@playwright/test';
import { launch, signedIn } from './chromium.ts';
import { percentile } from './measure.ts';
import { note } from './report.ts';
import { connect, tokenOf, withOwnServer } from './server.ts';

/** Presses a key on the focused row in the page itself; resolves to the milliseconds until `title` and timeline are painted. */
const pressed = ({ key, id }: { key: string; id: string }) =>
  new Promise<number>((resolve) => {
    const start = performance.now();
    const look = () => {
      const isThere =
        new URLSearchParams(location.search).get('peek') === id &&
        document.querySelector('[data-peek] section[aria-label="Timeline"] :is(li, p)');
      if (isThere) void scheduler.postTask(() => resolve(performance.now() - start), { priority: 'user-blocking' });
      else requestAnimationFrame(look);
    };
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    requestAnimationFrame(look);
  });

/** Resolves to the milliseconds until the list beside the open panel is laid out anew. */
const roomMade = () =>
  new Promise<number>((resolve) => {
    const start = performance.now();
    const look = () => {
      if (document.documentElement.dataset['hasPeek'])
        void scheduler.postTask(() => resolve(performance.now() - start));
      else requestAnimationFrame(look);
    };
    look();
  });

/** Opens the panel of each row by itself, then walks down with it open. */
export async function measurePeek(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/order/tracking?pageSize=50`);
  await page.waitForSelector('tr[data-row]');
  const ids = await page
    .locator('tr[data-row]')
    .evaluateAll((all) => all.map((one) => one.getAttribute('data-row') ?? ''));
  const press = (key: string, id: string) => page.evaluate(pressed, { key, id });
  const opened: number[] = [];
  const settled: number[] = [];
  const walked: number[] = [];
  // Every third row, so that none was read ahead as a neighbour.
  for (const id of ids.filter((_, at) => at % 3 === 0)) {
    await page.locator(`tr[data-row="${id}"]`).focus();
    await page.waitForTimeout(300);
    opened.push(await press('Enter', id));
    settled.push(opened.at(-1)! + (await page.evaluate(roomMade)));
    await page.keyboard.press('Escape');
    await page.waitForSelector('[data-peek]', { state: 'detached' });
  }
  await page.reload();
  await page.waitForSelector('tr[data-row]');
  await page.locator('tr[data-row]').first().focus();
  await press('Enter', ids[0]!);
  for (const id of ids.slice(1)) {
    await page.waitForTimeout(300);
    walked.push(await press('ArrowDown', id));
  }
  // The first one loads the code of the panel.
  note('panel of a tracked order opened, p95', percentile(opened.slice(1), 0.95), ' ms', { max: 60 });
  note('and the list beside it, p95', percentile(settled.slice(1), 0.95), ' ms');
  note('panel of the next tracked order, p95', percentile(walked, 0.95), ' ms', { max: 60 });
}

if (import.meta.main)
  await withOwnServer(async ({ url }) => {
    const [client, browser] = [await connect('coding'), await launch()];
    const context = await signedIn(browser, url, await tokenOf(client, 'coding'));
    await measurePeek(await context.newPage(), url);
    await Promise.all([client.end(), browser.close()]);
  });
