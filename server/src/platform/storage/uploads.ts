/**
 * The steps of an upload: announced, arrived, checked, readable. A step that is cut off is repeated by the next
 * process.
 */
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { type FileType, typeOfMedia } from '#contract/upload.ts';
import { type Tenant, tenants } from '#contract/kernel.ts';
import type { Db } from '#platform/database/database.ts';
import { HttpError, badRequest, notFound } from '../errors.ts';
import { checkContent } from './content.ts';
import { redraw } from './picture.ts';
import { type Announced, type Arrived, type Storage, filesPath } from './storage.ts';

interface Intent {
  tenant: Tenant;
  /** null: the server itself. */
  userId: string | null;
  prefix: string;
  name: string;
  type: FileType;
  size: number | undefined;
}

export interface Upload {
  id: string;
  key: string;
  url: string;
  type: string;
  size: number | null;
  finishedAt: string | null;
}

const columns = ['id', 'key', 'url', 'type', 'size', 'finishedAt'] as const;

/** Records what will come before any of it is there, so that the store has no file without a row. */
export async function announce(
  db: Db,
  storage: Storage,
  { tenant, userId, prefix, name, type, size }: Intent,
): Promise<Announced & { id: string; url: string }> {
  const file = `${randomBytes(16).toString('hex')}.${type.extension}`;
  const key = [tenant, prefix, file].filter(Boolean).join('/');
  const { id, url } = await db
    .insertInto('upload')
    .values({ key, url: storage.urlOf(key), name, type: type.mediaType, size: size ?? null, userId })
    .returning(['id', 'url'])
    .executeTakeFirstOrThrow();
  return { id, url, key, type, size };
}

export const findUpload = (db: Db, by: { id: string } | { key: string }): Promise<Upload | undefined> =>
  db
    .selectFrom('upload')
    .select(columns)
    .where((row) => ('id' in by ? row('id', '=', by.id) : row('key', '=', by.key)))
    .executeTakeFirst();

/** The end of an address of one of our files: its key. */
const ourKey = new RegExp(`(?:${tenants.join('|')})/(?:[\\w-]+/)*[0-9a-f]{32}\\.\\w+$`);

/**
 * Whether it is known that no file of a kind loads from an address: it is one of ours, and there is none, or it never
 * came, or it is of another kind. What other hosts have is not asked: a server that calls whatever address it is told is
 * a weapon.
 */
export async function isMissing(db: Db, kind: 'image' | 'video', address: string): Promise<boolean> {
  const key = ourKey.exec(address)?.[0];
  const upload = key === undefined ? undefined : await findUpload(db, { key });
  if (upload?.url !== address) return address.startsWith(`${filesPath}/`);
  return upload.finishedAt === null || typeOf(upload).kind !== kind;
}

export function typeOf({ type }: Pick<Upload, 'type'>): FileType {
  const found = typeOfMedia(type);
  if (!found) throw new Error(`An upload has the type ${type}, which this version does not know`);
  return found;
}

/** Looks into what came. Answers what is to be kept instead, if not the file as it is. @throws HttpError 4xx */
async function examine(file: Arrived, upload: Upload): Promise<Buffer | undefined> {
  const type = typeOf(upload);
  if (file.size > type.most) throw new HttpError(413, type.words);
  if (upload.size !== null && file.size !== upload.size) throw badRequest('This file is not as long as was announced');
  if (file.size === 0) throw badRequest('The file is empty');
  await checkContent(file, type);
  return type.kind === 'image' ? await redraw(await file.read(0, file.size), type) : undefined;
}

/** Only one of several at once; a process that died with it loses it after two minutes. */
async function claim(db: Db, id: string): Promise<void> {
  const claimed = await db
    .updateTable('upload')
    .set({ claimedAt: sql`now()` })
    .where('id', '=', id)
    .where('finishedAt', 'is', null)
    .where((row) =>
      row.or([row('claimedAt', 'is', null), row('claimedAt', '<', sql<string>`now() - interval '2 minutes'`)]),
    )
    .executeTakeFirst();
  if (claimed.numUpdatedRows === 0n)
    throw new HttpError(409, 'This file is just being looked into, or has been uploaded already');
}

/** Looks into what came and makes it readable. @throws HttpError 4xx, and then nothing is readable. */
export async function accept(db: Db, upload: Upload, file: Arrived): Promise<void> {
  await claim(db, upload.id);
  try {
    const drawn = file.isPublished ? undefined : await examine(file, upload);
    await file.publish(drawn);
    await settle(db, upload.id, drawn?.length ?? file.size);
  } catch (error) {
    await db.updateTable('upload').set({ claimedAt: null }).where('id', '=', upload.id).execute();
    throw error;
  } finally {
    await file.release();
  }
}

/** It is readable at its address. */
export async function settle(db: Db, id: string, size: number): Promise<void> {
  await db
    .updateTable('upload')
    .set({ finishedAt: sql`now()`, size })
    .where('id', '=', id)
    .execute();
}

const isRefusal = (error: unknown) => error instanceof HttpError && [400, 410, 413].includes(error.statusCode);

/** Removes the file and then its row, so that after an interruption the row still leads to it. */
export async function forget(db: Db, storage: Storage, { id, key }: Pick<Upload, 'id' | 'key'>): Promise<void> {
  await storage.remove(key);
  await db.deleteFrom('upload').where('id', '=', id).execute();
}

/**
 * Finishes what has arrived; answers its address. 404 for what was never announced, 409 while it is not all there; what
 * is refused for what it is (400, 413) or will never be there (410) is removed.
 */
export async function finish(db: Db, storage: Storage, id: string): Promise<string> {
  const upload = await findUpload(db, { id });
  if (!upload) throw notFound('upload');
  if (upload.finishedAt !== null) return upload.url;
  try {
    const file = await storage.arrived({ key: upload.key, type: typeOf(upload) });
    if (!file) throw new HttpError(409, 'The file has not arrived yet, or not all of it');
    await accept(db, upload, file);
  } catch (error) {
    if (isRefusal(error)) await forget(db, storage, upload);
    throw error;
  }
  return upload.url;
}
