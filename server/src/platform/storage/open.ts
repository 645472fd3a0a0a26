/** Selection of the storage by configuration. */
import type { Config } from '#platform/config.ts';
import { EmbeddedStorage } from './embedded.ts';
import type { Storage } from './storage.ts';

/** Opens the configured storage; Amazon's client is only loaded if used. */
export async function openStorage({ s3, dataDir, acceptedSecrets }: Config): Promise<Storage> {
  if (!s3) return new EmbeddedStorage(dataDir, acceptedSecrets);
  const { S3Storage } = await import('./s3.ts');
  return new S3Storage(s3);
}
