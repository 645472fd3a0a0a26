/** Finds the browser for the tests, or installs one. */
import { existsSync } from 'node:fs';
import { canInstall, installDebians, onPath } from './debian.mjs';
import { Explained } from './run.mjs';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const macFiles = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/**
 * The browser for the tests: CHROMIUM, one of the system's, or Debian's, installed when this is root.
 * @returns {Promise<string>} its path
 */
export async function findBrowser() {
  const named = process.env['CHROMIUM'];
  if (named && !existsSync(named)) throw new Explained(`CHROMIUM names ${named}, which does not exist.`);
  const found = named ?? browserOnPath() ?? macFiles.find((file) => existsSync(file));
  if (found) return found;
  if (!canInstall())
    throw new Explained(
      'The browser tests did not run, they need Chromium: install it (on Debian, as root: apt-get install chromium) or name its file in CHROMIUM.',
    );
  await installDebians(['chromium', 'fonts-liberation']);
  const installed = browserOnPath();
  if (!installed) throw new Explained('Chromium was installed but is not on the PATH; name its file in CHROMIUM.');
  return installed;
}

const browserOnPath = () => names.map(onPath).find(Boolean);
