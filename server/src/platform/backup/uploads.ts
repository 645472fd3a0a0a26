/** Folder of uploaded files, treated as opaque paths and contents. */
import { createHash } from 'node:crypto';
import { open, opendir } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Name of the folder for a restore in progress; inside the uploads folder, so that it is on the same disk even if that
 * is a mount.
 */
export const stagingName = '.restoring';

/**
 * Relative paths of all regular files, separated by slashes, except those of a restore in progress; none if the folder
 * does not exist.
 */
export async function* filesOf(folder: string, inside = ''): AsyncGenerator<string> {
  const opened = await unlessGone(opendir(join(folder, inside)));
  if (!opened) return;
  for await (const entry of opened) {
    const path = inside ? `${inside}/${entry.name}` : entry.name;
    if (path === stagingName) continue;
    if (entry.isDirectory()) yield* filesOf(folder, path);
    else if (entry.isFile()) yield path;
  }
}

/**
 * Opens a file for reading up to its current length (a growing file is an unfinished upload). undefined if the file is
 * gone: only unreferenced files are deleted.
 */
export async function openStored(
  folder: string,
  path: string,
): Promise<{ size: number; content: AsyncIterable<Uint8Array> } | undefined> {
  const handle = await unlessGone(open(join(folder, path)));
  if (!handle) return undefined;
  const { size } = await handle.stat();
  if (size > 0) return { size, content: handle.createReadStream({ start: 0, end: size - 1 }) };
  await handle.close();
  return { size, content: nothing() };
}

async function* nothing(): AsyncGenerator<Uint8Array> {}

const unlessGone = <T>(work: Promise<T>): Promise<T | undefined> =>
  work.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });

/** Digest of paths and contents of many files, independent of their order. */
export class FilesDigest {
  #sum = 0n;
  #files = 0;
  #bytes = 0;

  /** Passes a file's content through while adding it to the digest. */
  async *note(path: string, content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    const hash = createHash('sha256').update(path).update('\0');
    for await (const chunk of content) {
      hash.update(chunk);
      this.#bytes += chunk.length;
      yield chunk;
    }
    this.#sum = BigInt.asUintN(256, this.#sum + BigInt(`0x${hash.digest('hex')}`));
    this.#files += 1;
  }

  get result(): { files: number; bytes: number; digest: string } {
    return { files: this.#files, bytes: this.#bytes, digest: this.#sum.toString(16) };
  }
}
