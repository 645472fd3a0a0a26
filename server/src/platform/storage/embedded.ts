/** Files in a folder of DATA_DIR: `files` as they are read, `incoming` until they are whole and looked into. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { link, mkdir, open, readdir, rename, rm, stat, statfs, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Transform, type Readable } from 'node:stream';
import { FileStore } from '@tus/file-store';
import { Upload } from '@tus/server';
import { HttpError, badRequest, conflict } from '../errors.ts';
import { type Arrived, type Storage, presignedSeconds } from './storage.ts';

/** What a presigned address allows. */
export interface Grant {
  key: string;
  mediaType: string;
  size: number | undefined;
}

export interface EmbeddedStorage extends Storage {
  /** Where the files are that are read. */
  readonly folder: string;
  /** What the address allows; 403 when it is not ours, was changed, or is too old. */
  readGrant(key: string, query: Record<string, unknown>): Grant;
  /** Takes in a file of at most `most` bytes. What is refused or breaks off leaves nothing behind. */
  receive(key: string, body: Readable, most: number): Promise<Arrived & { discard(): Promise<void> }>;
}

export const filesPath = '/files';

/** PostgreSQL may live on the same disk: this much stays free for it. */
const reserve = { bytes: 1024 ** 3, share: 0.05 };

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code;
const diskFull = () =>
  new HttpError(507, 'There is no room left for files; nothing was kept. Tell whoever runs this server');
const isDiskFull = (error: unknown) => ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(codeOf(error) ?? '');

/** Until it is on the disk it is not kept. */
async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r');
  await handle.sync().finally(() => handle.close());
}

const sizeOf = (path: string): Promise<number | undefined> =>
  stat(path).then(
    ({ size }) => size,
    () => undefined,
  );

async function readSome(path: string, start: number, length: number): Promise<Buffer> {
  const handle = await open(path, 'r');
  try {
    const bytes = Buffer.alloc(length);
    const { bytesRead } = await handle.read(bytes, 0, length, start);
    return bytes.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** Writes beside the place and moves there: what is read is whole. */
async function write(path: string, bytes: Buffer): Promise<void> {
  const beside = `${path}~${randomBytes(6).toString('hex')}`;
  await mkdir(dirname(path), { recursive: true });
  try {
    const handle = await open(beside, 'wx');
    await handle
      .writeFile(bytes)
      .then(() => handle.sync())
      .finally(() => handle.close());
    await rename(beside, path);
    await flush(dirname(path));
  } catch (error) {
    await rm(beside, { force: true });
    throw isDiskFull(error) ? diskFull() : error;
  }
}

/** 409 when there is something already: what is kept for ever by its readers is written once. */
async function place(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  await flush(from);
  await link(from, to).catch((error: unknown) => {
    throw codeOf(error) === 'EEXIST' ? conflict('Something was uploaded to this address already') : error;
  });
  await unlink(from);
  await flush(dirname(to));
}

export function openEmbedded(dataDir: string, secret: string): EmbeddedStorage {
  const root = join(dataDir, 'uploads');
  const folder = join(root, 'files');
  const incoming = join(root, 'incoming');
  for (const path of [folder, incoming]) mkdirSync(path, { recursive: true });
  const fileOf = (key: string) => join(folder, key);
  const resumable = new FileStore({ directory: incoming });
  const sign = (...parts: unknown[]) =>
    createHmac('sha256', secret).update(JSON.stringify(['upload', ...parts])).digest('base64url');

  async function requireRoom(size: number): Promise<void> {
    const { bavail, blocks, bsize } = await statfs(root);
    if (bavail * bsize - size < Math.min(reserve.bytes, blocks * bsize * reserve.share)) throw diskFull();
  }

  const arrivedAt = (path: string, key: string, size: number): Arrived => ({
    size,
    read: (start, length) => readSome(path, start, Math.max(0, Math.min(length, size - start))),
    publish: async (instead) => {
      if (path === fileOf(key)) return;
      if (instead) await write(path, instead);
      await place(path, fileOf(key));
      await rm(`${path}.json`, { force: true });
    },
  });

  return {
    folder,
    origins: [],
    resumable,
    requireRoom,
    urlOf: (key) => `${filesPath}/${key}`,
    presign: async ({ key, type, size }) => {
      if (size !== undefined) await requireRoom(size);
      const expires = Math.floor(Date.now() / 1000) + presignedSeconds;
      const query = new URLSearchParams({ type: type.mediaType, expires: String(expires) });
      if (size !== undefined) query.set('size', String(size));
      query.set('signature', sign(key, type.mediaType, expires, size));
      return `${filesPath}/${key}?${query}`;
    },
    readGrant: (key, query) => {
      const [mediaType, expires] = [String(query['type']), Number(query['expires'])];
      const size = query['size'] === undefined ? undefined : Number(query['size']);
      const [given, ours] = [String(query['signature']), sign(key, mediaType, expires, size)].map((one) => Buffer.from(one));
      if (!given || !ours || given.length !== ours.length || !timingSafeEqual(given, ours))
        throw new HttpError(403, 'This address was not made for an upload');
      if (expires * 1000 < Date.now()) throw new HttpError(403, 'This address is too old; ask for another');
      return { key, mediaType, size };
    },
    put: async (key, _type, bytes) => {
      await requireRoom(bytes.length);
      await write(fileOf(key), bytes);
    },
    receive: async (key, body, most) => {
      const path = join(incoming, `${key}~${randomBytes(6).toString('hex')}`);
      const discard = () => rm(path, { force: true });
      await mkdir(dirname(path), { recursive: true });
      try {
        const size = await writeStream(path, body, most);
        return { ...arrivedAt(path, key, size), discard };
      } catch (error) {
        await discard();
        throw isDiskFull(error) ? diskFull() : error;
      }
    },
    begin: async ({ key, size, owner }) => {
      await requireRoom(size);
      await resumable.create(new Upload({ id: key, size, offset: 0, metadata: { owner } }));
    },
    arrived: async ({ key }) => {
      const [done, came] = [await sizeOf(fileOf(key)), await sizeOf(join(incoming, key))];
      if (done !== undefined) return arrivedAt(fileOf(key), key, done);
      const meant = came === undefined ? undefined : (await resumable.getUpload(key)).size;
      return came !== undefined && came === meant ? arrivedAt(join(incoming, key), key, came) : undefined;
    },
    remove: async (key) => {
      for (const path of [fileOf(key), join(incoming, key), join(incoming, `${key}.json`)]) await rm(path, { force: true });
    },
    clean: async (before) => {
      for (const entry of await readdir(incoming, { recursive: true, withFileTypes: true })) {
        const path = join(entry.parentPath, entry.name);
        if (entry.isFile() && (await stat(path)).mtime < before) await rm(path, { force: true });
      }
    },
  };
}

async function writeStream(path: string, body: Readable, most: number): Promise<number> {
  let size = 0;
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      done(size > most ? new HttpError(413, 'This file is larger than was announced or may be') : null, chunk);
    },
  });
  const handle = await open(path, 'wx');
  await pipeline(body, count, handle.createWriteStream()).catch((error: unknown) => {
    throw codeOf(error) === 'ERR_STREAM_PREMATURE_CLOSE' || codeOf(error) === 'ECONNRESET'
      ? badRequest('The file did not arrive whole')
      : error;
  });
  return size;
}
