/** Options shared by the backup commands. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '#platform/config.ts';
import { readKey, type BackupKey } from '#platform/backup/key.ts';

/** Key from the file, else from BACKUP_KEY; undefined: not encrypted. */
export function keyFrom(file: string | undefined, config: Config): BackupKey | undefined {
  const text = file === undefined ? config.backupKey : readFileSync(file, 'utf8');
  return text === undefined ? undefined : readKey(text);
}

/** Folder of uploads; undefined when uploads are stored in S3. */
export const uploadsOf = (config: Config): string | undefined =>
  config.s3 ? undefined : join(config.dataDir, 'uploads');

export const s3Notice =
  'Uploads are kept in S3 and are not in the file: turn on versioning or replication of the bucket.';
