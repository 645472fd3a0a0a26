/** Where files are kept: one interface, a folder of DATA_DIR or an S3 bucket (docs/decisions/0019). */
import type { DataStore } from '@tus/server';
import type { FileType } from '#contract/upload.ts';
import { HttpError } from '../errors.ts';

/** A file that somebody is about to send. */
export interface Announced {
  /** `{tenant}/{prefix}/{random}.{extension}`: ours, never the sender's. */
  key: string;
  type: FileType;
  /** Bytes; undefined: not said. */
  size: number | undefined;
}

/** A file that is here whole. Whoever has begun to read it must `release` it. */
export interface Arrived {
  size: number;
  /** It is at its address already: a process was cut off before it could record that. Its size may be another by then. */
  isPublished: boolean;
  /** Bytes from `start`; fewer where the file ends. */
  read(start: number, length: number): Promise<Buffer>;
  /** Makes it readable at its address, or `instead` in its place. */
  publish(instead?: Buffer): Promise<void>;
  /** Removes what was set aside to look into it. */
  release(): Promise<void>;
}

export interface Storage {
  /** Other hosts than ours that a browser reads files from and sends them to. */
  readonly origins: readonly string[];
  /** 507 when so many bytes more would leave too little room. */
  requireRoom(bytes: number): Promise<void>;
  /** The address that a browser reads the file at. */
  urlOf(key: string): string;
  /**
   * The address that takes one PUT of the file, for 15 minutes and, where it is ours, as long as the session goes on;
   * without its query it is where the file is read.
   */
  presign(file: Announced, sessionId: string): Promise<string>;
  /** Keeps a whole file; it is readable when this resolves. */
  put(key: string, type: FileType, bytes: Buffer): Promise<void>;
  /** Takes a whole file of this machine over, however large; it is readable when this resolves, and gone from where it was. */
  take(key: string, type: FileType, path: string): Promise<void>;
  /** Where programs of this machine read a file that is here whole, and must not change it: it may be a copy in `folder`. */
  localPath(key: string, folder: string, signal: AbortSignal): Promise<string>;
  /** Makes ready for a file that comes in pieces, through `resumable` under its key. */
  begin(file: Announced & { size: number; owner: string }): Promise<void>;
  readonly resumable: DataStore;
  /**
   * What came for the file, piece by piece or by PUT, and is whole; undefined: nothing, or not all of it.
   * @throws HttpError 410 when it will never be whole
   */
  arrived(file: Pick<Announced, 'key' | 'type'>): Promise<Arrived | undefined>;
  /** Removes whatever there is of a file, unfinished pieces too; nothing there is no error. */
  remove(key: string): Promise<void>;
  /** Removes what broke off so long ago that nobody goes on with it. */
  clean(before: Date): Promise<void>;
}

/** Where this server itself has files. */
export const filesPath = '/files';

/** Seconds that a presigned address is good for. */
export const presignedSeconds = 15 * 60;
/** Whoever may read a file may keep it for ever: under its key there will never be another. */
export const immutable = 'public, max-age=31536000, immutable';

export const expired = () => new HttpError(410, 'This upload was begun too long ago and is gone; send the file again');
