/** For `npm run screenshots`: the pictures of the README and the guides are taken into SCREENSHOTS_FOLDER. */
import { defineConfig } from '@playwright/test';
import screens from './screens.config.ts';

const { webServer } = screens;
if (!webServer || Array.isArray(webServer)) throw new Error('The pictures are taken of one server');

export default defineConfig({
  ...screens,
  projects: [{ name: 'screenshots' }],
  testMatch: 'screenshots.pictures.ts',
  // Tests do without the demo's videos.
  webServer: { ...webServer, env: { ...webServer.env, NODE_ENV: 'development' } },
});
