/** Rules of uploads (spec §7; domain.md, Uploads). */
import { fileKinds, typeOfMedia } from '#contract/kernel/upload.ts';
import type { Db } from '#platform/database/database.ts';
import { badRequest } from '#platform/errors.ts';
import type { Caller } from '#platform/session/access-token.ts';
import { pictureType } from '#platform/storage/content.ts';
import { reencode } from '#platform/storage/picture.ts';
import { requireSession } from '#platform/session/session.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { announce, markFinished } from '#platform/storage/uploads.ts';

interface Announcement {
  filename: string;
  contentType: string;
  prefix: string;
  size?: number | undefined;
}

function intentOf({ tenant, userId }: Caller, { filename, contentType, prefix, size }: Announcement) {
  const type = typeOfMedia(contentType);
  if (!type) throw badRequest('This kind of file cannot be uploaded', 'contentType');
  return { tenant, userId, prefix, name: filename, type, size };
}

/** Re-encodes and stores a picture; returns its URL. */
export async function storeImage(
  db: Db,
  storage: Storage,
  caller: Caller,
  prefix: string,
  bytes: Buffer | null,
): Promise<string> {
  if (!bytes) throw badRequest('Send the picture as the file "image"', 'image');
  const type = pictureType(bytes);
  if (!type) throw badRequest(fileKinds.image.words, 'image');
  const drawn = await reencode(bytes, type);
  const size = drawn.length;
  const { tenant, userId } = caller;
  await requireSession(db, caller);
  const { id, key, url } = await announce(db, storage, { tenant, userId, prefix, name: 'image', type, size });
  await storage.put(key, type, drawn);
  await markFinished(db, id, size);
  return url;
}

/** Signed URL to PUT the file to. */
export async function presign(db: Db, storage: Storage, caller: Caller, announcement: Announcement) {
  const { id, ...file } = await announce(db, storage, intentOf(caller, announcement));
  return { url: await storage.presign(file, caller.sessionId), uploadId: id };
}

/** Path of resumable uploads, below the API prefix. */
export const resumablePath = '/upload/resumable';

/** Begins a resumable upload; returns its URL. */
export async function beginResumable(
  db: Db,
  storage: Storage,
  caller: Caller,
  { size, ...announcement }: Announcement & { size: number },
) {
  const { id, ...file } = await announce(db, storage, intentOf(caller, { ...announcement, size }));
  await storage.begin({ ...file, size, owner: caller.userId });
  return { url: `${resumablePath}/${file.key}`, uploadId: id };
}
