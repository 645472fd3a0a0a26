/** Files that the server makes itself: known as uploads are, so that the sweep and the backup know them too. */
import type { FileType } from '#contract/upload.ts';
import type { Tenant } from '#contract/kernel.ts';
import { stat } from 'node:fs/promises';
import type { Db } from '#platform/database/database.ts';
import type { Storage } from './storage.ts';
import { announce, settle } from './uploads.ts';

interface Made {
  tenant: Tenant;
  /** The tenant's folder that it goes to. */
  prefix: string;
  name: string;
  type: FileType;
  /** Its bytes, or where on this machine the whole file is: from there it goes. */
  content: Buffer | string;
}

export interface Kept {
  key: string;
  url: string;
}

/**
 * Readable when this resolves, and removed after some days unless a record mentions it by then. Under its address there
 * will never be another.
 */
export async function keepMade(db: Db, storage: Storage, { content, ...made }: Made): Promise<Kept> {
  const { id, key, url } = await announce(db, storage, { ...made, userId: null, size: undefined });
  const { length: size } = typeof content === 'string' ? { length: (await stat(content)).size } : content;
  if (typeof content === 'string') await storage.take(key, made.type, content);
  else await storage.put(key, made.type, content);
  await settle(db, id, size);
  return { key, url };
}
