/**
 * Cost of exporting 100,000 tracking documents in the browser: seconds, memory growth of the page, processor time. Run
 * alone: node bench/tracking-export.ts
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { cookiesOf, launch } from './chromium.ts';
import { compareExport } from './exported-file.ts';
import { note } from './report.ts';
import { withOwnServer, connect, tokenOf } from './server.ts';
import { openUnwatched, type UnwatchedPage } from './unwatched-page.ts';

const fieldsOf = (pid: string): string[] =>
  readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');

/** Whether a process descends from this one. */
function isOurs(pid: string): boolean {
  if (pid === String(process.pid)) return true;
  const parent = existsSync(`/proc/${pid}/stat`) ? fieldsOf(pid)[1] : undefined;
  return parent !== undefined && parent !== '0' && isOurs(parent);
}

/** Renderer processes of our pages, including the export's worker; read from /proc. */
const renderers = () =>
  readdirSync('/proc').filter((name) => {
    const command = `/proc/${name}/cmdline`;
    return (
      /^\d+$/.test(name) &&
      existsSync(command) &&
      readFileSync(command, 'utf8').includes('--type=renderer') &&
      isOurs(name)
    );
  });

/** Largest peak of resident memory among them, in MB. */
const peak = () =>
  Math.max(
    ...renderers().map((pid) => Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024),
  );

/** Total processor time of the renderers, in seconds. */
function processorTime(): number {
  const ticks = renderers().map((pid) => Number(fieldsOf(pid)[11]) + Number(fieldsOf(pid)[12]));
  return ticks.reduce((sum, some) => sum + some, 0) / 100;
}

/** Evaluates the expression in the page until it is not empty. */
async function until(page: UnwatchedPage, expression: string, isNeeded = () => true): Promise<string> {
  while (isNeeded()) {
    const value = await page.evaluate<string>(expression);
    if (value) return value;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return '';
}

/** Text that the page shows instead of a file: the password dialog, or the error. */
const refusal = `document.querySelector('[role=dialog]')?.textContent
  || /The export (stopped|could not begin)[^.]*/.exec(document.body.innerText)?.[0]`;

async function exported(page: UnwatchedPage): Promise<string> {
  let isDone = false;
  const downloading = page.downloaded().finally(() => (isDone = true));
  await page.evaluate(
    `[...document.querySelectorAll('button')].find((one) => /^Export/.test(one.textContent)).click()`,
  );
  const refused = until(page, refusal, () => !isDone).then((message) => {
    if (message) throw new Error(`The export was refused: ${message}`);
    return downloading;
  });
  return Promise.race([downloading, refused]);
}

export async function measureExport(url: string, token: string): Promise<void> {
  const browser = await launch();
  try {
    const page = await openUnwatched(browser, `${url}/order/tracking`, cookiesOf(token));
    await until(page, `document.querySelector('tr[data-row]')?.textContent`);
    const [memory, time, start] = [peak(), processorTime(), performance.now()];
    const path = await exported(page);
    note('export of 100,000 documents to a file', (performance.now() - start) / 1000, ' s', { max: 8 });
    note('growth of the page while exporting', peak() - memory, ' MB', { max: 150 }, `${Math.round(memory)} MB before`);
    note('processor time of the page while exporting', processorTime() - time, ' s');
    const { rows, others } = await compareExport(path).finally(() => rm(dirname(path), { recursive: true }));
    note('rows of the export that are not the database’s', others, '', { max: 0 }, `${rows} there`);
  } finally {
    await browser.close();
  }
}

if (import.meta.main)
  await withOwnServer(async ({ url }) => {
    const client = await connect('coding');
    const token = await tokenOf(client, 'coding').finally(() => client.end());
    await measureExport(url, token);
  });
