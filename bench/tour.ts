/**
 * Measures responses to input: from clicking a hovered row to its record, and from each key or click of a tour to the
 * next paint.
 */
import type { Page } from '@playwright/test';
import { median } from './measure.ts';
import { note } from './report.ts';

declare global {
  interface Window {
    formPaintedIn?: number | undefined;
    waits?: number[];
  }
}

/** Lists, each with a text that shows that the record is painted. */
const lists = [
  ['/discount', 'form input'],
  ['/user', 'form input'],
  ['/course/flexy', 'form input'],
  ['/order', 'section[aria-label="Items"]'],
] as const;

/**
 * Measures in the page the time from the next click to the paint of the record page; `part` is a selector that only
 * that page matches.
 */
export function watchForm(part: string): void {
  window.formPaintedIn = undefined;
  const list = location.pathname;
  const begin = () => {
    const start = performance.now();
    const look = () => {
      if (location.pathname === list || !document.querySelector(`main ${part}`)) return requestAnimationFrame(look);
      return requestAnimationFrame(() =>
        setTimeout(() => {
          window.formPaintedIn = performance.now() - start;
        }),
      );
    };
    look();
  };
  addEventListener('click', begin, { once: true, capture: true });
}

async function openings(page: Page, url: string, [list, part]: (typeof lists)[number]): Promise<number[]> {
  const taken: number[] = [];
  await page.goto(url + list);
  for (let turn = 0; turn < 8; turn++) {
    const link = page.locator('tr[data-row] [data-row-link]').nth(turn % 5);
    await link.hover();
    await page.waitForTimeout(400);
    await page.evaluate(watchForm, part);
    await link.click();
    const painted = await page.waitForFunction(() => window.formPaintedIn);
    taken.push((await painted.jsonValue()) ?? Number.NaN);
    await page.goBack();
    await link.waitFor();
    await page.waitForTimeout(300);
  }
  return taken;
}

/** Measures in the page the time from each press to its next paint, in ms; presses below 16 ms are left out. */
function watchPresses(): void {
  const waits: number[] = [];
  window.waits = waits;
  const presses = new Map<number, number>();
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceEventTiming[]) {
      const { interactionId = 0 } = entry as { interactionId?: number };
      if (interactionId === 0) continue;
      presses.set(interactionId, Math.max(presses.get(interactionId) ?? 0, entry.duration));
      waits.splice(0, waits.length, ...presses.values());
    }
  });
  observer.observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit);
}

/** Visits pages, peeks, a search, the palette and menus; returns the number of presses and their waits. */
async function tour(page: Page, url: string): Promise<{ presses: number; waits: number[] }> {
  await page.addInitScript(watchPresses);
  await page.goto(`${url}/order`);
  await page.waitForSelector('tr[data-row]');
  let presses = 0;
  const press = async (...keys: readonly string[]) => {
    for (const key of keys) {
      await page.keyboard.press(key);
      await page.waitForTimeout(200);
      presses += 1;
    }
  };
  const times = (count: number, key: string) => Array.from({ length: count }, () => key);
  await press(...times(5, ']'), ...times(3, '['));
  await page.locator('[data-row-link]').first().focus();
  await press('Space', ...times(6, 'ArrowDown'), 'Escape');
  await press('/', ...'wulandari');
  await press('Control+k', ...'siti', 'Escape');
  for (const name of [/^Columns/, /^Account/]) {
    await page.getByRole('button', { name }).click();
    await page.waitForTimeout(200);
    await press('Escape');
    presses += 1;
  }
  await page.waitForTimeout(500);
  return { presses, waits: (await page.evaluate(() => window.waits)) ?? [] };
}

/** Measures the opening of records and the paint after each press of the tour, and reports both. */
export async function measureTour(page: Page, url: string): Promise<void> {
  for (const list of lists) {
    const taken = await openings(page, url, list);
    note(`from a row that was pointed at to its page, ${list[0]}, p50`, median(taken), ' ms', { max: 100 });
  }
  const { presses, waits } = await tour(page, url);
  const all = [...Array.from({ length: Math.max(0, presses - waits.length) }, () => 0), ...waits].toSorted(
    (a, b) => a - b,
  );
  note(`a press to the next paint, p95 of ${presses}`, all[Math.ceil(all.length * 0.95) - 1] ?? Number.NaN, ' ms', {
    max: 50,
  });
}
