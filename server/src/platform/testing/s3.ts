/** A real S3 server of this process, which checks signatures, with one bucket. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
// @ts-expect-error -- it has no types
import S3rver from '@20minutes/s3rver';

/** What is used of it. */
interface Server {
  run(): Promise<{ port: number }>;
  close(): Promise<void>;
}

const suffix = '._S3rver_object';

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
  return {
    settings: {
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      bucket: 'files',
      publicUrl: undefined,
      // s3rver's own.
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
    },
    /** The keys of everything that is kept. */
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
