/** Steps of an upload: announced, arrived, checked, readable. An interrupted step is repeated by the next process. */
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { type FileKind, type FileType, typeOfMedia } from '#contract/kernel/upload.ts';
import { type Tenant, tenants } from '#contract/kernel/endpoint.ts';
import type { Db } from '#platform/database/database.ts';
import { HttpError, badRequest, notFound } from '../errors.ts';
import { checkContent } from './content.ts';
import { reencode } from './picture.ts';
import { type AnnouncedFile, type CompleteFile, type Storage, filesPath } from './storage.ts';

interface Intent {
  tenant: Tenant;
  /** null: created by the server. */
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
  name: string;
  type: string;
  size: number | null;
  finishedAt: string | null;
}

const columns = ['id', 'key', 'url', 'name', 'type', 'size', 'finishedAt'] as const;

/** Records a file before any of it exists, so that the storage has no file without a row. */
export async function announce(
  db: Db,
  storage: Storage,
  { tenant, userId, prefix, name, type, size }: Intent,
): Promise<AnnouncedFile & { id: string; url: string }> {
  const file = `${randomBytes(16).toString('hex')}.${type.extension}`;
  const key = [tenant, prefix, file].filter(Boolean).join('/');
  const { id, url } = await db
    .insertInto('upload')
    .values({ key, url: storage.urlOf(key), name, type: type.mediaType, size: size ?? null, userId })
    .returning(['id', 'url'])
    .executeTakeFirstOrThrow();
  return { id, url, key, type, size };
}

export const findUpload = (
  db: Db,
  by: { id: string; userId?: string } | { key: string } | { url: string },
): Promise<Upload | undefined> =>
  db
    .selectFrom('upload')
    .select(columns)
    .where((row) => row.and(by))
    .executeTakeFirst();

const isComplete = (upload: Upload, kind: FileKind) => upload.finishedAt !== null && typeOf(upload).kind === kind;

/** Whether an address is that of a file of this kind that was uploaded to this brand and passed its check. */
export async function isUploaded(db: Db, kind: FileKind, url: string): Promise<boolean> {
  const upload = await findUpload(db, { url });
  return upload !== undefined && isComplete(upload, kind);
}

/** Whether a file is complete and not withdrawn. */
export const isReadable = async (db: Db, key: string): Promise<boolean> =>
  (await db
    .selectFrom('upload')
    .select('id')
    .where('key', '=', key)
    .where('finishedAt', 'is not', null)
    .where('withdrawnAt', 'is', null)
    .executeTakeFirst()) !== undefined;

/** Key at the end of the URL of one of our files. */
const ourKey = new RegExp(`(?:${tenants.join('|')})/(?:[\\w-]+/)*[0-9a-f]{32}\\.\\w+$`);

/**
 * Whether it is certain that no file of this kind loads from an address: the address is ours, but its file is missing,
 * unfinished or of another kind. Other hosts are not contacted, since requests to arbitrary addresses could be abused
 * (SSRF).
 */
export async function isMissing(db: Db, kind: FileKind, address: string): Promise<boolean> {
  const key = ourKey.exec(address)?.[0];
  const upload = key === undefined ? undefined : await findUpload(db, { key });
  if (upload?.url !== address) return address.startsWith(`${filesPath}/`);
  return !isComplete(upload, kind);
}

export function typeOf({ type }: Pick<Upload, 'type'>): FileType {
  const fileType = typeOfMedia(type);
  if (!fileType) throw new Error(`An upload has the type ${type}, which this version does not know`);
  return fileType;
}

/** Checks a file; returns content to store instead, if any. @throws HttpError 4xx */
async function examine(file: CompleteFile, upload: Upload): Promise<Buffer | undefined> {
  const type = typeOf(upload);
  if (file.size > type.max) throw new HttpError(413, type.words);
  if (upload.size !== null && file.size !== upload.size) throw badRequest('This file is not as long as was announced');
  if (file.size === 0) throw badRequest('The file is empty');
  await checkContent(file, type);
  return type.kind === 'image' ? await reencode(await file.read(0, file.size), type) : undefined;
}

/** Claims an upload, so that only one process checks it; a claim expires after two minutes. */
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

/** Checks a file and makes it readable. @throws HttpError 4xx; then nothing is readable. */
export async function acceptUpload(db: Db, upload: Upload, file: CompleteFile): Promise<void> {
  await claim(db, upload.id);
  try {
    const drawn = file.isPublished ? undefined : await examine(file, upload);
    await file.publish(drawn);
    await markFinished(db, upload.id, drawn?.length ?? file.size);
  } catch (error) {
    await db.updateTable('upload').set({ claimedAt: null }).where('id', '=', upload.id).execute();
    throw error;
  } finally {
    await file.release();
  }
}

/** Marks an upload as readable at its address. */
export async function markFinished(db: Db, id: string, size: number): Promise<void> {
  await db
    .updateTable('upload')
    .set({ finishedAt: sql`now()`, size })
    .where('id', '=', id)
    .execute();
}

const isRefusal = (error: unknown) => error instanceof HttpError && [400, 410, 413].includes(error.statusCode);

/** Removes the file before its row, so that after an interruption the row still leads to it. */
export async function deleteUpload(db: Db, storage: Storage, { id, key }: Pick<Upload, 'id' | 'key'>): Promise<void> {
  await storage.remove(key);
  await db.deleteFrom('upload').where('id', '=', id).execute();
}

/**
 * Finishes an upload that has arrived; returns its address. 404 for an unknown one, 409 if incomplete; removed if
 * refused for its content (400, 413) or if it can never be completed (410). With `userId`, those of others do not exist.
 */
export async function completeUpload(db: Db, storage: Storage, by: { id: string; userId?: string }): Promise<string> {
  const upload = await findUpload(db, by);
  if (!upload) throw notFound('upload');
  if (upload.finishedAt !== null) return upload.url;
  try {
    const file = await storage.arrived({ key: upload.key, type: typeOf(upload) });
    if (!file) throw new HttpError(409, 'The file has not arrived yet, or not all of it');
    await acceptUpload(db, upload, file);
  } catch (error) {
    if (isRefusal(error)) await deleteUpload(db, storage, upload);
    throw error;
  }
  return upload.url;
}
