/** Large files into a folder, piece by piece: `{key}`, as far as it came, and `{key}.json`, which says what will come. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { FileStore } from '@tus/file-store';
import { ERRORS, type Upload } from '@tus/server';

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

  override async remove(id: string): Promise<void> {
    if (!(await this.find(id))) throw ERRORS.FILE_NOT_FOUND;
    for (const end of ['', '.json']) await rm(join(this.directory, `${id}${end}`), { force: true });
  }
}
