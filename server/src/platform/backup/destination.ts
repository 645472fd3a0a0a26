/** Target of a backup: a file that appears complete or not at all, or standard output. */
import {
  accessSync,
  closeSync,
  constants,
  createWriteStream,
  existsSync,
  mkdirSync,
  openSync,
  readSync,
  readdirSync,
  rmSync,
  statSync,
} from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { Writable } from 'node:stream';
import { getSystemErrorMessage } from 'node:util';
import { isAlive } from '#platform/database/postmaster.ts';

export interface Destination {
  /** Display name. */
  name: string;
  stream: Writable;
  /** Renames the complete file from its draft name, and syncs its folder; call after the stream has finished. */
  keep(): Promise<void>;
  /** Removes the partial file; synchronous, so that it works while the process exits. */
  discard(): void;
}

const nameOf = /^lectern-\d{4}-\d\d-\d\dT\d{6}Z\.tar\.gz(\.age)?$/;

/** Whether `to` is a folder: an existing one, or a name ending in `/`. Other names except `-` are files. */
export const namesFolder = (to: string): boolean => to !== '-' && (isFolder(to) || to.endsWith('/'));

/**
 * Opens the target. `to`: a file, a folder (created if its name ends in `/`; the file in it is named by the time), or
 * `-`.
 * @throws Error with one sentence: not writable, no such folder, a file that is no backup, or a terminal.
 */
export function openDestination(to: string, isEncrypted: boolean): Destination {
  if (to === '-') return standardOutput();
  try {
    const file = namesFolder(to) ? join(madeFolder(to), timedName(isEncrypted)) : resolve(to);
    removeLeftovers(file);
    if (existsSync(file)) requireReplaceable(to, file);
    return openDraft(to, file);
  } catch (error) {
    throw inTermsOf(to, error);
  }
}

/** Magic bytes of our files: gzip, or age. */
const beginnings = [Buffer.from([0x1f, 0x8b]), Buffer.from('age-encryption.org/')];

/** Allows only backups and empty files to be replaced; any other file was named by mistake. */
function requireReplaceable(to: string, file: string): void {
  // In folders such as /tmp, other users' files cannot be replaced.
  accessSync(file, constants.W_OK);
  const start = Buffer.alloc(32);
  const fd = openSync(file, 'r');
  const size = readSync(fd, start);
  closeSync(fd);
  const isBackup = beginnings.some((beginning) => start.subarray(0, beginning.length).equals(beginning));
  if (size > 0 && !isBackup) throw new Error(`${to} is there and is no backup; name another file, or a folder`);
}

function madeFolder(to: string): string {
  if (existsSync(resolve(to)) && !isFolder(to))
    throw new Error(`${to} is there and is no folder; a name that ends in / is a folder's`);
  mkdirSync(to, { recursive: true, mode: 0o700 });
  return to;
}

function openDraft(to: string, file: string): Destination {
  const draft = `${file}.${process.pid}.partial`;
  // Readable only by its owner, since it holds all data.
  const fd = openSync(draft, 'wx', 0o600);
  // Opened here rather than by the stream, which could create the file after it was discarded.
  const stream = createWriteStream(draft, { fd, flush: true });
  return {
    name: file,
    stream,
    async keep() {
      await rename(draft, file).catch((error: unknown) => {
        throw inTermsOf(to, error);
      });
      await onDisk(dirname(file));
    },
    discard: () => rmSync(draft, { force: true }),
  };
}

/** Rewrites a system error in terms of the path the user entered, not of the draft's. */
function inTermsOf(to: string, error: unknown): unknown {
  const { code, errno } = error as NodeJS.ErrnoException;
  if (errno === undefined) return error;
  return Object.assign(new Error(`${to}: ${getSystemErrorMessage(errno)}`, { cause: error }), { code, path: to });
}

function standardOutput(): Destination {
  if (process.stdout.isTTY) throw new Error('A backup is no text for a terminal; send it to a file or into a pipe');
  return { name: 'standard output', stream: process.stdout, keep: () => Promise.resolve(), discard: () => undefined };
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** Without colons, which not all file systems and shells accept. */
const timedName = (isEncrypted: boolean) =>
  `lectern-${new Date().toISOString().slice(0, 19).replaceAll(':', '')}Z.tar.gz${isEncrypted ? '.age' : ''}`;

/** Removes drafts of backups whose process was killed. */
function removeLeftovers(file: string): void {
  const folder = dirname(file);
  if (!isFolder(folder)) throw new Error(`There is no folder ${folder} to write the backup into`);
  for (const name of readdirSync(folder)) {
    const [, backup = '', pid] = /^(.+)\.(\d+)\.partial$/.exec(name) ?? [];
    const isBackup = backup === basename(file) || nameOf.test(backup);
    // In containers, every run may have the same process id.
    if (isBackup && (Number(pid) === process.pid || !isAlive(Number(pid)))) rmSync(join(folder, name), { force: true });
  }
}

/** Syncs the folder; a rename survives a crash only after that. */
async function onDisk(folder: string): Promise<void> {
  const handle = await open(folder);
  await handle.sync().finally(() => handle.close());
}

/** Removes all but the newest `keep` time-named backups in the folder; returns the removed names. */
export function rotate(folder: string, keep: number): string[] {
  const old = readdirSync(folder)
    .filter((name) => nameOf.test(name))
    .toSorted()
    .toReversed()
    .slice(keep);
  for (const name of old) rmSync(join(folder, name));
  return old;
}
