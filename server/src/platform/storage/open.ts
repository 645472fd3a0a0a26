/** The store that the configuration names. */
import type { Config } from '#platform/config.ts';
import { type EmbeddedStorage, openEmbedded } from './embedded.ts';
import { openS3 } from './s3.ts';
import type { Storage } from './storage.ts';

export const openStorage = ({ s3, dataDir, jwtSecret }: Config): Storage | EmbeddedStorage =>
  s3 ? openS3(s3) : openEmbedded(dataDir, jwtSecret);

export const isEmbedded = (storage: Storage): storage is EmbeddedStorage => 'folder' in storage;
