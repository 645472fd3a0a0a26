/** A real browser against the real server with the demo's data. Brands are hosts: coding.localhost, cyber.localhost. */
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import type { Options } from './fixtures.ts';
import { hostedEnvironment } from './hosted-project.ts';

const root = join(import.meta.dirname, '..');
const port = Number(process.env['E2E_PORT'] ?? 4890);

/** Tests of the system tier: files named so, and tests with the tag. Matched against file name, title and tags. */
const system = /\.system\.spec\.ts|@system/;

export default defineConfig<Options>({
  testDir: import.meta.dirname,
  outputDir: join(root, 'test-results'),
  fullyParallel: true,
  // A third worker makes two cores slower.
  workers: 2,
  timeout: 120_000,
  expect: { timeout: 30_000 },
  // In CI a failed test is repeated once; the closing lines of `npm test` list it as flaky when it passes then.
  retries: process.env['CI'] ? 1 : 0,
  forbidOnly: process.env['CI'] === 'true',
  reporter: 'list',
  projects: [
    { name: 'gate', grepInvert: system, use: { isFresh: false } },
    { name: 'system', grep: system },
  ],
  use: {
    baseURL: `http://coding.localhost:${port}`,
    locale: 'id-ID',
    timezoneId: 'Asia/Jakarta',
    viewport: { width: 1440, height: 900 },
    actionTimeout: 30_000,
    navigationTimeout: 60_000,
    screenshot: 'only-on-failure',
    // Recording costs a third of the time: `--trace on` where the picture and the page's tree do not say enough.
    trace: 'off',
    launchOptions: {
      executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium-headless-shell',
      args: [
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        '--disable-gpu',
        '--disable-quic',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
  webServer: {
    command: `node ${join(root, 'e2e/serve.ts')}`,
    cwd: root,
    url: `http://127.0.0.1:${port}/api/ready`,
    env: { PORT: String(port), DEMO: '1', NODE_ENV: 'test', ...hostedEnvironment },
    timeout: 60_000,
    gracefulShutdown: { signal: 'SIGINT', timeout: 15_000 },
    stdout: 'ignore',
    stderr: 'pipe',
  },
});
