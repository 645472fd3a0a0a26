/** Finds the Node that Lectern runs on, and runs it. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './files.mjs';
import { Explained, inForeground } from './run.mjs';

const needed = 24;

/**
 * Path of the Node that Lectern runs on: the one installed with the packages, else the system's if it is new enough.
 * The link in node_modules/.bin is not used, because npm 10 removes it together with the package of the other platform.
 */
export function findNode() {
  const own = join(root, `node_modules/node-${process.platform}-${process.arch}/bin/node`);
  const candidates = [own, process.execPath, 'node'];
  const found = candidates.find((file) => majorOf(file) >= needed);
  if (found) return found;
  throw new Explained(
    `Lectern needs Node ${needed} on ${process.platform}-${process.arch}, where it cannot bring its own; install it and try again.`,
  );
}

/** @param {string} file */
function majorOf(file) {
  try {
    return Number.parseInt(
      execFileSync(file, ['-p', 'process.versions.node'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
      10,
    );
  } catch {
    return 0;
  }
}

/**
 * Environment in which that Node comes first on the PATH, for programs that look for `node` themselves.
 * @param {string} node
 * @returns {NodeJS.ProcessEnv}
 */
export function environmentOf(node) {
  return { ...process.env, PATH: `${dirname(node)}:${process.env['PATH'] ?? ''}` };
}

/**
 * Runs a file of this repository with that Node.
 * @param {string[]} args the file and its arguments
 * @param {NodeJS.ProcessEnv} [more] variables to add
 * @param {AbortSignal} [until] ends it
 * @returns {Promise<number>} exit code
 */
export async function runOnNode(args, more = {}, until) {
  if (!existsSync(join(root, 'node_modules/.lectern')))
    throw new Explained('Nothing is installed yet: npm run up installs, builds and starts.');
  const node = findNode();
  return inForeground(node, args, { ...environmentOf(node), ...more }, until);
}
