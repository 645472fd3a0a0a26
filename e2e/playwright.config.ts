/**
 * Playwright configuration: a real browser and the real server with demo data. Brands are hosts: coding.localhost,
 * cyber.localhost.
 */
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import type { Options } from './fixtures.ts';
import { hostedEnvironment } from './hosted-project.ts';
import { openIdEnvironment } from '../server/src/areas/auth/testing/openid-provider.ts';
import { openIdPort, port } from './ports.ts';
import './video-hold.ts';

const root = join(import.meta.dirname, '..');

const openId = {
  ...openIdEnvironment('DATA', `http://127.0.0.1:${openIdPort}`),
  // Nothing listens there.
  ...openIdEnvironment('CYBER', 'http://127.0.0.1:9'),
};

/** Pattern of the system tier; matched against file name, title and tags. */
const system = /\.system\.spec\.ts|@system/;

export default defineConfig<Options>({
  testDir: import.meta.dirname,
  outputDir: join(root, 'test-results'),
  fullyParallel: true,
  // On two cores, a third worker is slower.
  workers: 2,
  timeout: 120_000,
  expect: { timeout: 30_000 },
  // In CI a failed test runs once more; if it passes then, `npm test` lists it as flaky.
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
    // Off, because tracing takes a third of the time. Use `--trace on` for debugging.
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
    env: { PORT: String(port), DEMO: '1', NODE_ENV: 'test', ...openId, ...hostedEnvironment },
    timeout: 60_000,
    gracefulShutdown: { signal: 'SIGINT', timeout: 15_000 },
    stdout: 'ignore',
    stderr: 'pipe',
  },
});
