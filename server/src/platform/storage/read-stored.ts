/** Whole content of a stored file. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Storage } from './storage.ts';

/** Reads a file, and removes the copy that the store may have made. @throws the store's error for a missing file */
export async function readStored(storage: Storage, key: string, signal: AbortSignal): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-read-'));
  try {
    return await readFile(await storage.localPath(key, folder, signal));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
