/** Atomic file operations for disks that may lose power or become full: a file under its final name is complete. */
import { randomBytes } from 'node:crypto';
import { constants, copyFile, link, mkdir, open, readdir, rename, rm, stat, statfs, unlink } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { HttpError, badRequest, conflict } from '../errors.ts';

/** Space to keep free, since PostgreSQL may be on the same disk. */
const reserve = { bytes: 1024 ** 3, share: 0.05 };

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code ?? '';
const diskFull = () =>
  new HttpError(507, 'There is no room left for files; nothing was kept. Tell whoever runs this server');

/** Converts errors with a known cause to an HttpError. */
export function toHttpError(error: unknown): unknown {
  if (['ENOSPC', 'EDQUOT', 'EFBIG'].includes(codeOf(error))) return diskFull();
  const isCutOff = ['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET'].includes(codeOf(error));
  return isCutOff ? badRequest('The file did not arrive whole') : error;
}

/** Name next to `path` for an incomplete file. */
export const temporaryPath = (path: string): string => `${path}~${randomBytes(6).toString('hex')}`;
export const isTemporary = (name: string): boolean => name.includes('~');

/** Milliseconds without a write after which an upload counts as abandoned; active ones write every few seconds. */
export const abandonedMs = 3600 * 1000;

/** 507 if `bytes` more would leave too little free space. */
export async function requireFreeSpace(folder: string, bytes: number): Promise<void> {
  const { bavail, blocks, bsize } = await statfs(folder);
  if (bavail * bsize - bytes < Math.min(reserve.bytes, blocks * bsize * reserve.share)) throw diskFull();
}

/** Bytes to pass between two checks of the disk. */
const stepBytes = 1024 ** 2;
/** Bytes reserved by all writers of this process and not written yet. */
let reservedBytes = 0;

/** Transform that passes bytes while the disk has room; checked continuously, since many uploads run at once. */
export function diskSpaceGuard(folder: string): Transform {
  let granted = 0;
  const take = (bytes: number) => {
    granted -= bytes;
    reservedBytes -= bytes;
  };
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const pass = () => {
        take(chunk.length);
        done(null, chunk);
      };
      if (granted >= chunk.length) return pass();
      take(-Math.max(stepBytes, chunk.length));
      return void requireFreeSpace(folder, reservedBytes).then(pass, done);
    },
    destroy(error, done) {
      take(granted);
      done(error);
    },
  });
}

/** Syncs a file or folder to disk. */
async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r');
  await handle.sync().finally(() => handle.close());
}

/** Size of a file in bytes; undefined: it cannot be read. */
export const sizeOf = (path: string): Promise<number | undefined> =>
  stat(path).then(
    ({ size }) => size,
    () => undefined,
  );

/** Reads `length` bytes from `start`; fewer at the end of the file. */
export async function readRange(path: string, start: number, length: number): Promise<Buffer> {
  const handle = await open(path, 'r');
  try {
    const bytes = Buffer.alloc(length);
    const { bytesRead } = await handle.read(bytes, 0, length, start);
    return bytes.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** Writes atomically, replacing an existing file. */
export async function write(path: string, bytes: Buffer): Promise<void> {
  const draft = temporaryPath(path);
  await mkdir(dirname(path), { recursive: true });
  try {
    const handle = await open(draft, 'wx');
    await handle
      .writeFile(bytes)
      .then(() => handle.sync())
      .finally(() => handle.close());
    await rename(draft, path);
    await flush(dirname(path));
  } catch (error) {
    await rm(draft, { force: true });
    throw toHttpError(error);
  }
}

/**
 * Writes a stream of at most `max` bytes to a new file; returns its size. Not atomic: for temporary files only.
 * Removes the file on failure.
 */
export async function writeStream(path: string, body: Readable, max: number, signal?: AbortSignal): Promise<number> {
  let size = 0;
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      done(size > max ? new HttpError(413, 'This file is larger than was announced or may be') : null, chunk);
    },
  });
  await mkdir(dirname(path), { recursive: true });
  try {
    const handle = await open(path, 'wx');
    await pipeline(body, count, diskSpaceGuard(dirname(path)), handle.createWriteStream(), { signal });
    return size;
  } catch (error) {
    await rm(path, { force: true });
    throw toHttpError(error);
  }
}

const writerOf = (path: string) => `${path}~writer-`;

/** Runs `work`, which writes to the file, under a mark that {@link snapshotFile} checks. */
export async function withWriteMark<T>(path: string, work: () => Promise<T>): Promise<T> {
  const mark = `${writerOf(path)}${randomBytes(6).toString('hex')}`;
  await (await open(mark, 'wx')).close();
  return work().finally(() => rm(mark, { force: true }));
}

async function hasWriter(path: string): Promise<boolean> {
  const names = await readdir(dirname(path));
  return names.some((name) => name.startsWith(basename(writerOf(path))));
}

/**
 * Links the complete file to a private name. If a slower writer may still have it open (or died while writing), makes a
 * copy instead. Complete files get no new writers.
 */
export async function snapshotFile(path: string): Promise<string> {
  const aside = temporaryPath(path);
  try {
    await link(path, aside);
    if (!(await hasWriter(path))) return aside;
    await rm(aside);
    await requireFreeSpace(dirname(path), (await stat(path)).size);
    await copyFile(path, aside, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL);
    return aside;
  } catch (error) {
    await rm(aside, { force: true });
    throw codeOf(error) === 'ENOENT'
      ? conflict('This file was given up, or has been uploaded already')
      : toHttpError(error);
  }
}

/** Moves a file to `near` (copies it if on another disk) and passes it to `work`; it is gone from `path` afterwards. */
export async function moveAndUse(path: string, near: string, work: (path: string) => Promise<void>): Promise<void> {
  await mkdir(dirname(near), { recursive: true });
  try {
    await rename(path, near).catch(async (error: unknown) => {
      if (codeOf(error) !== 'EXDEV') throw error;
      await copyFile(path, near, constants.COPYFILE_EXCL);
      await rm(path);
    });
    await work(near);
  } catch (error) {
    await rm(near, { force: true });
    throw toHttpError(error);
  }
}

/** Moves a file to its final name; 409 if that exists, since readers cache it forever. */
export async function moveToFinalName(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  await flush(from);
  await link(from, to).catch((error: unknown) => {
    throw codeOf(error) === 'EEXIST' ? conflict('Something was uploaded to this address already') : error;
  });
  await unlink(from);
  await flush(dirname(to));
}
