/** What a person waits for, in Chromium: bytes, first rows, the next page, the export. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { type Browser, type BrowserContext, type Page, chromium } from '@playwright/test';
import { scriptsOf } from '../e2e/weight.ts';
import { median } from './measure.ts';
import { note } from './report.ts';

async function signedIn(browser: Browser, url: string, token: string): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addCookies([
    { name: 'accessToken', value: token, url },
    { name: 'role', value: 'admin', url },
  ]);
  return context;
}

declare global {
  interface Window {
    rowsPaintedAt?: number;
  }
}

/**
 * Notes, in the page itself, when the first rows were painted: asked from outside, the asking would be measured too
 * (300 ms).
 */
function watchRows(): void {
  const look = () => {
    if (!document.querySelector('tr[data-row]')) return requestAnimationFrame(look);
    return requestAnimationFrame(() =>
      setTimeout(() => {
        window.rowsPaintedAt = performance.now();
      }),
    );
  };
  look();
}

/** Milliseconds from navigating, with an empty cache, until rows are painted. */
async function coldList(browser: Browser, url: string, token: string): Promise<number> {
  const context = await signedIn(browser, url, token);
  const page = await context.newPage();
  await page.addInitScript(watchRows);
  await page.goto(`${url}/order`, { waitUntil: 'commit' });
  const taken = await page.waitForFunction(() => window.rowsPaintedAt);
  const milliseconds = await taken.jsonValue();
  await context.close();
  return milliseconds ?? Number.NaN;
}

/** Milliseconds from the press of "next" until other rows are painted, for each of `times` pages. */
async function nextPages(page: Page, times: number): Promise<number[]> {
  const taken: number[] = [];
  for (let turn = 0; turn < times; turn++) {
    await page.waitForTimeout(400);
    taken.push(
      await page.evaluate(
        () =>
          new Promise<number>((resolve) => {
            const first = () => document.querySelector('tr[data-row]')?.textContent;
            const before = first();
            const start = performance.now();
            const look = () =>
              first() !== before && !document.querySelector('table[data-stale]')
                ? requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - start)))
                : requestAnimationFrame(look);
            document.querySelector<HTMLButtonElement>('button[aria-label="Next page"]')?.click();
            look();
          }),
      ),
    );
  }
  return taken;
}

/** The largest resident memory of a renderer of this browser since the last look, in MB; Linux tells it. */
function rendererPeak(): number {
  const peaks = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      const command = existsSync(`/proc/${pid}/cmdline`) ? readFileSync(`/proc/${pid}/cmdline`, 'utf8') : '';
      if (!command.includes('--type=renderer')) return [];
      return [Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024];
    });
  return Math.max(...peaks);
}

async function measureExport(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/order/tracking`);
  await page.waitForSelector('tr[data-row]');
  const before = rendererPeak();
  const start = performance.now();
  const downloading = page.waitForEvent('download', { timeout: 120_000 });
  await page.getByRole('button', { name: /^Export/ }).click();
  const download = await downloading;
  await download.path();
  note('export of 100,000 documents to a file', (performance.now() - start) / 1000, ' s', { most: 15 });
  note('peak memory of the page while exporting', rendererPeak(), ' MB', {}, `${Math.round(before)} MB before`);
}

export async function measureBrowser(url: string, token: string): Promise<void> {
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-quic',
      '--disable-background-networking',
      '--no-first-run',
    ],
  });
  try {
    const guest = await browser.newPage();
    const signIn = () => guest.goto(url).then(() => guest.waitForSelector('form'));
    note('gzipped JavaScript to the sign-in', await scriptsOf(guest, signIn), ' kB', { most: 150 });
    const context = await signedIn(browser, url, token);
    const page = await context.newPage();
    const list = () => page.goto(`${url}/order`).then(() => page.waitForSelector('tr[data-row]'));
    note('gzipped JavaScript to the first list', await scriptsOf(page, list), ' kB', { most: 280 });
    const cold = [];
    for (let run = 0; run < 5; run++) cold.push(await coldList(browser, url, token));
    note('rows visible after a cold navigation, p50', median(cold), ' ms', { most: 1000 });
    note('next page painted, p50', median(await nextPages(page, 15)), ' ms', { most: 60 });
    await measureExport(page, url);
  } finally {
    await browser.close();
  }
}
