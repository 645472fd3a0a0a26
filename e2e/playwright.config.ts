/** A real browser against the real server with the demo's data. Brands are hosts: coding.localhost, cyber.localhost. */
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { hostedEnvironment } from './hosted-project.ts';

const root = join(import.meta.dirname, '..');
const port = Number(process.env['E2E_PORT'] ?? 4890);

export default defineConfig({
  testDir: import.meta.dirname,
  outputDir: join(root, 'test-results'),
  fullyParallel: true,
  // On two cores, of which two tests leave a third idle.
  workers: 3,
  // Axe on four pictures of one screen takes 5 s where nobody else works, and six times that where all do.
  timeout: 90_000,
  expect: { timeout: 10_000 },
  // A test that passes only the second time is a bug.
  retries: 0,
  forbidOnly: process.env['CI'] === 'true',
  reporter: 'list',
  use: {
    baseURL: `http://coding.localhost:${port}`,
    locale: 'id-ID',
    timezoneId: 'Asia/Jakarta',
    viewport: { width: 1440, height: 900 },
    screenshot: 'only-on-failure',
    // Recording costs a third of the time: `--trace on` where the picture and the page's tree do not say enough.
    trace: 'off',
    launchOptions: {
      executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
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
