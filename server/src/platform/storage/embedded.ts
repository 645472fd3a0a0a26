/** Files in a folder of DATA_DIR: `files` as they are read, `incoming` until they are whole and looked into. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { Upload } from '@tus/server';
import type { FileType } from '#contract/upload.ts';
import { HttpError } from '../errors.ts';
import { DiskPieces } from './disk-pieces.ts';
import {
  abandonedMs,
  isTemporary,
  nearby,
  temporaryPath,
  place,
  readSome,
  requireRoom,
  setAside,
  sizeOf,
  write,
  writeStream,
} from './disk.ts';
import { type Announced, type Arrived, type Storage, filesPath, presignedSeconds } from './storage.ts';

/** What a presigned address allows; `size` undefined: any length that its type may have. */
interface Grant {
  mediaType: string;
  size: number | undefined;
  /** The session that asked for it. */
  sessionId: string;
}

export class EmbeddedStorage implements Storage {
  readonly origins = [];
  readonly resumable: DiskPieces;
  /** Where the files are that are read. */
  readonly folder: string;
  readonly #incoming: string;
  readonly #secret: string;

  constructor(dataDir: string, secret: string) {
    this.folder = join(dataDir, 'uploads/files');
    this.#incoming = join(dataDir, 'uploads/incoming');
    this.#secret = secret;
    for (const folder of [this.folder, this.#incoming]) mkdirSync(folder, { recursive: true });
    this.resumable = new DiskPieces({ directory: this.#incoming });
  }

  requireRoom(bytes: number): Promise<void> {
    return requireRoom(this.folder, bytes);
  }

  urlOf(key: string): string {
    return `${filesPath}/${key}`;
  }

  #sign(...parts: unknown[]): string {
    return createHmac('sha256', this.#secret)
      .update(JSON.stringify(['upload', ...parts]))
      .digest('base64url');
  }

  async presign({ key, type, size }: Announced, sessionId: string): Promise<string> {
    await this.requireRoom(size ?? 0);
    const expires = Math.floor(Date.now() / 1000) + presignedSeconds;
    const query = new URLSearchParams({ type: type.mediaType, expires: String(expires), session: sessionId });
    if (size !== undefined) query.set('size', String(size));
    query.set('signature', this.#sign(key, type.mediaType, expires, size, sessionId));
    return `${filesPath}/${key}?${query.toString()}`;
  }

  /** What the address allows; 403 when it is not ours, was changed, or is too old. */
  readGrant(key: string, query: Record<string, unknown>): Grant {
    const [mediaType, expires] = [String(query['type']), Number(query['expires'])];
    const size = query['size'] === undefined ? undefined : Number(query['size']);
    const sessionId = String(query['session']);
    const given = Buffer.from(String(query['signature']));
    const ours = Buffer.from(this.#sign(key, mediaType, expires, size, sessionId));
    if (given.length !== ours.length || !timingSafeEqual(given, ours))
      throw new HttpError(403, 'This address was not made for an upload');
    if (expires * 1000 < Date.now()) throw new HttpError(403, 'This address is too old; ask for another');
    return { mediaType, size, sessionId };
  }

  async put(key: string, _type: FileType, bytes: Buffer): Promise<void> {
    await this.requireRoom(bytes.length);
    await write(join(this.folder, key), bytes);
  }

  async take(key: string, _type: FileType, path: string): Promise<void> {
    await nearby(path, temporaryPath(join(this.#incoming, key)), (near) => place(near, join(this.folder, key)));
  }

  async localPath(key: string): Promise<string> {
    return join(this.folder, key);
  }

  /** Takes in a file of at most `most` bytes, shows it to `look`, and keeps of it what that publishes. */
  async receive(key: string, body: Readable, most: number, look: (file: Arrived) => Promise<void>): Promise<void> {
    const path = temporaryPath(join(this.#incoming, key));
    const size = await writeStream(path, body, most);
    const own = Promise.resolve(path);
    await look(this.#arrived(key, size, () => own)).finally(() => rm(path, { force: true }));
  }

  async begin({ key, size, owner }: Announced & { size: number; owner: string }): Promise<void> {
    await this.resumable.create(new Upload({ id: key, size, offset: 0, metadata: { owner } }));
    // This one is counted among them: of two that begin at once each sees the other.
    await this.requireRoom(await this.resumable.awaited()).catch(async (error: unknown) => {
      await this.#forgetPieces(key);
      throw error;
    });
  }

  async arrived({ key }: Pick<Announced, 'key'>): Promise<Arrived | undefined> {
    const [done, came] = [join(this.folder, key), join(this.#incoming, key)];
    const [doneSize, cameSize] = [await sizeOf(done), await sizeOf(came)];
    if (doneSize !== undefined) return this.#published(key, doneSize);
    if (cameSize === undefined) return undefined;
    const upload = await this.resumable.find(key);
    return cameSize === upload?.size ? this.#arrived(key, cameSize, () => setAside(came)) : undefined;
  }

  #published(key: string, size: number): Arrived {
    return {
      size,
      isPublished: true,
      read: (start, length) => readSome(join(this.folder, key), start, length),
      publish: () => this.#forgetPieces(key),
      release: async () => undefined,
    };
  }

  /** `take`: makes it a file that nobody else writes into; what is looked into is what is published. */
  #arrived(key: string, size: number, take: () => Promise<string>): Arrived {
    let taken: Promise<string> | undefined;
    const path = () => (taken ??= take());
    return {
      size,
      isPublished: false,
      read: async (start, length) => readSome(await path(), start, Math.max(0, Math.min(length, size - start))),
      publish: async (instead) => {
        if (instead) await write(await path(), instead);
        await place(await path(), join(this.folder, key));
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

  /** Other processes may be writing here: what one set aside and was killed with is told by its age alone. */
  async clean(before: Date): Promise<void> {
    const abandoned = new Date(Math.max(before.getTime(), Date.now() - abandonedMs));
    for (const entry of await readdir(this.#incoming, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      const { mtime } = await stat(path).catch(() => ({ mtime: before }));
      if (entry.isFile() && mtime < (isTemporary(entry.name) ? abandoned : before)) await rm(path, { force: true });
    }
  }
}
