/** Where a backup goes: a file that is there whole or not at all, or standard output. */
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

export interface Destination {
  /** Its name for people. */
  name: string;
  stream: Writable;
  /** After the last byte: on disk, under its name. */
  keep(): Promise<void>;
  /** Leaves nothing behind; also in the last moment of a process. */
  discard(): void;
}

const nameOf = /^lectern-\d{4}-\d\d-\d\dT\d{6}Z\.tar\.gz(\.age)?$/;

/** A folder that exists, or a name that ends in `/`; every other name but `-` is a file's. */
export const namesFolder = (to: string): boolean => to !== '-' && (isFolder(to) || to.endsWith('/'));

/**
 * `to`: a file, a folder (made when its name ends in `/`; the file in it is named by the time), or `-`.
 * @throws Error that names `to` when it cannot be written.
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

/** How the files begin that we write: packed, or encrypted. */
const beginnings = [Buffer.from([0x1f, 0x8b]), Buffer.from('age-encryption.org/')];

/** A newer backup takes the place of an older one; any other file under its name was not meant. */
function requireReplaceable(to: string, file: string): void {
  // In a folder like /tmp nobody may put a file in the place of another user's.
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
  // Only its owner may read it: it holds everything.
  const fd = openSync(draft, 'wx', 0o600);
  // Opened by the stream, it could come to be after it was discarded.
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

/** What was typed is known to whoever reads this; the draft's name is not. */
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

/** No colons: not every file system and shell takes them. */
const timedName = (isEncrypted: boolean) =>
  `lectern-${new Date().toISOString().slice(0, 19).replaceAll(':', '')}Z.tar.gz${isEncrypted ? '.age' : ''}`;

/** Removes the drafts of backups that were killed. */
function removeLeftovers(file: string): void {
  const folder = dirname(file);
  if (!isFolder(folder)) throw new Error(`There is no folder ${folder} to write the backup into`);
  for (const name of readdirSync(folder)) {
    const [, backup = '', pid] = /^(.+)\.(\d+)\.partial$/.exec(name) ?? [];
    const isBackup = backup === basename(file) || nameOf.test(backup);
    // In a container each run may have the same id.
    if (isBackup && (Number(pid) === process.pid || !isAlive(Number(pid)))) rmSync(join(folder, name), { force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** A new name is only sure to be there after a crash when its folder is written out too. */
async function onDisk(folder: string): Promise<void> {
  const handle = await open(folder);
  await handle.sync().finally(() => handle.close());
}

/**
 * Removes all but the newest `keep` of the backups in the folder that were named by their time; answers their names.
 */
export function rotate(folder: string, keep: number): string[] {
  const old = readdirSync(folder)
    .filter((name) => nameOf.test(name))
    .toSorted()
    .toReversed()
    .slice(keep);
  for (const name of old) rmSync(join(folder, name));
  return old;
}
