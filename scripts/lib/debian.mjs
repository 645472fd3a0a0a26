/** Installs Debian packages, where this process may do so. */
import { existsSync } from 'node:fs';
import { quietly } from './run.mjs';

/** Whether this process is root and apt-get exists. */
export const canInstall = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

/**
 * @param {string} program
 * @returns {string | undefined} its file
 */
export function onPath(program) {
  const folders = (process.env['PATH'] ?? '').split(':');
  return folders.map((folder) => `${folder}/${program}`).find((file) => existsSync(file));
}

/** @param {readonly string[]} packages */
export async function installDebians(packages) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  // Without a network, apt fails soon.
  const soon = ['-o', 'Acquire::http::Timeout=10', '-o', 'Acquire::https::Timeout=10', '-o', 'Acquire::Retries=0'];
  await quietly('apt-get', [...soon, 'update'], env);
  await quietly('apt-get', [...soon, 'install', '-y', '--no-install-recommends', ...packages], env);
}

/** Folders of daemons, which need not be on the path. */
const daemonFolders = ['/usr/sbin', '/usr/local/sbin'];

/**
 * Installs what is missing, where this process may; else prints SKIP with the reason.
 * @param {string} test name in the message
 * @param {readonly string[]} programs
 * @param {{ packages?: readonly string[], asRoot?: boolean }} [needs] packages of other names than the programs
 * @returns {Promise<boolean>} whether something is missing
 */
export async function missingPrograms(test, programs, { packages = programs, asRoot = false } = {}) {
  const missing = () => programs.filter((program) => !onPath(program));
  process.env['PATH'] = [process.env['PATH'], ...daemonFolders].join(':');
  if (missing().length > 0 && canInstall()) await installDebians(packages).catch(() => undefined);
  const left = missing();
  if (asRoot && process.getuid?.() !== 0) console.log(`SKIP ${test}: it needs root`);
  else if (left.length > 0) console.log(`SKIP ${test}: without ${left.join(', ')}`);
  else return false;
  return true;
}
