/** Configuration of `npm run screens`: captures every screen of the server in SCREENS_ROOT into SCREENS_FOLDER. */
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import tests from './playwright.config.ts';

const root = process.env['SCREENS_ROOT'] ?? join(import.meta.dirname, '..');

export default defineConfig({
  ...tests,
  projects: [{ name: 'screens' }],
  testMatch: 'screens.pictures.ts',
  // In sequence, because records created by one screen appear in the lists of the next.
  workers: 1,
  fullyParallel: false,
  outputDir: join(import.meta.dirname, '../.cache/screens/failures'),
  // The injected style that hides times is blocked by the content security policy.
  use: { ...tests.use, screenshot: 'off', bypassCSP: true, contextOptions: { reducedMotion: 'reduce' } },
  webServer: {
    ...tests.webServer,
    command: `node ${join(root, 'e2e/serve.ts')}`,
    cwd: root,
    timeout: 120_000,
  },
});
