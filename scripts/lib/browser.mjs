/** Finds or installs the browser for the tests and the benchmarks. */
import { existsSync } from 'node:fs';
import { canInstall, installDebians, onPath } from './debian.mjs';
import { Explained } from './run.mjs';

/** Debian's package and program; the tests take about half the time of `chromium`. */
const shell = 'chromium-headless-shell';
const names = [shell, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const macFiles = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/**
 * Browser for the tests: CHROMIUM, else Debian's headless shell (installed if running as root), else the system's
 * Chromium.
 * @returns {Promise<string>} its path
 */
export async function findBrowser() {
  const named = process.env['CHROMIUM'];
  if (named && !existsSync(named)) throw new Explained(`CHROMIUM names ${named}, which does not exist.`);
  if (named) return named;
  if (!onPath(shell) && canInstall()) await installDebians([shell, 'fonts-liberation']).catch(() => undefined);
  const found = browserOnPath() ?? macFiles.find((file) => existsSync(file));
  if (found) return found;
  if (!canInstall())
    throw new Explained(
      'The browser tests did not run, they need Chromium: install it (on Debian, as root: apt-get install chromium) or name its file in CHROMIUM.',
    );
  // Older Debian without the headless shell.
  await installDebians(['chromium', 'fonts-liberation']);
  const installed = browserOnPath();
  if (!installed) throw new Explained('Chromium was installed but is not on the PATH; name its file in CHROMIUM.');
  return installed;
}

const browserOnPath = () => names.map(onPath).find(Boolean);
