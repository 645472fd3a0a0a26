/** The store that the configuration names. */
import type { Config } from '#platform/config.ts';
import { EmbeddedStorage } from './embedded.ts';
import { S3Storage } from './s3.ts';
import type { Storage } from './storage.ts';

export const openStorage = ({ s3, dataDir, jwtSecret }: Config): Storage =>
  s3 ? new S3Storage(s3) : new EmbeddedStorage(dataDir, jwtSecret);
