/** Waiting times in Chromium: bytes, first rows, next page, course page, export. Run alone: node bench/browser.ts */
import type { Browser, Page } from '@playwright/test';
import { scriptsOf } from '../e2e/script-size.ts';
import { measureCalendar } from './calendar.ts';
import { launch, signedIn } from './chromium.ts';
import { fillClassroom, slugs } from './classroom-data.ts';
import { measureCoursePage } from './course-page.ts';
import { nextPage, watchList } from './list-paint.ts';
import { median } from './measure.ts';
import { attempt, note } from './report.ts';
import { type Running, withOwnServer, connect, tokenOf } from './server.ts';
import { measurePeek } from './peek.ts';
import { measureTour } from './tour.ts';
import { measureExport } from './tracking-export.ts';

/** Milliseconds from navigation, with an empty cache, until rows are painted. */
async function coldList(browser: Browser, url: string, token: string): Promise<number> {
  const context = await signedIn(browser, url, token);
  const page = await context.newPage();
  await page.addInitScript(watchList);
  await page.goto(`${url}/order`, { waitUntil: 'commit' });
  const milliseconds = await page.evaluate(() => window.listPainted);
  await context.close();
  return milliseconds;
}

/** Milliseconds from pressing "next" until other rows are painted, for each of `times` pages. */
async function nextPages(page: Page, times: number): Promise<number[]> {
  const taken: number[] = [];
  for (let turn = 0; turn < times; turn++) {
    await page.waitForTimeout(400);
    taken.push(await page.evaluate(nextPage));
  }
  return taken;
}

async function measureLoading(browser: Browser, url: string, token: string): Promise<void> {
  const guest = await browser.newPage();
  const signIn = () => guest.goto(url).then(() => guest.waitForSelector('form'));
  note('gzipped JavaScript to the sign-in', await scriptsOf(guest, signIn), ' kB', { max: 170 });
  const page = await (await signedIn(browser, url, token)).newPage();
  const list = () => page.goto(`${url}/order`).then(() => page.waitForSelector('tr[data-row]'));
  note('gzipped JavaScript to the first list', await scriptsOf(page, list), ' kB', { max: 280 });
  const cold = [];
  for (let run = 0; run < 5; run++) cold.push(await coldList(browser, url, token));
  note('rows visible after a cold navigation, p50', median(cold), ' ms', { max: 1000 });
  note('next page painted, p50', median(await nextPages(page, 15)), ' ms', { max: 40 });
}

export async function measureBrowser(lectern: Running): Promise<void> {
  const { url } = lectern;
  const client = await connect('coding');
  const token = await tokenOf(client, 'coding');
  const browser = await launch();
  const newPage = async () => (await signedIn(browser, url, token)).newPage();
  try {
    await attempt('loading in the browser', () => measureLoading(browser, url, token));
    await attempt('the calendar', () => measureCalendar(lectern));
    await attempt('the tour', async () => measureTour(await newPage(), url));
    await attempt('the panel of a tracked order', async () => measurePeek(await newPage(), url));
    await attempt('a large course in the browser', async () => {
      await fillClassroom(client);
      await measureCoursePage(await newPage(), url, slugs.large);
    });
  } finally {
    await client.end();
    await browser.close();
  }
  await attempt('the export', () => measureExport(url, token));
}

if (import.meta.main) await withOwnServer(measureBrowser);
