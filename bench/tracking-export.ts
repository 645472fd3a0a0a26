/**
 * What the export of 100,000 tracking documents costs in the browser: seconds, the growth of the page, processor time.
 * Run alone: node bench/tracking-export.ts
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { cookiesOf, launch } from './chromium.ts';
import { compareExport } from './exported-file.ts';
import { note } from './report.ts';
import { alone, connect, tokenOf } from './server.ts';
import { openUnwatched, type UnwatchedPage } from './unwatched-page.ts';

const fieldsOf = (pid: string): string[] =>
  readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');

/** Whether this process started it, or started what did. */
function isOurs(pid: string): boolean {
  if (pid === String(process.pid)) return true;
  const parent = existsSync(`/proc/${pid}/stat`) ? fieldsOf(pid)[1] : undefined;
  return parent !== undefined && parent !== '0' && isOurs(parent);
}

/** The processes that draw our pages, the export's worker among them; Linux tells it. */
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

/** The largest resident memory of one of them until now, in MB. */
const peak = () =>
  Math.max(
    ...renderers().map((pid) => Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024),
  );

/** Their processor time until now, in seconds. */
function processorTime(): number {
  const ticks = renderers().map((pid) => Number(fieldsOf(pid)[11]) + Number(fieldsOf(pid)[12]));
  return ticks.reduce((sum, some) => sum + some, 0) / 100;
}

/** Asks the page until it says something. */
async function until(page: UnwatchedPage, expression: string, isAskedFor = () => true): Promise<string> {
  while (isAskedFor()) {
    const said = await page.evaluate<string>(expression);
    if (said) return said;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return '';
}

/** Whatever the page says instead of a file: a question for the password, or why it stopped. */
const refusal = `document.querySelector('[role=dialog]')?.textContent
  || /The export (stopped|could not begin)[^.]*/.exec(document.body.innerText)?.[0]`;

async function exported(page: UnwatchedPage): Promise<string> {
  let isDone = false;
  const downloading = page.downloaded().finally(() => (isDone = true));
  await page.evaluate(
    `[...document.querySelectorAll('button')].find((one) => /^Export/.test(one.textContent)).click()`,
  );
  const refused = until(page, refusal, () => !isDone).then((said) => {
    if (said) throw new Error(`The export was refused: ${said}`);
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
    note('export of 100,000 documents to a file', (performance.now() - start) / 1000, ' s', { most: 8 });
    note(
      'growth of the page while exporting',
      peak() - memory,
      ' MB',
      { most: 150 },
      `${Math.round(memory)} MB before`,
    );
    note('processor time of the page while exporting', processorTime() - time, ' s');
    const { rows, others } = await compareExport(path).finally(() => rm(dirname(path), { recursive: true }));
    note('rows of the export that are not the database’s', others, '', { most: 0 }, `${rows} there`);
  } finally {
    await browser.close();
  }
}

if (import.meta.main)
  await alone(async ({ url }) => {
    const client = await connect('coding');
    const token = await tokenOf(client, 'coding').finally(() => client.end());
    await measureExport(url, token);
  });
