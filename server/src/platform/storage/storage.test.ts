/** Tests that embedded storage and S3 behave alike. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FileType, typeOfMedia } from '#contract/kernel/upload.ts';
import { testS3 } from '#platform/testing/s3.ts';
import { EmbeddedStorage } from './embedded.ts';
import { S3Storage } from './s3.ts';
import { pieceBytes } from './s3-pieces.ts';
import type { Storage } from './storage.ts';

interface Backend {
  storage: Storage;
  /** Names of all stored files, complete or not. */
  everything: () => Promise<string[]>;
  /** Content at a URL; undefined if missing. */
  fetched: (url: string) => Promise<Buffer | undefined>;
  stop: () => Promise<void>;
}

async function s3Backend(): Promise<Backend> {
  const server = await testS3();
  return {
    storage: new S3Storage(server.settings),
    everything: server.keys,
    fetched: async (url) => {
      const answer = await fetch(url);
      return answer.ok ? Buffer.from(await answer.arrayBuffer()) : undefined;
    },
    stop: server.stop,
  };
}

async function embeddedBackend(): Promise<Backend> {
  const dataDir = await mkdtemp(join(tmpdir(), 'lectern-store-'));
  const storage = new EmbeddedStorage(dataDir, ['a secret']);
  const files = async (folder: string) =>
    (await readdir(folder, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name));
  return {
    storage,
    everything: () => files(dataDir),
    fetched: (url) => readFile(join(storage.folder, url.replace('/files/', ''))).catch(() => undefined),
    stop: () => rm(dataDir, { recursive: true }),
  };
}

const png = typeOfMedia('image/png') as FileType;
const mp4 = typeOfMedia('video/mp4') as FileType;
const keyOf = (extension: string) => `coding/tests/${randomBytes(16).toString('hex')}.${extension}`;

describe.each([
  ['the embedded store', embeddedBackend],
  ['S3', s3Backend],
])('%s', (_, open) => {
  let backend: Backend;
  let storage: Storage;
  beforeAll(async () => {
    backend = await open();
    storage = backend.storage;
  });
  afterAll(() => backend.stop());

  it('stores a file, serves it, and removes it, repeatedly', async () => {
    const key = keyOf('png');
    const bytes = randomBytes(5000);
    await storage.put(key, png, bytes);
    expect(await backend.fetched(storage.urlOf(key))).toEqual(bytes);
    await storage.remove(key);
    expect(await backend.fetched(storage.urlOf(key))).toBeUndefined();
    await storage.remove(key);
  });

  it('returns undefined for a file that did not arrive', async () => {
    expect(await storage.arrived({ key: keyOf('png'), type: png })).toBeUndefined();
  });

  it('receives a file in pieces, reports the offset, and publishes it when complete', async () => {
    const key = keyOf('mp4');
    const bytes = randomBytes(2 * pieceBytes + 12_345);
    await storage.begin({ key, type: mp4, size: bytes.length, owner: 'budi' });
    expect(await (await storage.resumable()).getUpload(key)).toMatchObject({
      offset: 0,
      size: bytes.length,
      metadata: { owner: 'budi' },
    });
    await (await storage.resumable()).write(Readable.from([bytes.subarray(0, pieceBytes)]), key, 0);
    expect((await (await storage.resumable()).getUpload(key)).offset).toBe(pieceBytes);
    expect(await storage.arrived({ key, type: mp4 })).toBeUndefined();
    expect(await backend.fetched(storage.urlOf(key))).toBeUndefined();
    await (await storage.resumable()).write(Readable.from([bytes.subarray(pieceBytes)]), key, pieceBytes);
    const file = await storage.arrived({ key, type: mp4 });
    expect(file?.size).toBe(bytes.length);
    expect(await file?.read(pieceBytes - 3, 10)).toEqual(bytes.subarray(pieceBytes - 3, pieceBytes + 7));
    expect(await file?.read(bytes.length - 4, 100)).toEqual(bytes.subarray(-4));
    await file?.publish();
    expect((await backend.fetched(storage.urlOf(key)))?.equals(bytes)).toBe(true);
    await storage.remove(key);
    expect(await backend.everything()).toEqual([]);
  });

  it('continues from the reported offset after an interruption anywhere', async () => {
    const key = keyOf('mp4');
    const bytes = randomBytes(pieceBytes + 500_000);
    await storage.begin({ key, type: mp4, size: bytes.length, owner: 'budi' });
    for (const cut of [100_000, pieceBytes - 1, pieceBytes + 7, bytes.length]) {
      const { offset } = await (await storage.resumable()).getUpload(key);
      const breaking = Readable.from(
        (function* pieces() {
          yield bytes.subarray(offset, cut);
          if (cut < bytes.length) throw new Error('cut');
        })(),
      );
      await (await storage.resumable()).write(breaking, key, offset).catch(() => undefined);
    }
    const file = await storage.arrived({ key, type: mp4 });
    await file?.publish();
    expect((await backend.fetched(storage.urlOf(key)))?.equals(bytes)).toBe(true);
    await storage.remove(key);
  });

  it('leaves nothing of an abandoned upload', async () => {
    const key = keyOf('mp4');
    const bytes = randomBytes(2 * pieceBytes);
    await storage.begin({ key, type: mp4, size: bytes.length, owner: 'budi' });
    await (await storage.resumable()).write(Readable.from([bytes.subarray(0, pieceBytes)]), key, 0);
    await storage.remove(key);
    expect(await backend.everything()).toEqual([]);
    await expect((await storage.resumable()).getUpload(key)).rejects.toMatchObject({ status_code: 404 });
  });

  it('publishes replacement content if given', async () => {
    const key = keyOf('png');
    const came = randomBytes(3000);
    await storage.begin({ key, type: png, size: came.length, owner: 'budi' });
    await (await storage.resumable()).write(Readable.from([came]), key, 0);
    const drawn = randomBytes(2000);
    await (await storage.arrived({ key, type: png }))?.publish(drawn);
    expect(await backend.fetched(storage.urlOf(key))).toEqual(drawn);
    // After a crash before it was recorded, the file is found published.
    expect(await storage.arrived({ key, type: png })).toMatchObject({ isPublished: true, size: drawn.length });
    await storage.remove(key);
    expect(await backend.everything()).toEqual([]);
  });

  it('publishes the checked file despite a late writer', async () => {
    const key = keyOf('mp4');
    const [good, evil] = [randomBytes(50_000), randomBytes(50_000)];
    await storage.begin({ key, type: mp4, size: good.length, owner: 'budi' });
    const late = new PassThrough();
    const written = (await storage.resumable()).write(late, key, 0).catch(() => undefined);
    await (await storage.resumable()).write(Readable.from([good]), key, 0);
    const file = await storage.arrived({ key, type: mp4 });
    expect(await file?.read(0, good.length)).toEqual(good);
    late.write(evil.subarray(0, 20_000));
    await file?.publish();
    late.end(evil.subarray(20_000));
    await written;
    expect((await backend.fetched(storage.urlOf(key)))?.equals(good)).toBe(true);
    await storage.remove(key);
  });

  it('publishes the checked file despite a writer that starts when it is complete', async () => {
    const key = keyOf('mp4');
    const [good, evil] = [randomBytes(50_000), randomBytes(50_000)];
    await storage.begin({ key, type: mp4, size: good.length, owner: 'budi' });
    await (await storage.resumable()).write(Readable.from([good]), key, 0);
    const file = await storage.arrived({ key, type: mp4 });
    expect(await file?.read(0, good.length)).toEqual(good);
    await (await storage.resumable()).write(Readable.from([evil]), key, 0).catch(() => undefined);
    await file?.publish();
    expect((await backend.fetched(storage.urlOf(key)))?.equals(good)).toBe(true);
    await storage.remove(key);
  });
});

describe('a presigned URL of S3', () => {
  let backend: Backend;
  beforeAll(async () => {
    backend = await s3Backend();
  });
  afterAll(() => backend.stop());

  const bytes = randomBytes(4000);
  const put = (url: string, headers: Record<string, string>, body = bytes) =>
    fetch(url, { method: 'PUT', body, headers }).then(({ status }) => status);
  const good = { 'content-type': 'image/png', 'x-amz-acl': 'public-read' };

  it('accepts its file, which is then readable at the URL without the query', async () => {
    const key = keyOf('png');
    const url = await backend.storage.presign({ key, type: png, size: bytes.length }, 'a session');
    expect(await put(url, good)).toBe(200);
    const read = await fetch(url.split('?', 1)[0] ?? '');
    expect(Buffer.from(await read.arrayBuffer())).toEqual(bytes);
    const file = await backend.storage.arrived({ key, type: png });
    await file?.publish();
    const published = await fetch(backend.storage.urlOf(key));
    expect(published.headers.get('content-type')).toBe('image/png');
    expect(published.headers.get('cache-control')).toContain('immutable');
  });

  it.each([
    ['another content type', { ...good, 'content-type': 'text/html' }, bytes],
    ['another right', { ...good, 'x-amz-acl': 'public-read-write' }, bytes],
    ['a longer file', good, randomBytes(4001)],
    ['a shorter file', good, randomBytes(3999)],
  ])('rejects %s', async (_, headers, body) => {
    const url = await backend.storage.presign({ key: keyOf('png'), type: png, size: bytes.length }, 'a session');
    expect(await put(url, headers, body)).toBe(403);
  });

  it('rejects a changed key', async () => {
    const url = await backend.storage.presign({ key: keyOf('png'), type: png, size: bytes.length }, 'a session');
    expect(await put(url.replace('coding/tests', 'cyber/tests'), good)).toBe(403);
  });
});

it.runIf(process.platform === 'linux')(
  'reports a disk that cannot be written as full, and leaves no mark',
  async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'lectern-store-'));
    const storage = new EmbeddedStorage(dataDir, ['a secret']);
    const key = keyOf('mp4');
    await storage.begin({ key, type: mp4, size: 1000, owner: 'budi' });
    const upload = join(dataDir, 'uploads/incoming', key);
    await rm(upload);
    await symlink('/dev/full', upload);
    await expect((await storage.resumable()).write(Readable.from([randomBytes(1000)]), key, 0)).rejects.toMatchObject({
      statusCode: 507,
    });
    expect((await readdir(dirname(upload))).toSorted()).toEqual([basename(upload), `${basename(upload)}.json`]);
    await rm(dataDir, { recursive: true });
  },
);

it('removes leftovers of killed processes after an hour, but nothing in use', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'lectern-store-'));
  const storage = new EmbeddedStorage(dataDir, ['a secret']);
  const key = keyOf('mp4');
  await storage.begin({ key, type: mp4, size: 1000, owner: 'budi' });
  const upload = join(dataDir, 'uploads/incoming', key);
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3600_000);
  for (const [path, hours] of [
    [`${upload}~0123456789ab`, 2],
    [`${upload}~ba9876543210`, 0.5],
    [upload, 2],
  ] as const) {
    await writeFile(path, 'some');
    await utimes(path, hoursAgo(hours), hoursAgo(hours));
  }
  await storage.clean(hoursAgo(7 * 24));
  const name = basename(upload);
  expect((await readdir(dirname(upload))).toSorted()).toEqual([name, `${name}.json`, `${name}~ba9876543210`]);
  await storage.clean(hoursAgo(-1));
  expect(await readdir(dirname(upload))).toEqual([]);
  await rm(dataDir, { recursive: true });
});
