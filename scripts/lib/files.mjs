/** Files of the repository, and work that is skipped while they are unchanged. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Folder of package.json. */
export const root = join(import.meta.dirname, '../..');

/**
 * Every file under `folder`, in a fixed order, as paths from the root.
 * @param {string} folder
 * @param {string[]} skip names of folders to skip
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
 * @returns {string} equal for equal texts in the same order
 */
export function hashOf(texts) {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(text).update('\0');
  return hash.digest('hex');
}

/** @param {string} file */
export const read = (file) => readFileSync(join(root, file), 'utf8');

/**
 * Runs `work` unless it was done before for the same `mark`. Deleting the stamp's folder repeats it.
 * @param {string} stamp file that stores the mark
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
