/** Files in an S3 bucket, which browsers read from and send to directly. */
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { FileType } from '#contract/upload.ts';
import { S3Pieces, isMissing } from './s3-pieces.ts';
import { type Storage, forEver, presignedSeconds } from './storage.ts';

export interface S3Settings {
  /** undefined: Amazon's. */
  endpoint: string | undefined;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Where the public reads, if that is not the bucket's own address. */
  publicUrl: string | undefined;
}

/** How every file of this type is kept: for all to read, for ever; what is no picture, video or PDF is saved, not shown. */
const kept = ({ mediaType, kind, extension }: FileType) => ({
  ACL: 'public-read' as const,
  ContentType: mediaType,
  CacheControl: forEver,
  ...(kind === 'attachment' && extension !== 'pdf' && { ContentDisposition: 'attachment' }),
});

export function openS3({ endpoint, region, bucket, publicUrl, ...credentials }: S3Settings): Storage {
  const client = new S3Client({
    region,
    credentials,
    ...(endpoint && { endpoint, forcePathStyle: true }),
    // Otherwise a presigned PUT carries the checksum of an empty body, and every real one is refused.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  const base = endpoint
    ? `${endpoint.replace(/\/$/, '')}/${bucket}`
    : `https://${bucket}.s3.${region}.amazonaws.com`;
  const read = publicUrl?.replace(/\/$/, '') ?? base;
  const resumable = new S3Pieces(client, bucket);

  return {
    origins: [...new Set([base, read].map((url) => new URL(url).origin))],
    resumable,
    requireRoom: async () => undefined,
    urlOf: (key) => `${read}/${key}`,
    presign: ({ key, type, size }) =>
      getSignedUrl(
        client,
        new PutObjectCommand({
          Bucket: bucket,
          Key: key,
          ACL: 'public-read',
          ContentType: type.mediaType,
          ...(size !== undefined && { ContentLength: size }),
        }),
        {
          expiresIn: presignedSeconds,
          signableHeaders: new Set(['content-type', 'content-length', 'host']),
          unhoistableHeaders: new Set(['x-amz-acl']),
        },
      ),
    put: async (key, type, bytes) => {
      await client.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: bytes, ...kept(type) }));
    },
    begin: ({ key, type, size, owner }) => resumable.begin(key, { size, owner, kept: kept(type) }),
    arrived: async ({ key, type }) => {
      const look = () =>
        client.send(new HeadObjectCommand({ Bucket: bucket, Key: key })).catch((error: unknown) => {
          if (isMissing(error)) return undefined;
          throw error;
        });
      const found = (await look()) ?? ((await resumable.complete(key)) ? await look() : undefined);
      if (!found) return undefined;
      const size = found.ContentLength ?? 0;
      return {
        size,
        read: async (start, length) => {
          const end = Math.min(start + length, size) - 1;
          if (end < start) return Buffer.alloc(0);
          const { Body } = await client.send(
            new GetObjectCommand({ Bucket: bucket, Key: key, Range: `bytes=${start}-${end}` }),
          );
          return Buffer.from((await Body?.transformToByteArray()) ?? []);
        },
        publish: async (instead) => {
          if (instead) await client.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: instead, ...kept(type) }));
          // A presigned PUT says the content type and no more.
          else if (found.CacheControl !== forEver)
            await client.send(
              new CopyObjectCommand({
                Bucket: bucket,
                Key: key,
                CopySource: `${bucket}/${key}`,
                MetadataDirective: 'REPLACE',
                ...kept(type),
              }),
            );
          await resumable.forget(key);
        },
      };
    },
    remove: async (key) => {
      await resumable.remove(key);
      await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }));
    },
    clean: async () => undefined,
  };
}
