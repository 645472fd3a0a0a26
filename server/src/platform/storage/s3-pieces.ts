/**
 * Resumable uploads to S3: multipart uploads with their state in the object `{key}.info`, so that any server can
 * receive the next piece.
 */
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  type CreateMultipartUploadCommandInput,
  DeleteObjectCommand,
  PutObjectCommand,
  type S3Client,
  S3ServiceException,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { DataStore, ERRORS, Upload } from '@tus/server';
import type { Readable } from 'node:stream';
import { readObject } from './s3-client.ts';
import { expired } from './storage.ts';

/** S3's minimum size of all parts but the last; also the maximum resent after an interrupted request. */
export const pieceBytes = 8 * 1024 * 1024;

interface State {
  uploadId: string;
  size: number;
  owner: string;
  begun: string;
  /** ETags of the parts, in order; all parts but the last have {@link pieceBytes}. */
  tags: string[];
  /** The bucket has expired the parts. */
  isExpired?: true;
}

type Kept = Pick<CreateMultipartUploadCommandInput, 'ACL' | 'ContentType' | 'CacheControl' | 'ContentDisposition'>;

const offsetOf = ({ tags, size }: State) => Math.min(tags.length * pieceBytes, size);

export class S3Pieces extends DataStore {
  readonly #client: S3Client;
  readonly #bucket: string;

  constructor(client: S3Client, bucket: string) {
    super();
    this.#client = client;
    this.#bucket = bucket;
    this.extensions = ['termination'];
  }

  #at(key: string) {
    return { Bucket: this.#bucket, Key: key };
  }

  async begin(key: string, { size, owner, kept }: { size: number; owner: string; kept: Kept }): Promise<void> {
    const { UploadId: uploadId = '' } = await this.#client.send(
      new CreateMultipartUploadCommand({ ...this.#at(key), ...kept }),
    );
    await this.#keep(key, { uploadId, size, owner, begun: new Date().toISOString(), tags: [] });
  }

  async #keep(key: string, state: State): Promise<void> {
    await this.#client.send(new PutObjectCommand({ ...this.#at(`${key}.info`), Body: JSON.stringify(state) }));
  }

  async #find(key: string): Promise<State | undefined> {
    const info = await readObject(this.#client, this.#at(`${key}.info`)).catch((error: unknown) => {
      if (isMissing(error)) return undefined;
      throw error;
    });
    return info && (JSON.parse(info.toString()) as State);
  }

  async #state(key: string): Promise<State> {
    const state = await this.#find(key);
    if (!state) throw ERRORS.FILE_NOT_FOUND;
    if (state.isExpired) throw expired();
    return state;
  }

  override async getUpload(id: string): Promise<Upload> {
    const state = await this.#state(id);
    const { size, owner, begun } = state;
    return new Upload({ id, size, offset: offsetOf(state), metadata: { owner }, creation_date: begun });
  }

  /**
   * Uploads complete pieces and discards the rest of an interrupted request, so that two servers receiving the same
   * file write the same parts.
   */
  override async write(stream: Readable, id: string): Promise<number> {
    const state = await this.#state(id);
    let gathered: Buffer[] = [];
    let bytes = 0;
    const isPiece = () => bytes === pieceBytes || (bytes > 0 && offsetOf(state) + bytes === state.size);
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      for (let rest = chunk; rest.length > 0;) {
        const taken = rest.subarray(0, pieceBytes - bytes);
        rest = rest.subarray(taken.length);
        gathered.push(taken);
        bytes += taken.length;
        if (!isPiece()) continue;
        await this.#send(id, state, Buffer.concat(gathered));
        gathered = [];
        bytes = 0;
      }
    }
    await this.#complete(id, state);
    return offsetOf(state);
  }

  /**
   * Completes the multipart upload if all parts exist; false: some are missing, or there is no such upload. If another
   * server completed it, or the bucket expired it, returns true: either the whole file exists, or it never will.
   */
  async complete(key: string): Promise<boolean> {
    const state = await this.#find(key);
    return state !== undefined && (await this.#complete(key, state));
  }

  async #send(key: string, state: State, piece: Buffer): Promise<void> {
    const part = { UploadId: state.uploadId, PartNumber: state.tags.length + 1, Body: piece };
    const { ETag: tag = '' } = await this.#client
      .send(new UploadPartCommand({ ...this.#at(key), ...part }))
      .catch(async (error: unknown) => {
        if (!isExpired(error)) throw error;
        await this.#keep(key, { ...state, isExpired: true });
        throw expired();
      });
    state.tags.push(tag);
    await this.#keep(key, state);
  }

  async #complete(key: string, state: State): Promise<boolean> {
    const { uploadId, tags, size } = state;
    if (state.isExpired) return true;
    if (offsetOf(state) < size) return false;
    const Parts = tags.map((ETag, index) => ({ ETag, PartNumber: index + 1 }));
    await this.#client
      .send(new CompleteMultipartUploadCommand({ ...this.#at(key), UploadId: uploadId, MultipartUpload: { Parts } }))
      .catch((error: unknown) => {
        if (!isExpired(error)) throw error;
      });
    return true;
  }

  /** Removes the state after the file was published. */
  async forget(key: string): Promise<void> {
    await this.#client.send(new DeleteObjectCommand(this.#at(`${key}.info`)));
  }

  override async remove(id: string): Promise<void> {
    const state = await this.#find(id);
    if (!state) return;
    await this.#client
      .send(new AbortMultipartUploadCommand({ ...this.#at(id), UploadId: state.uploadId }))
      .catch((error: unknown) => {
        // Stores without an abort operation (405, 501) clean up parts by their own rules.
        if (!hasStatus(error, 404, 405, 501)) throw error;
      });
    await this.forget(id);
  }
}

const hasStatus = (error: unknown, ...statuses: number[]) =>
  error instanceof S3ServiceException && statuses.includes(error.$metadata.httpStatusCode ?? 0);

export const isMissing = (error: unknown): boolean => hasStatus(error, 404);

const isExpired = (error: unknown) => error instanceof S3ServiceException && error.name === 'NoSuchUpload';
