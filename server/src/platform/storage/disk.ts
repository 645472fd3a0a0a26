/** Files on a disk that may lose its power or be full: what is there under its name is there whole. */
import { randomBytes } from 'node:crypto';
import { constants, copyFile, link, mkdir, open, readdir, rename, rm, stat, statfs, unlink } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { HttpError, badRequest, conflict } from '../errors.ts';

/** PostgreSQL may live on the same disk: this much stays free for it. */
const reserve = { bytes: 1024 ** 3, share: 0.05 };

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code ?? '';
const diskFull = () =>
  new HttpError(507, 'There is no room left for files; nothing was kept. Tell whoever runs this server');

/** Why writing failed, in words where they help. */
export function asRefusal(error: unknown): unknown {
  if (['ENOSPC', 'EDQUOT', 'EFBIG'].includes(codeOf(error))) return diskFull();
  const isCutOff = ['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET'].includes(codeOf(error));
  return isCutOff ? badRequest('The file did not arrive whole') : error;
}

/** A name beside this one, for what is not whole yet. */
export const temporaryPath = (path: string): string => `${path}~${randomBytes(6).toString('hex')}`;
export const isTemporary = (name: string): boolean => name.includes('~');

/** Into what is being sent something is written every few seconds: after an hour without, nobody sends it any more. */
export const abandonedMs = 3600 * 1000;

/** 507 when so many bytes more would leave too little. */
export async function requireRoom(folder: string, bytes: number): Promise<void> {
  const { bavail, blocks, bsize } = await statfs(folder);
  if (bavail * bsize - bytes < Math.min(reserve.bytes, blocks * bsize * reserve.share)) throw diskFull();
}

/** So many bytes are let through between two looks at the disk. */
const stepBytes = 1024 ** 2;
/** Let through and not written yet, by all who write in this process. */
let promised = 0;

/** Lets bytes through while there is room: many write at once, and what was free when they began need not be any more. */
export function whileThereIsRoom(folder: string): Transform {
  let granted = 0;
  const take = (bytes: number) => {
    granted -= bytes;
    promised -= bytes;
  };
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const pass = () => {
        take(chunk.length);
        done(null, chunk);
      };
      if (granted >= chunk.length) return pass();
      take(-Math.max(stepBytes, chunk.length));
      return void requireRoom(folder, promised).then(pass, done);
    },
    destroy(error, done) {
      take(granted);
      done(error);
    },
  });
}

/** Until it is on the disk it is not kept. */
async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r');
  await handle.sync().finally(() => handle.close());
}

export const sizeOf = (path: string): Promise<number | undefined> =>
  stat(path).then(
    ({ size }) => size,
    () => undefined,
  );

export async function readSome(path: string, start: number, length: number): Promise<Buffer> {
  const handle = await open(path, 'r');
  try {
    const bytes = Buffer.alloc(length);
    const { bytesRead } = await handle.read(bytes, 0, length, start);
    return bytes.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** Replaces what is there. */
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
    throw asRefusal(error);
  }
}

/** Takes in at most `most` bytes and answers how many; what is refused or breaks off leaves nothing behind. */
export async function writeStream(path: string, body: Readable, most: number, signal?: AbortSignal): Promise<number> {
  let size = 0;
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      done(size > most ? new HttpError(413, 'This file is larger than was announced or may be') : null, chunk);
    },
  });
  await mkdir(dirname(path), { recursive: true });
  try {
    const handle = await open(path, 'wx');
    await pipeline(body, count, whileThereIsRoom(dirname(path)), handle.createWriteStream(), { signal });
    return size;
  } catch (error) {
    await rm(path, { force: true });
    throw asRefusal(error);
  }
}

const writerOf = (path: string) => `${path}~writer-`;

/** While `work` has the file open to write into it, {@link setAside} knows. */
export async function whileWriting<T>(path: string, work: () => Promise<T>): Promise<T> {
  const mark = `${writerOf(path)}${randomBytes(6).toString('hex')}`;
  await (await open(mark, 'wx')).close();
  return work().finally(() => rm(mark, { force: true }));
}

async function hasWriter(path: string): Promise<boolean> {
  const names = await readdir(dirname(path));
  return names.some((name) => name.startsWith(basename(writerOf(path))));
}

/**
 * The file, whole, under a name that nobody else knows of. Whoever began to write it and was overtaken may still change
 * it: where somebody has it open, or died with it, this is a copy. Nobody opens a whole file to write more.
 */
export async function setAside(path: string): Promise<string> {
  const aside = temporaryPath(path);
  try {
    await link(path, aside);
    if (!(await hasWriter(path))) return aside;
    await rm(aside);
    await requireRoom(dirname(path), (await stat(path)).size);
    await copyFile(path, aside, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL);
    return aside;
  } catch (error) {
    await rm(aside, { force: true });
    throw codeOf(error) === 'ENOENT'
      ? conflict('This file was given up, or has been uploaded already')
      : asRefusal(error);
  }
}

/** Gives `work` the file on the disk of `near`: moved there, or where it is on another disk copied. It is gone afterwards. */
export async function nearby(path: string, near: string, work: (path: string) => Promise<void>): Promise<void> {
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
    throw asRefusal(error);
  }
}

/** 409 when there is something already: what its readers keep for ever is written once. */
export async function place(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  await flush(from);
  await link(from, to).catch((error: unknown) => {
    throw codeOf(error) === 'EEXIST' ? conflict('Something was uploaded to this address already') : error;
  });
  await unlink(from);
  await flush(dirname(to));
}
