/** Storage in an S3 bucket, which browsers access directly. */
import { createHmac } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { FileType } from '#contract/kernel/upload.ts';
import { writeStream } from './disk.ts';
import { type Timeouts, openObject, openS3, readObject } from './s3-client.ts';
import { S3Pieces, isMissing, pieceBytes } from './s3-pieces.ts';
import {
  type AnnouncedFile,
  type CompleteFile,
  type Storage,
  expired,
  immutable,
  presignedSeconds,
} from './storage.ts';

interface Settings {
  /** undefined: Amazon's endpoint of the region. */
  endpoint: string | undefined;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Base URL for public reads, if not the bucket's own. */
  publicUrl: string | undefined;
}

/** Headers of stored files: public, cached forever; attachments except PDF are downloaded, not displayed. */
const kept = ({ mediaType, kind, extension }: FileType) => ({
  ACL: 'public-read' as const,
  ContentType: mediaType,
  CacheControl: immutable,
  ...(kind === 'attachment' && extension !== 'pdf' && { ContentDisposition: 'attachment' }),
});

const usual: Timeouts = { connectMs: 3_000, silenceMs: 20_000 };

const withoutSlash = (url: string) => url.replace(/\/$/, '');

export class S3Storage implements Storage {
  readonly origins: readonly string[];
  readonly #pieces: S3Pieces;
  readonly #client: S3Client;
  readonly #bucket: string;
  readonly #readAt: string;
  readonly #secret: string;

  constructor({ endpoint, region, bucket, publicUrl, ...credentials }: Settings, patience: Timeouts = usual) {
    const client = {
      region,
      credentials,
      ...(endpoint && { endpoint, forcePathStyle: true }),
      // By default, a presigned PUT includes the checksum of an empty body, and real uploads fail.
      requestChecksumCalculation: 'WHEN_REQUIRED' as const,
      responseChecksumValidation: 'WHEN_REQUIRED' as const,
    };
    this.#client = openS3(client, patience);
    this.#bucket = bucket;
    this.#secret = credentials.secretAccessKey;
    const sentTo = endpoint ? `${withoutSlash(endpoint)}/${bucket}` : `https://${bucket}.s3.${region}.amazonaws.com`;
    this.#readAt = withoutSlash(publicUrl ?? sentTo);
    this.origins = [...new Set([sentTo, this.#readAt].map((url) => new URL(url).origin))];
    this.#pieces = new S3Pieces(this.#client, bucket);
  }

  async resumable(): Promise<S3Pieces> {
    return this.#pieces;
  }

  #at(key: string) {
    return { Bucket: this.#bucket, Key: key };
  }

  /** Signature in the metadata of files that we published after a check; they may differ from what was sent. */
  #markOf(key: string) {
    return createHmac('sha256', this.#secret).update(`published ${key}`).digest('hex');
  }

  #kept(key: string, type: FileType) {
    return { ...this.#at(key), ...kept(type), Metadata: { published: this.#markOf(key) } };
  }

  async requireRoom(): Promise<void> {}

  urlOf(key: string): string {
    return `${this.#readAt}/${key}`;
  }

  presign({ key, type, size }: AnnouncedFile): Promise<string> {
    const put = new PutObjectCommand({
      ...this.#at(key),
      ACL: 'public-read',
      ContentType: type.mediaType,
      ...(size !== undefined && { ContentLength: size }),
    });
    return getSignedUrl(this.#client, put, {
      expiresIn: presignedSeconds,
      signableHeaders: new Set(['content-type', 'content-length', 'host']),
      unhoistableHeaders: new Set(['x-amz-acl']),
    });
  }

  async put(key: string, type: FileType, bytes: Buffer, CacheControl = immutable): Promise<void> {
    await this.#client.send(new PutObjectCommand({ ...this.#kept(key, type), CacheControl, Body: bytes }));
  }

  async take(key: string, type: FileType, path: string): Promise<void> {
    // Multipart, since a single PUT is limited to 5 GB.
    const Body = createReadStream(path);
    await new Upload({ client: this.#client, params: { ...this.#kept(key, type), Body }, partSize: pieceBytes }).done();
    await rm(path);
  }

  async localPath(key: string, folder: string, signal: AbortSignal): Promise<string> {
    const path = join(folder, basename(key));
    await writeStream(path, await openObject(this.#client, this.#at(key)), Infinity, signal);
    return path;
  }

  begin({ key, type, size, owner }: AnnouncedFile & { size: number; owner: string }): Promise<void> {
    return this.#pieces.begin(key, { size, owner, kept: kept(type) });
  }

  #look(key: string) {
    return this.#client.send(new HeadObjectCommand(this.#at(key))).catch((error: unknown) => {
      if (isMissing(error)) return undefined;
      throw error;
    });
  }

  async #complete(key: string) {
    if (!(await this.#pieces.complete(key))) return undefined;
    const object = await this.#look(key);
    if (!object) throw expired();
    return object;
  }

  async arrived({ key, type }: Pick<AnnouncedFile, 'key' | 'type'>): Promise<CompleteFile | undefined> {
    const object = (await this.#look(key)) ?? (await this.#complete(key));
    if (!object) return undefined;
    const size = object.ContentLength ?? 0;
    return {
      size,
      isPublished: object.Metadata?.['published'] === this.#markOf(key),
      release: async () => undefined,
      read: (start, length) => this.#read(key, start, Math.min(start + length, size)),
      publish: async (instead) => {
        if (instead) await this.put(key, type, instead);
        // A presigned PUT sets only the content type.
        else if (object.CacheControl !== immutable) await this.#keepAsOurs(key, type);
        await this.#pieces.forget(key);
      },
    };
  }

  async #read(key: string, start: number, end: number): Promise<Buffer> {
    if (end <= start) return Buffer.alloc(0);
    const range = { ...this.#at(key), Range: `bytes=${start}-${end - 1}` };
    return readObject(this.#client, range);
  }

  async #keepAsOurs(key: string, type: FileType): Promise<void> {
    const CopySource = `${this.#bucket}/${key}`;
    await this.#client.send(
      new CopyObjectCommand({ ...this.#kept(key, type), CopySource, MetadataDirective: 'REPLACE' }),
    );
  }

  async remove(key: string): Promise<void> {
    await this.#pieces.remove(key);
    await this.#client.send(new DeleteObjectCommand(this.#at(key)));
  }

  async clean(): Promise<void> {}
}
