/** `npm test`: from nothing to every test run, in Node and in a browser. Ends with one line: N passed, N failed. */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findBrowser } from './lib/browser.mjs';
import { seeToFfmpeg } from './lib/ffmpeg.mjs';
import { root } from './lib/files.mjs';
import { prepare } from './lib/prepare.mjs';
import { runOnNode } from './lib/runtime.mjs';
import { explain, script, step } from './lib/steps.mjs';
import { countPlaywright, countVitest, sum } from './lib/tally.mjs';

const reports = join(root, '.cache/tests');

/** @param {string} file */
const report = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined);

/** The exit code after Ctrl-C, a stop or a closed terminal: what runs hears of it too, and nothing further begins. */
let interrupted = 0;

await script(async () => {
  await prepare();
  await seeToFfmpeg();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, (_, number) => (interrupted ||= 128 + number));
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });
  const [units, pages] = [join(reports, 'vitest.json'), join(reports, 'playwright.json')];
  await runOnNode(
    ['node_modules/vitest/vitest.mjs', 'run', '--reporter=default', '--reporter=./scripts/lib/vitest-report.mjs'],
    { VITEST_REPORT: units },
  );
  if (interrupted) return interrupted;
  const browser = await step('Browser', findBrowser).catch(explain);
  if (browser && !interrupted) {
    await runOnNode(
      ['node_modules/@playwright/test/cli.js', 'test', '--config', 'e2e/playwright.config.ts', '--reporter=list,json'],
      { CHROMIUM: browser, PLAYWRIGHT_JSON_OUTPUT_FILE: pages },
    );
  }
  if (interrupted) return interrupted;
  const { passed, failures } = sum(countVitest(report(units)), countPlaywright(report(pages)));
  for (const failure of failures) console.log(`\nfailed: ${failure}`);
  console.log(`\n${passed} passed, ${failures.length} failed`);
  return failures.length > 0 ? 1 : 0;
});
