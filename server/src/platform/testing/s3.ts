/** S3 server in this process, which verifies signatures, with one bucket. */
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
// @ts-expect-error -- it has no types
import S3rver from '@20minutes/s3rver';
// @ts-expect-error -- it has no types
import S3Error from '@20minutes/s3rver/lib/models/error.js';

/** Used parts of s3rver. */
interface Server {
  store: Record<'putPart' | 'putObjectMultipart', (bucket: string, uploadId: string, ...rest: unknown[]) => unknown>;
  run(): Promise<{ port: number }>;
  close(): Promise<void>;
}

const suffix = '._S3rver_object';
const uploads = 'files/._S3rver_uploads';

const s3Error = (code: string) => new (S3Error as new (code: string, message: string) => Error)(code, code);

export async function testS3() {
  const directory = await mkdtemp(join(tmpdir(), 'lectern-s3-'));
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets: [{ name: 'files' }],
  }) as Server;
  const { port } = await server.run();
  const trouble = { completes: true };
  for (const step of ['putPart', 'putObjectMultipart'] as const) {
    const take = server.store[step].bind(server.store);
    server.store[step] = (bucket, uploadId, ...rest) => {
      if (step === 'putObjectMultipart' && !trouble.completes) throw s3Error('InternalError');
      // s3rver would create one of that name.
      if (!existsSync(join(directory, uploads, uploadId))) throw s3Error('NoSuchUpload');
      return take(bucket, uploadId, ...rest);
    };
  }
  return {
    /** `completes`: whether completing multipart uploads succeeds. */
    trouble,
    /** Expires unfinished multipart uploads, like a bucket's lifecycle rule. */
    expire: () => rm(join(directory, uploads), { recursive: true, force: true }),
    settings: {
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      bucket: 'files',
      publicUrl: undefined,
      // Fixed in s3rver.
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
    },
    /** Keys of all objects. */
    keys: async () =>
      (await readdir(join(directory, 'files'), { recursive: true, withFileTypes: true }))
        .filter((entry) => entry.isFile() && entry.name.endsWith(suffix))
        .map(({ parentPath, name }) =>
          relative(join(directory, 'files'), join(parentPath, name)).slice(0, -suffix.length),
        ),
    stop: async () => {
      await server.close();
      await rm(directory, { recursive: true });
    },
  };
}
