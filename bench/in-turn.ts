/**
 * Compares versions of the app in the browser. Their visits alternate, so that the machine's load affects all equally.
 * Prints medians: time until the rows of the orders are painted after a cold navigation, time of the next page,
 * main-thread time (ms), requests and layouts. Each version is a built checkout with its own server and data:
 * node bench/in-turn.ts [--rounds 9] FOLDER …
 */
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser, CDPSession } from '@playwright/test';
import { launch, signedIn } from './chromium.ts';
import { nextPage, watchList } from './list-paint.ts';
import { median } from './measure.ts';
import type { Running } from './server.ts';

/** Metrics of one visit by name: times in milliseconds, and counts. */
type Visit = Record<string, number>;

const pagesPerVisit = 6;

/** Reads the page's thread time in milliseconds, and how often it laid out. */
async function spent(session: CDPSession): Promise<{ time: number; layouts: number }> {
  const { metrics } = await session.send('Performance.getMetrics');
  const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
  return { time: of('TaskDuration') * 1000, layouts: of('LayoutCount') };
}

async function visit(browser: Browser, url: string, token: string): Promise<Visit> {
  const context = await signedIn(browser, url, token);
  const page = await context.newPage();
  await page.addInitScript(watchList);
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  let requests = 0;
  page.on('request', () => (requests += 1));
  const begin = await spent(session);
  await page.goto(`${url}/order`, { waitUntil: 'commit' });
  const rows = await page.evaluate(() => window.listPainted);
  const end = await spent(session);
  const cold = {
    rows,
    'rows, thread': end.time - begin.time,
    layouts: end.layouts - begin.layouts,
  };
  const [next, nextThread]: [number[], number[]] = [[], []];
  for (let turn = 0; turn < pagesPerVisit; turn++) {
    await page.waitForTimeout(400);
    const before = await spent(session);
    next.push(await page.evaluate(nextPage));
    nextThread.push((await spent(session)).time - before.time);
  }
  await context.close();
  return { ...cold, requests, 'next page': median(next), 'next page, thread': median(nextThread) };
}

/** Exports of a version's own bench/server.ts. `connect` also takes a connection string in versions without a role per tenant. */
interface Serving {
  prepare: (sizes: object) => Promise<void>;
  startLectern: (port: number) => Promise<Running>;
  databaseUrl: () => Promise<string>;
  connect: (...target: string[]) => Promise<{ end: () => Promise<void> }>;
  tokenOf: (client: unknown, tenant: string) => Promise<string>;
}

async function serve(folder: string, port: number) {
  const version = (await import(join(resolve(folder), 'bench/server.ts'))) as Serving;
  const sizes = { users: 20_000, courses: 500, orders: 100_000, tracking: 100_000, vouchers: 1000, paths: 1000 };
  await version.prepare({ coding: sizes });
  const running = await version.startLectern(port);
  const client = await version.connect(
    ...(version.connect.length === 1 ? [] : [await version.databaseUrl()]),
    'coding',
  );
  const token = await version.tokenOf(client, 'coding').finally(() => client.end());
  return { name: folder, running, token };
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '9' } },
});
const versions: Awaited<ReturnType<typeof serve>>[] = [];
for (const folder of positionals) versions.push(await serve(folder, 4711 + versions.length));
const browser = await launch();
const visits = new Map<string, Visit[]>(versions.map(({ name }) => [name, []]));
// The first round compiles the servers.
for (let round = -1; round < Number(values.rounds); round++)
  for (const { name, running, token } of versions) {
    const measured = await visit(browser, running.url, token);
    if (round >= 0) visits.get(name)?.push(measured);
  }
await browser.close();
for (const { running } of versions) await running.stop();
for (const [name, all] of visits)
  for (const metric of Object.keys(all[0] ?? {}))
    console.log(`${name.padEnd(20)} ${metric.padEnd(20)} ${median(all.map((one) => one[metric] ?? NaN)).toFixed(1)}`);
