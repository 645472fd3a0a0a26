/** Embedded storage in DATA_DIR: `files` for readable files, `incoming` for incomplete or unchecked ones. */
import { createHmac } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { FileType } from '#contract/kernel/upload.ts';
import { HttpError } from '../errors.ts';
import { isSame } from '../is-same.ts';
import type { DiskPieces } from './disk-pieces.ts';
import {
  abandonedMs,
  isTemporary,
  moveAndUse,
  temporaryPath,
  moveToFinalName,
  readRange,
  requireFreeSpace,
  snapshotFile,
  sizeOf,
  write,
  writeStream,
} from './disk.ts';
import { type AnnouncedFile, type CompleteFile, type Storage, filesPath, presignedSeconds } from './storage.ts';

/** Contents of a presigned URL; `size` undefined: up to the limit of its type. */
interface Grant {
  mediaType: string;
  size: number | undefined;
  /** Session that requested it. */
  sessionId: string;
}

const signatureOf = (secret: string, ...parts: unknown[]) =>
  createHmac('sha256', secret)
    .update(JSON.stringify(['upload', ...parts]))
    .digest('base64url');

export class EmbeddedStorage implements Storage {
  readonly origins = [];
  /** Folder of readable files. */
  readonly folder: string;
  readonly #incoming: string;
  #pieces: Promise<DiskPieces> | undefined;
  /** The first signs. */
  readonly #secrets: readonly string[];

  constructor(dataDir: string, secrets: readonly string[]) {
    this.folder = join(dataDir, 'uploads/files');
    this.#incoming = join(dataDir, 'uploads/incoming');
    this.#secrets = secrets;
    for (const folder of [this.folder, this.#incoming]) mkdirSync(folder, { recursive: true });
  }

  /** Loads the library with the first upload in pieces. */
  resumable(): Promise<DiskPieces> {
    this.#pieces ??= import('./disk-pieces.ts').then(({ DiskPieces }) => new DiskPieces({ directory: this.#incoming }));
    return this.#pieces;
  }

  requireRoom(bytes: number): Promise<void> {
    return requireFreeSpace(this.folder, bytes);
  }

  urlOf(key: string): string {
    return `${filesPath}/${key}`;
  }

  async presign({ key, type, size }: AnnouncedFile, sessionId: string): Promise<string> {
    await this.requireRoom(size ?? 0);
    const expires = Math.floor(Date.now() / 1000) + presignedSeconds;
    const query = new URLSearchParams({ type: type.mediaType, expires: String(expires), session: sessionId });
    if (size !== undefined) query.set('size', String(size));
    query.set('signature', signatureOf(this.#secrets[0]!, key, type.mediaType, expires, size, sessionId));
    return `${filesPath}/${key}?${query.toString()}`;
  }

  /** Verifies a presigned URL; 403 if its signature is wrong or it has expired. */
  readGrant(key: string, query: Record<string, unknown>): Grant {
    const [mediaType, expires] = [String(query['type']), Number(query['expires'])];
    const size = query['size'] === undefined ? undefined : Number(query['size']);
    const sessionId = String(query['session']);
    const signed = [key, mediaType, expires, size, sessionId];
    if (!this.#secrets.some((secret) => isSame(String(query['signature']), signatureOf(secret, ...signed))))
      throw new HttpError(403, 'This address was not made for an upload');
    if (expires * 1000 < Date.now()) throw new HttpError(403, 'This address is too old; ask for another');
    return { mediaType, size, sessionId };
  }

  async put(key: string, _type: FileType, bytes: Buffer): Promise<void> {
    await this.requireRoom(bytes.length);
    await write(join(this.folder, key), bytes);
  }

  async take(key: string, _type: FileType, path: string): Promise<void> {
    await moveAndUse(path, temporaryPath(join(this.#incoming, key)), (near) =>
      moveToFinalName(near, join(this.folder, key)),
    );
  }

  async localPath(key: string): Promise<string> {
    return join(this.folder, key);
  }

  /** Receives a file of at most `max` bytes, passes it to `look`, and keeps what that publishes. */
  async receive(key: string, body: Readable, max: number, look: (file: CompleteFile) => Promise<void>): Promise<void> {
    const path = temporaryPath(join(this.#incoming, key));
    const size = await writeStream(path, body, max);
    const own = Promise.resolve(path);
    await look(this.#arrived(key, size, () => own)).finally(() => rm(path, { force: true }));
  }

  async begin({ key, size, owner }: AnnouncedFile & { size: number; owner: string }): Promise<void> {
    const pieces = await this.resumable();
    await pieces.begin(key, size, owner);
    // Includes this upload, so that two concurrent ones see each other.
    await this.requireRoom(await pieces.awaited()).catch(async (error: unknown) => {
      await this.#forgetPieces(key);
      throw error;
    });
  }

  async arrived({ key }: Pick<AnnouncedFile, 'key'>): Promise<CompleteFile | undefined> {
    const [publishedPath, incomingPath] = [join(this.folder, key), join(this.#incoming, key)];
    const [doneSize, cameSize] = [await sizeOf(publishedPath), await sizeOf(incomingPath)];
    if (doneSize !== undefined) return this.#published(key, doneSize);
    if (cameSize === undefined) return undefined;
    const upload = await (await this.resumable()).find(key);
    return cameSize === upload?.size ? this.#arrived(key, cameSize, () => snapshotFile(incomingPath)) : undefined;
  }

  #published(key: string, size: number): CompleteFile {
    return {
      size,
      isPublished: true,
      read: (start, length) => readRange(join(this.folder, key), start, length),
      publish: () => this.#forgetPieces(key),
      release: async () => undefined,
    };
  }

  /**
   * File that has arrived. `take` gives it a private name before the first read, so that the checked file is the
   * published one.
   */
  #arrived(key: string, size: number, take: () => Promise<string>): CompleteFile {
    let taken: Promise<string> | undefined;
    const path = () => (taken ??= take());
    return {
      size,
      isPublished: false,
      read: async (start, length) => readRange(await path(), start, Math.max(0, Math.min(length, size - start))),
      publish: async (instead) => {
        if (instead) await write(await path(), instead);
        await moveToFinalName(await path(), join(this.folder, key));
        await this.#forgetPieces(key);
      },
      release: async () => {
        const left = await taken?.catch(() => undefined);
        if (left !== undefined) await rm(left, { force: true });
      },
    };
  }

  async #forgetPieces(key: string): Promise<void> {
    for (const end of ['', '.json']) await rm(join(this.#incoming, `${key}${end}`), { force: true });
  }

  async remove(key: string): Promise<void> {
    await rm(join(this.folder, key), { force: true });
    await this.#forgetPieces(key);
  }

  /** Removes old files. Other processes may be writing, so leftovers are recognized by age alone. */
  async clean(before: Date): Promise<void> {
    const abandoned = new Date(Math.max(before.getTime(), Date.now() - abandonedMs));
    for (const entry of await readdir(this.#incoming, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      const { mtime } = await stat(path).catch(() => ({ mtime: before }));
      if (entry.isFile() && mtime < (isTemporary(entry.name) ? abandoned : before)) await rm(path, { force: true });
    }
  }
}
