/**
 * `npm test`, the gate: behavior over HTTP and in a browser, independent of the machine's speed. `npm run test:system`:
 * tests that start processes, create pressure, or render every screen four ways. Both install what they need and end
 * with one line: N passed, N failed.
 */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findBrowser } from './lib/browser.mjs';
import { ensureFfmpeg } from './lib/ffmpeg.mjs';
import { root } from './lib/files.mjs';
import { prepare } from './lib/prepare.mjs';
import { runOnNode } from './lib/runtime.mjs';
import { explain, script, step } from './lib/steps.mjs';
import { countPlaywright, countVitest, sum } from './lib/tally.mjs';

/** Vitest's options of each tier; Playwright's project has the tier's name. */
const tiers = {
  gate: ['--tags-filter=!system', ...['contract', 'server', 'admin', 'scripts'].map((name) => `--project=${name}`)],
  system: ['--project=system', '--project=several'],
};
const tier = process.argv[2] === 'system' ? 'system' : 'gate';

const reports = join(root, '.cache/tests');

/** @param {string} file */
const report = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined);

/** Exit code after Ctrl-C, SIGTERM or a closed terminal: running tests get the signal too, and nothing else starts. */
let interrupted = 0;

await script(async () => {
  await prepare();
  await ensureFfmpeg();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, (_, number) => (interrupted ||= 128 + number));
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });
  const [units, pages] = [join(reports, 'vitest.json'), join(reports, 'playwright.json')];
  await runOnNode(
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      ...tiers[tier],
      '--reporter=default',
      '--reporter=./scripts/lib/vitest-report.mjs',
    ],
    { VITEST_REPORT: units },
  );
  if (interrupted) return interrupted;
  const browser = await step('Browser', findBrowser).catch(explain);
  if (browser && !interrupted) {
    const playwright = ['node_modules/@playwright/test/cli.js', 'test', '--config', 'e2e/playwright.config.ts'];
    await runOnNode([...playwright, `--project=${tier}`, '--reporter=list,json'], {
      CHROMIUM: browser,
      PLAYWRIGHT_JSON_OUTPUT_FILE: pages,
    });
  }
  if (interrupted) return interrupted;
  const { passed, failures, flaky } = sum(countVitest(report(units)), countPlaywright(report(pages)));
  for (const failure of failures) console.log(`\nfailed: ${failure}`);
  if (flaky.length > 0)
    console.log(`\nFlaky: passed only when repeated\n${flaky.map((name) => `  ${name}`).join('\n')}`);
  console.log(`\n${passed} passed, ${failures.length} failed`);
  return failures.length > 0 ? 1 : 0;
});
