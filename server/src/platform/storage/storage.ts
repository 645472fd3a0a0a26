/** Storage interface, implemented by a folder of DATA_DIR and by an S3 bucket (docs/decisions/0019). */
import type { DataStore } from '@tus/server';
import type { FileType } from '#contract/kernel/upload.ts';
import { HttpError } from '../errors.ts';

/** Announced file. */
export interface AnnouncedFile {
  /** Key `{tenant}/{prefix}/{random}.{extension}`, chosen by the server. */
  key: string;
  type: FileType;
  /** In bytes; undefined: not announced. */
  size: number | undefined;
}

/** Complete file. After reading from it, call `release`. */
export interface CompleteFile {
  /** In bytes. */
  size: number;
  /** Already at its address: a process crashed before recording that. Its size may differ from the announced one. */
  isPublished: boolean;
  /** Reads bytes from `start`; fewer at the end of the file. */
  read(start: number, length: number): Promise<Buffer>;
  /** Makes the file, or `instead`, readable at its address. */
  publish(instead?: Buffer): Promise<void>;
  /** Removes temporary copies. */
  release(): Promise<void>;
}

export interface Storage {
  /** External origins that browsers read from and upload to. */
  readonly origins: readonly string[];
  /** 507 if `bytes` more would leave too little free space on this machine's disk; never with S3. */
  requireRoom(bytes: number): Promise<void>;
  /** URL for reading the file in a browser. */
  urlOf(key: string): string;
  /**
   * URL that accepts one PUT within 15 minutes (in the embedded store, only while the session is active); without its
   * query, the URL for reading.
   */
  presign(file: AnnouncedFile, sessionId: string): Promise<string>;
  /** Stores a whole file; readable when this resolves. `cacheControl`: header of files that browsers read elsewhere. */
  put(key: string, type: FileType, bytes: Buffer, cacheControl?: string): Promise<void>;
  /**
   * Moves a file of this machine of any size into the storage; readable when this resolves, and removed from `path`.
   */
  take(key: string, type: FileType, path: string): Promise<void>;
  /** Path of a stored file for programs on this machine, which must not modify it; may be a copy in `folder`. */
  localPath(key: string, folder: string, signal: AbortSignal): Promise<string>;
  /** Prepares a resumable upload under the file's key. */
  begin(file: AnnouncedFile & { size: number; owner: string }): Promise<void>;
  /** Store of the tus server for resumable uploads in progress. */
  resumable(): Promise<DataStore>;
  /**
   * Complete file received resumably or by PUT; undefined: nothing, or incomplete.
   * @throws HttpError 410 if it can never be completed
   */
  arrived(file: Pick<AnnouncedFile, 'key' | 'type'>): Promise<CompleteFile | undefined>;
  /** Removes a file and unfinished pieces; no error if there are none. */
  remove(key: string): Promise<void>;
  /** Removes abandoned uploads last written before `before`. */
  clean(before: Date): Promise<void>;
}

/** Path of files served by this server. */
export const filesPath = '/files';

/** Lifetime of presigned URLs in seconds. */
export const presignedSeconds = 15 * 60;
/** Cache header of files, which never change under their key. */
export const immutable = 'public, max-age=31536000, immutable';

/** Cache header of files that can be withdrawn. */
export const uncached = 'no-store';

export const expired = () => new HttpError(410, 'This upload was begun too long ago and is gone; send the file again');
