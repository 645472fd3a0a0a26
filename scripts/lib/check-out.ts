/** Other versions of this repository, from its history. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './files.mjs';

const run = (program: string, ...args: string[]) =>
  execFileSync(program, args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();
export const git = (...args: string[]): string => run('git', ...args);

/** Writes the files of a commit into the folder `place`, with the packages of this one. */
export function checkOut(ref: string, place: string): void {
  rmSync(place, { recursive: true, force: true });
  mkdirSync(place, { recursive: true });
  const archive = join(place, 'files.tar');
  git('archive', '-o', archive, ref);
  run('tar', '-xf', archive, '-C', place);
  rmSync(archive);
  symlinkSync(join(root, 'node_modules'), join(place, 'node_modules'));
}
