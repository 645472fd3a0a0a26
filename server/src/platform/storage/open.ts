/** The store that the configuration names. */
import type { Config } from '#platform/config.ts';
import { EmbeddedStorage } from './embedded.ts';
import type { Storage } from './storage.ts';

/** Amazon's client is loaded by those alone who use it. */
export async function openStorage({ s3, dataDir, jwtSecret }: Config): Promise<Storage> {
  if (!s3) return new EmbeddedStorage(dataDir, jwtSecret);
  const { S3Storage } = await import('./s3.ts');
  return new S3Storage(s3);
}
