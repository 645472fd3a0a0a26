/** Resumable uploads to a folder: `{key}` with the bytes received so far, and `{key}.json` with metadata. */
import { createWriteStream } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { FileStore } from '@tus/file-store';
import { ERRORS, Upload } from '@tus/server';
import { HttpError } from '../errors.ts';
import { abandonedMs, toHttpError, isTemporary, sizeOf, diskSpaceGuard, withWriteMark } from './disk.ts';

/** Buffer size; collects data while a write is in progress, so that network and disk work in parallel. */
const highWaterMark = 256 * 1024;

export class DiskPieces extends FileStore {
  async begin(id: string, size: number, owner: string): Promise<void> {
    await this.create(new Upload({ id, size, offset: 0, metadata: { owner } }));
  }

  /** Finds an upload; undefined also if its metadata is missing or incomplete, as after a crash at its start. */
  async find(id: string): Promise<Upload | undefined> {
    return this.getUpload(id).catch((error: unknown) => {
      // For missing uploads tus throws objects that are not Errors.
      if (error instanceof Error) throw error;
      return undefined;
    });
  }

  /** Bytes still expected by uploads in progress. */
  async awaited(): Promise<number> {
    let bytes = 0;
    for (const entry of await readdir(this.directory, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      const received =
        entry.isFile() && !entry.name.endsWith('.json') && !isTemporary(entry.name)
          ? await stat(path).catch(() => undefined)
          : undefined;
      if (!received || received.mtimeMs < Date.now() - abandonedMs) continue;
      const { size = 0 } = (await this.find(relative(this.directory, path))) ?? {};
      bytes += size - received.size;
    }
    return bytes;
  }

  /**
   * Appends to an upload. If the disk becomes full, what was written is kept, and the upload can continue. @throws
   * HttpError 507
   */
  override async write(body: Readable, id: string, offset: number): Promise<number> {
    const path = join(this.directory, id);
    return withWriteMark(path, async () => {
      // Checked under the mark, since the file may have grown or been completed meanwhile.
      if ((await sizeOf(path)) !== offset) throw ERRORS.INVALID_OFFSET;
      const file = createWriteStream(path, { flags: 'r+', start: offset, highWaterMark });
      // Errors are reported by the pipeline.
      const closed = new Promise<void>((resolve) => {
        file.once('close', () => resolve());
      });
      await pipeline(body, diskSpaceGuard(this.directory), file)
        .catch((error: unknown) => {
          const refusal = toHttpError(error);
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
