/** Large files into a folder, piece by piece: `{key}`, as far as it came, and `{key}.json`, which says what will come. */
import { createWriteStream } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { FileStore } from '@tus/file-store';
import { ERRORS, type Upload } from '@tus/server';
import { HttpError } from '../errors.ts';
import { abandonedMs, asRefusal, isTemporary, sizeOf, whileThereIsRoom, whileWriting } from './disk.ts';

/** What comes while something is written waits for one larger write, so that network and disk work at the same time. */
const highWaterMark = 256 * 1024;

export class DiskPieces extends FileStore {
  /**
   * undefined also for what cannot be read: a process that was killed while it began an upload leaves it without a word
   * of what it is, or with half of one.
   */
  async find(id: string): Promise<Upload | undefined> {
    return this.getUpload(id).catch((error: unknown) => {
      // What tus itself throws (not there, no longer there) is no Error.
      if (error instanceof Error) throw error;
      return undefined;
    });
  }

  /** Bytes that are announced, still come and are not here yet. */
  async awaited(): Promise<number> {
    let bytes = 0;
    for (const entry of await readdir(this.directory, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      const came =
        entry.isFile() && !entry.name.endsWith('.json') && !isTemporary(entry.name)
          ? await stat(path).catch(() => undefined)
          : undefined;
      if (!came || came.mtimeMs < Date.now() - abandonedMs) continue;
      const { size = 0 } = (await this.find(relative(this.directory, path))) ?? {};
      bytes += size - came.size;
    }
    return bytes;
  }

  /** What was written when the room ran out stays, and the upload goes on from there. @throws HttpError 507 */
  override async write(body: Readable, id: string, offset: number): Promise<number> {
    const path = join(this.directory, id);
    return whileWriting(path, async () => {
      // Whoever is late, and has the mark only now, writes into nothing that is whole meanwhile.
      if ((await sizeOf(path)) !== offset) throw ERRORS.INVALID_OFFSET;
      const file = createWriteStream(path, { flags: 'r+', start: offset, highWaterMark });
      // Whatever went wrong is told by the pipeline.
      const closed = new Promise<void>((resolve) => {
        file.once('close', () => resolve());
      });
      await pipeline(body, whileThereIsRoom(this.directory), file)
        .catch((error: unknown) => {
          const refusal = asRefusal(error);
          throw refusal instanceof HttpError ? refusal : ERRORS.FILE_WRITE_ERROR;
        })
        .finally(() => closed);
      return offset + file.bytesWritten;
    });
  }

  override async remove(id: string): Promise<void> {
    if (!(await this.find(id))) throw ERRORS.FILE_NOT_FOUND;
    for (const end of ['', '.json']) await rm(join(this.directory, `${id}${end}`), { force: true });
  }
}
