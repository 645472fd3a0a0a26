/** Tests that an unresponsive S3 blocks nothing, and is used again once it responds. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FileType, typeOfMedia } from '#contract/kernel/upload.ts';
import { type LossyProxy, lossyProxy } from '#platform/testing/lossy-proxy.ts';
import { testS3 } from '#platform/testing/s3.ts';
import { S3Storage } from './s3.ts';

const png = typeOfMedia('image/png') as FileType;
const zip = typeOfMedia('application/zip') as FileType;
const away = { statusCode: 503, message: 'The file store does not answer; please try again in a moment' };

let server: Awaited<ReturnType<typeof testS3>>;
let proxy: LossyProxy;
let storage: S3Storage;
beforeAll(async () => {
  server = await testS3();
  proxy = await lossyProxy({ host: '127.0.0.1', port: Number(new URL(server.settings.endpoint).port) });
  const settings = { ...server.settings, endpoint: `http://127.0.0.1:${proxy.port}` };
  storage = new S3Storage(settings, { connectMs: 300, silenceMs: 500 });
});
afterAll(async () => {
  proxy.close();
  await server.stop();
});

it('times out for all callers while S3 does not respond, and works again afterwards', async () => {
  await storage.put('a.png', png, Buffer.from('a'));
  const arrived = await storage.arrived({ key: 'a.png', type: png });
  if (!arrived) throw new Error('a.png did not arrive');
  proxy.swallows = true;
  const waiting = [
    ...Array.from({ length: 80 }, () => storage.put('b.png', png, Buffer.from('b'))),
    // Larger files use another path if the Expect header is enabled.
    ...Array.from({ length: 5 }, () => storage.put('c.zip', zip, Buffer.alloc(5_000_000))),
    arrived.read(0, 1),
    storage.arrived({ key: 'a.png', type: png }),
    storage.remove('a.png'),
  ];
  for (const result of await Promise.allSettled(waiting))
    expect(result).toMatchObject({ status: 'rejected', reason: away });
  proxy.swallows = false;
  await storage.put('b.png', png, Buffer.from('b'));
  expect(await server.keys()).toEqual(expect.arrayContaining(['a.png', 'b.png']));
});

it('reports an unreachable S3 as such, not as the database', async () => {
  const gone = new S3Storage({ ...server.settings, endpoint: 'http://127.0.0.1:1' });
  await expect(gone.put('a.png', png, Buffer.from('a'))).rejects.toMatchObject(away);
});
