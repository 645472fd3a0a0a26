/**
 * What the export of 100,000 tracking documents costs in the browser: seconds, the growth of the page, processor time.
 * Run alone: node bench/tracking-export.ts
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { inBrowser } from './chromium.ts';
import { note } from './report.ts';
import { alone } from './server.ts';

/** The processes that draw this machine's pages, the export's worker among them; Linux tells it. */
const renderers = () =>
  readdirSync('/proc').filter((name) => {
    const command = `/proc/${name}/cmdline`;
    return /^\d+$/.test(name) && existsSync(command) && readFileSync(command, 'utf8').includes('--type=renderer');
  });

/** The largest resident memory of one of them until now, in MB. */
const peak = () =>
  Math.max(
    ...renderers().map((pid) => Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024),
  );

/** Their processor time until now, in seconds. */
function processorTime(): number {
  const ticks = renderers().map((pid) => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ');
    return Number(fields[11]) + Number(fields[12]);
  });
  return ticks.reduce((sum, some) => sum + some, 0) / 100;
}

/** Whatever the page says instead of a file: a question for the password, or why it stopped. */
async function refused(page: Page): Promise<never> {
  const said = page
    .getByRole('dialog')
    .or(page.getByText(/The export (stopped|could not begin)/))
    .first();
  await said.waitFor({ timeout: 0 });
  throw new Error(`The export was refused: ${await said.textContent()}`);
}

export async function measureExport(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/order/tracking`);
  await page.waitForSelector('tr[data-row]');
  const [memory, time, start] = [peak(), processorTime(), performance.now()];
  const refusal = refused(page);
  // Once there is a file, nobody waits for it any more.
  refusal.catch(() => undefined);
  const downloading = page.waitForEvent('download', { timeout: 120_000 });
  await page.getByRole('button', { name: /^Export/ }).click();
  const download = await Promise.race([downloading, refusal]);
  await download.path();
  note('export of 100,000 documents to a file', (performance.now() - start) / 1000, ' s', { most: 8 });
  note('growth of the page while exporting', peak() - memory, ' MB', { most: 150 }, `${Math.round(memory)} MB before`);
  note('processor time of the page while exporting', processorTime() - time, ' s');
}

if (import.meta.main) await alone(({ url }) => inBrowser(url, (page) => measureExport(page, url)));
