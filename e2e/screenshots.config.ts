/**
 * Configuration of `npm run screenshots`: captures the pictures of the README and the guides into SCREENSHOTS_FOLDER.
 */
import { defineConfig } from '@playwright/test';
import screens from './screens.config.ts';

const { webServer } = screens;
if (!webServer || Array.isArray(webServer)) throw new Error('The pictures are taken of one server');

export default defineConfig({
  ...screens,
  projects: [{ name: 'screenshots' }],
  testMatch: 'screenshots.pictures.ts',
  // Loads the demo's videos, which tests leave out.
  webServer: { ...webServer, env: { ...webServer.env, NODE_ENV: 'development' } },
});
