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
