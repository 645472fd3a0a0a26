/** The repository's files, and work that is done only when they changed. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder of package.json. */
export const root = join(import.meta.dirname, '../..');

/**
 * Every file under `folder`, in a fixed order, as paths from the root.
 * @param {string} folder
 * @param {string[]} skip names of folders that are left out
 * @returns {string[]}
 */
export function filesUnder(folder, skip = ['node_modules', 'dist']) {
  if (!existsSync(join(root, folder))) return [];
  const entries = readdirSync(join(root, folder), { withFileTypes: true });
  return entries
    .filter((entry) => !skip.includes(entry.name))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) =>
      entry.isDirectory() ? filesUnder(`${folder}/${entry.name}`, skip) : [`${folder}/${entry.name}`],
    );
}

/**
 * @param {Iterable<string>} texts
 * @returns {string} the same for the same texts in the same order
 */
export function hashOf(texts) {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(text).update('\0');
  return hash.digest('hex');
}

/** @param {string} file */
export const read = (file) => readFileSync(join(root, file), 'utf8');

/**
 * Does `work` unless it was done for the same `mark` before; the stamp goes with the folder it lies in.
 * @param {string} stamp
 * @param {string} mark
 * @param {() => Promise<void>} work
 */
export async function unlessDone(stamp, mark, work) {
  const file = join(root, stamp);
  if (existsSync(file) && readFileSync(file, 'utf8') === mark) return;
  await work();
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, mark);
}
