/** Tests that resumable uploads are complete after interruptions, and the behaviour when the disk is full. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { Agent, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { beginUpload, finishUpload, presignUpload } from '#contract/kernel/upload.ts';
import { type TestApp, type TestCaller, buildTestServer, testAppOf } from '#platform/testing/app.ts';
import { uploadRoutes } from './routes.ts';
import { mp4, pdf, picture } from '#platform/testing/files.ts';
import { testS3 } from '#platform/testing/s3.ts';

interface Answer {
  status: number;
  headers: Record<string, unknown>;
}

/** Sends a request as the browser's tus client does. `cutAt`: the connection breaks after so many bytes of the body. */
function ask(
  app: FastifyInstance,
  method: 'HEAD' | 'PATCH' | 'DELETE',
  url: string,
  {
    token,
    offset,
    body,
    cutAt,
    signal,
    host,
    isChunked,
  }: {
    host?: string;
    isChunked?: boolean;
    token: string;
    offset?: number;
    body?: Buffer;
    cutAt?: number;
    signal?: AbortSignal;
  },
): Promise<Answer | 'cut'> {
  const { port } = app.server.address() as AddressInfo;
  return new Promise((resolve) => {
    const request = send({
      port,
      host: '127.0.0.1',
      path: url,
      method,
      agent: new Agent(),
      ...(signal && { signal }),
      headers: {
        authorization: `Bearer ${token}`,
        'tus-resumable': '1.0.0',
        ...(host !== undefined && { host }),
        ...(body && {
          'content-type': 'application/offset+octet-stream',
          'upload-offset': String(offset),
          ...(isChunked ? { 'transfer-encoding': 'chunked' } : { 'content-length': String(body.length) }),
        }),
      },
    });
    request.on('response', (response) => {
      response.resume();
      resolve({ status: response.statusCode ?? 0, headers: response.headers });
    });
    request.on('error', () => resolve('cut'));
    if (cutAt === undefined) request.end(body);
    else request.write(body!.subarray(0, cutAt), () => setTimeout(() => request.destroy(), 20));
  });
}

const stores = {
  'the embedded store': async () => ({ environment: {}, read: undefined, stop: async () => undefined, chunk: 1 }),
  S3: async () => {
    const s3 = await testS3();
    const { endpoint, bucket, accessKeyId, secretAccessKey } = s3.settings;
    return {
      environment: {
        S3_ENDPOINT: endpoint,
        S3_BUCKET: bucket,
        S3_ACCESS_KEY_ID: accessKeyId,
        S3_SECRET_ACCESS_KEY: secretAccessKey,
      },
      read: async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer()),
      stop: s3.stop,
      // Smallest part that a bucket accepts.
      chunk: 8,
    };
  },
};

describe.each(Object.entries(stores))('a large file into %s', (_, open) => {
  let test: TestApp;
  let admin: TestCaller;
  let store: Awaited<ReturnType<typeof open>>;
  let app: FastifyInstance;
  beforeAll(async () => {
    store = await open();
    test = await testAppOf([uploadRoutes], store.environment);
    admin = await test.as('admin');
    app = await start();
  });
  afterAll(async () => {
    await app.close();
    await test.close();
    await store.stop();
  });

  async function start(): Promise<FastifyInstance> {
    const { database, jobs } = test;
    const { config } = test.app.deps;
    const deps = { config, database, jobs, logLevel: 'silent' };
    const started = await buildTestServer(deps, [uploadRoutes]);
    await started.listen({ port: 0, host: '127.0.0.1' });
    return started;
  }

  /** Restarts the server; open requests get no response. */
  async function restart(): Promise<void> {
    app.server.closeAllConnections();
    await app.close();
    app = await start();
  }

  const read = async (url: string) => (store.read ? store.read(url) : (await app.inject(url)).rawPayload);

  async function begin(size: number, contentType = 'video/mp4', by = admin) {
    const { status, body } = await by.call(beginUpload, {
      body: { filename: 'Rekaman.mp4', contentType, prefix: 'lesson', size },
    });
    expect(status).toBe(200);
    return body;
  }

  const sendWhole = async (url: string, bytes: Buffer) =>
    expect(await ask(app, 'PATCH', url, { token: admin.token, offset: 0, body: bytes })).toMatchObject({ status: 204 });
  const finish = (uploadId: string) => admin.call(finishUpload, { params: { id: uploadId } });
  const offsetAt = async (url: string) => {
    const answer = await ask(app, 'HEAD', url, { token: admin.token });
    expect(answer).toMatchObject({ status: 200 });
    return Number((answer as Answer).headers['upload-offset']);
  };

  it('arrives complete although connections and the server break repeatedly', async () => {
    const bytes = mp4(9 * 1024 * 1024 + 4321);
    const { url, uploadId } = await begin(bytes.length);
    expect((await finish(uploadId)).status).toBe(409);
    for (let round = 0; ; round += 1) {
      const offset = await offsetAt(url);
      expect(offset).toBeLessThanOrEqual(bytes.length);
      if (offset === bytes.length) break;
      const body = bytes.subarray(offset);
      const isCut = round < 8;
      const sent = ask(app, 'PATCH', url, {
        token: admin.token,
        offset,
        body,
        ...(isCut && { cutAt: Math.floor((body.length * (round % 4)) / 3.5) }),
      });
      if (round % 3 === 2) await restart();
      await sent;
    }
    const { status, body } = await finish(uploadId);
    expect(status).toBe(200);
    expect((await read(body.file.url)).equals(bytes)).toBe(true);
    expect(await finish(uploadId)).toMatchObject({ status: 200, body });
  });

  it(
    'interrupted twenty times, with server restarts, repeats at most one chunk each time',
    { tags: ['system'] },
    async () => {
      const chunk = store.chunk * 1024 * 1024;
      const bytes = mp4(4 * chunk + 12 * 1024 * 1024 + 321);
      const { url, uploadId } = await begin(bytes.length);
      const token = admin.token;
      let offset = 0;
      /** Sends a chunk. As clients do, asks for the offset again when bytes of a broken connection arrived after it. */
      const sendChunk = async (share: number): Promise<{ answer: Answer | 'cut'; end: number }> => {
        const body = bytes.subarray(offset, offset + chunk);
        const cutAt = Math.floor(body.length * share);
        const answer = await ask(app, 'PATCH', url, { token, offset, body, ...(share < 1 && { cutAt }) });
        if (answer === 'cut' || answer.status !== 409) return { answer, end: offset + cutAt };
        offset = await offsetAt(url);
        return sendChunk(share);
      };
      for (let cut = 1; cut <= 20; cut += 1) {
        const { answer, end } = await sendChunk((1 + (cut % 4)) / 5);
        expect(answer).toBe('cut');
        if (cut % 7 === 0) await restart();
        const kept = await offsetAt(url);
        expect(kept).toBeLessThan(bytes.length);
        expect(kept).toBeGreaterThanOrEqual(offset);
        expect(end - kept).toBeLessThanOrEqual(chunk);
        offset = kept;
        if (cut % 5 > 0) continue;
        const whole = await sendChunk(1);
        expect(whole.answer).toMatchObject({ status: 204 });
        offset = whole.end;
        expect(await offsetAt(url)).toBe(offset);
      }
      const rest = { token, offset, body: bytes.subarray(offset) };
      expect(await ask(app, 'PATCH', url, rest)).toMatchObject({ status: 204 });
      const { status, body } = await finish(uploadId);
      expect(status).toBe(200);
      expect((await read(body.file.url)).equals(bytes)).toBe(true);
    },
  );

  it('may be a video of at most 5 GB', async () => {
    const max = 5 * 1024 ** 3;
    const body = { filename: 'Rekaman.mp4', contentType: 'video/mp4', prefix: 'lesson', size: max };
    // Allowed if the disk has room for it.
    expect(beginUpload.body!.safeParse(body).success).toBe(true);
    const answer = await admin.call(beginUpload, { body: { ...body, size: max + 1 } });
    expect([answer.status, JSON.stringify(answer.body)]).toEqual([400, expect.stringContaining('at most 5 GB')]);
  });

  it('is refused and removed when its content does not match the announced type', async () => {
    const bytes = pdf();
    const { url, uploadId } = await begin(bytes.length);
    await sendWhole(url, bytes);
    const { status, body } = await finish(uploadId);
    expect([status, body]).toMatchObject([400, { message: expect.stringContaining('not a MP4 but a PDF') }]);
    expect((await finish(uploadId)).status).toBe(404);
    expect(await test.sql('select 1 from upload where id = $1', [uploadId])).toEqual([]);
    expect(await ask(app, 'HEAD', url, { token: admin.token })).toMatchObject({ status: 404 });
  });

  it('is checked once, also when it is finished concurrently', async () => {
    const bytes = await picture(900, 600).png().toBuffer();
    const { url, uploadId } = await begin(bytes.length, 'image/png');
    await sendWhole(url, bytes);
    const answers = await Promise.all(Array.from({ length: 5 }, () => finish(uploadId)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses).toContain(200);
    expect(statuses.filter((status) => ![200, 409].includes(status))).toEqual([]);
    const { body } = await finish(uploadId);
    expect((await read(body.file.url)).length).toBeGreaterThan(0);
    expect(await ask(app, 'HEAD', url, { token: admin.token })).toMatchObject({ status: 404 });
  });

  it('that was published before its process crashed is recorded by the next try', async () => {
    const bytes = await picture(300, 200).png({ compressionLevel: 0 }).toBuffer();
    const { url, uploadId } = await begin(bytes.length, 'image/png');
    await sendWhole(url, bytes);
    const { body } = await finish(uploadId);
    const kept = await read(body.file.url);
    expect(kept.length).not.toBe(bytes.length);
    await test.sql('update upload set finished_at = null, claimed_at = null, size = $2 where id = $1', [
      uploadId,
      bytes.length,
    ]);
    expect(await finish(uploadId)).toMatchObject({ status: 200, body });
    expect((await read(body.file.url)).equals(kept)).toBe(true);
    expect(
      await test.sql('select size::int from upload where finished_at is not null and id = $1', [uploadId]),
    ).toEqual([{ size: kept.length }]);
  });

  it('accepts no more than was announced, and only at its current offset', async () => {
    const bytes = mp4(1000);
    const { url, uploadId } = await begin(bytes.length);
    const token = admin.token;
    expect(await ask(app, 'PATCH', url, { token, offset: 10, body: bytes })).toMatchObject({ status: 409 });
    // S3 keeps whole pieces only.
    await ask(app, 'PATCH', url, { token, offset: 0, body: bytes.subarray(0, 400) });
    const kept = await offsetAt(url);
    for (const [excess, status] of [
      [{ body: mp4(20 * 1024 * 1024) }, 413],
      [{ body: mp4(bytes.length - kept + 1) }, 413],
      [{ body: bytes, isChunked: true }, 411],
      [{ body: mp4(2000), isChunked: true }, 411],
    ] as const) {
      expect(await ask(app, 'PATCH', url, { token, offset: kept, ...excess })).toMatchObject({ status });
      expect(await offsetAt(url)).toBe(kept);
    }
    expect(await ask(app, 'PATCH', url, { token, offset: kept, body: bytes.subarray(kept) })).toMatchObject({
      status: 204,
    });
    const { body } = await finish(uploadId);
    expect((await read(body.file.url)).equals(bytes)).toBe(true);
  });

  it('belongs to its creator: others cannot see, continue or cancel it', async () => {
    const { url } = await begin(1000);
    const others = [
      ['another person', await test.as('instructor')],
      ['another tenant', await test.as('admin', 'cyber')],
    ] as const;
    for (const [who, { token }] of others)
      for (const method of ['HEAD', 'PATCH', 'DELETE'] as const) {
        const body = method === 'PATCH' ? mp4(1000) : undefined;
        const answer = await ask(app, method, url, { token, offset: 0, ...(body && { body }) });
        expect([who, method, (answer as Answer).status]).toEqual([who, method, 404]);
      }
    const forbidden = await test.as('member');
    expect(await ask(app, 'HEAD', url, { token: forbidden.token })).toMatchObject({ status: 403 });
    expect(await ask(app, 'HEAD', url, { token: 'none' })).toMatchObject({ status: 401 });
    expect(await offsetAt(url)).toBe(0);
  });

  it.each(['localhost:99999', 'a b'])('is refused with the invalid host %s', async (host) => {
    const { url } = await begin(1000);
    expect(await ask(app, 'HEAD', url, { token: admin.token, host })).toMatchObject({ status: 400 });
  });

  it('is found by its path, whatever path the Host header contains', async () => {
    const [mine, other] = [await begin(1000), await begin(500)];
    const answer = await ask(app, 'HEAD', mine.url, { token: admin.token, host: `x${other.url}?` });
    expect((answer as Answer).headers['upload-length']).toBe('1000');
  });

  it('finished and cancelled at once is kept or removed without an error', async () => {
    for (let round = 0; round < 8; round += 1) {
      const bytes = pdf();
      const { url, uploadId } = await begin(bytes.length, 'application/pdf');
      await sendWhole(url, bytes);
      const [finished, ended] = await Promise.all([finish(uploadId), ask(app, 'DELETE', url, { token: admin.token })]);
      expect([200, 404, 409]).toContain(finished.status);
      expect([204, 404]).toContain((ended as Answer).status);
    }
  });

  it('is removed when it is cancelled', async () => {
    const { url } = await begin(1000);
    await ask(app, 'PATCH', url, { token: admin.token, offset: 0, body: mp4(500) });
    expect(await ask(app, 'DELETE', url, { token: admin.token })).toMatchObject({ status: 204 });
    expect(await ask(app, 'HEAD', url, { token: admin.token })).toMatchObject({ status: 404 });
  });

  it.each([
    '/upload/resumable/',
    '/upload/resumable/coding',
    '/upload/resumable/coding/..%2f..%2fjwt-secret',
    '/upload/resumable/coding/%2e%2e/x.mp4',
  ])('is not found at %s', async (url) => {
    expect(await ask(app, 'HEAD', url, { token: admin.token })).toMatchObject({ status: 404 });
  });
});

describe('an upload that the bucket has expired', () => {
  let s3: Awaited<ReturnType<typeof testS3>>;
  let test: TestApp;
  let admin: TestCaller;
  const bytes = mp4(9 * 1024 * 1024);
  beforeAll(async () => {
    s3 = await testS3();
    const { endpoint, bucket, accessKeyId, secretAccessKey } = s3.settings;
    test = await testAppOf([uploadRoutes], {
      S3_ENDPOINT: endpoint,
      S3_BUCKET: bucket,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
    });
    admin = await test.as('admin');
    await test.app.listen({ port: 0, host: '127.0.0.1' });
  });
  afterAll(async () => {
    await test.close();
    await s3.stop();
  });

  const send = (method: 'HEAD' | 'PATCH', url: string, offset = 0, body?: Buffer) =>
    ask(test.app, method, url, { token: admin.token, offset, ...(body && { body }) });
  const begun = async () => {
    const body = { filename: 'Rekaman.mp4', contentType: 'video/mp4', prefix: 'lesson', size: bytes.length };
    return (await admin.call(beginUpload, { body })).body;
  };
  const isForgotten = async ({ uploadId, url }: { uploadId: string; url: string }) => {
    const finish = () => admin.call(finishUpload, { params: { id: uploadId } });
    expect(await finish()).toMatchObject({
      status: 410,
      body: { message: 'This upload was begun too long ago and is gone; send the file again' },
    });
    expect((await finish()).status).toBe(404);
    expect(await send('HEAD', url)).toMatchObject({ status: 404 });
    expect(await test.sql('select 1 from upload where id = $1', [uploadId])).toEqual([]);
    expect(await s3.keys()).toEqual([]);
  };

  it('before its pieces were joined is reported and forgotten', async () => {
    const upload = await begun();
    s3.trouble.completes = false;
    expect(await send('PATCH', upload.url, 0, bytes)).toMatchObject({ status: 503 });
    s3.trouble.completes = true;
    await s3.expire();
    await isForgotten(upload);
  });

  it('before it was complete is reported and forgotten', async () => {
    const upload = await begun();
    const half = 8 * 1024 * 1024;
    expect(await send('PATCH', upload.url, 0, bytes.subarray(0, half))).toMatchObject({ status: 204 });
    await s3.expire();
    expect(await send('PATCH', upload.url, half, bytes.subarray(half))).toMatchObject({ status: 410 });
    expect(await send('HEAD', upload.url)).toMatchObject({ status: 404 });
    await isForgotten(upload);
  });
});

describe('twenty slow uploads', () => {
  it('hold no database connections: with five connections other calls stay fast', { tags: ['system'] }, async () => {
    const test = await testAppOf([uploadRoutes]);
    const admin = await test.as('admin');
    await test.app.listen({ port: 0, host: '127.0.0.1' });
    const ends = new AbortController();
    const bytes = mp4(1_000_000);
    const uploads = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const { body } = await admin.call(beginUpload, {
          body: { filename: 'a', contentType: 'video/mp4', prefix: '', size: bytes.length },
        });
        return body.url;
      }),
    );
    const { port } = test.app.server.address() as AddressInfo;
    const requests = uploads.map((path) => {
      const request = send({
        port,
        host: '127.0.0.1',
        path,
        method: 'PATCH',
        agent: new Agent(),
        signal: ends.signal,
        headers: {
          authorization: `Bearer ${admin.token}`,
          'tus-resumable': '1.0.0',
          'content-type': 'application/offset+octet-stream',
          'upload-offset': '0',
          'content-length': String(bytes.length),
        },
      });
      request.on('error', () => undefined);
      request.write(bytes.subarray(0, 10_000));
      return request;
    });
    const arrived = async () => {
      const folder = join(test.app.deps.config.dataDir, 'uploads/incoming');
      const files = await readdir(folder, { recursive: true });
      const sizes = await Promise.all(
        files.filter((name) => name.endsWith('.mp4')).map((name) => stat(join(folder, name))),
      );
      return sizes.filter(({ size }) => size === 10_000).length;
    };
    await expect.poll(arrived).toBe(20);
    const small = { filename: 'a', contentType: 'application/pdf', prefix: '', size: 1_000 };
    const calls = await Promise.all(Array.from({ length: 30 }, () => admin.call(presignUpload, { body: small })));
    expect(new Set(calls.map(({ status }) => status))).toEqual(new Set([200]));
    const busy = await test.sql(
      `select state from pg_stat_activity where datname = current_database() and application_name like 'lectern %' and state <> 'idle'`,
    );
    expect(busy).toEqual([]);
    ends.abort();
    for (const request of requests) request.destroy();
    await test.close();
  });
});

describe('a full disk', () => {
  let folder: string;
  let isMounted = false;
  let test: TestApp;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lectern-small-'));
    isMounted = await mount(folder);
    test = await testAppOf([uploadRoutes], { DATA_DIR: folder });
  });
  afterAll(async () => {
    await test.close();
    if (isMounted) await run('umount', folder);
    await rm(folder, { recursive: true, force: true });
  });
  beforeEach(({ skip }) => {
    // Needs a disk of 3 MB, and therefore the permission to mount one.
    skip(!isMounted);
  });

  const everything = async () =>
    (await readdir(join(folder, 'uploads'), { recursive: true, withFileTypes: true })).filter((entry) =>
      entry.isFile(),
    );

  it('refuses files that do not fit before they are sent', async () => {
    const admin = await test.as('admin');
    const answer = await admin.call(beginUpload, {
      body: { filename: 'a', contentType: 'video/mp4', prefix: '', size: 4_000_000 },
    });
    expect(answer).toMatchObject({ status: 507, body: { message: expect.stringContaining('no room left') } });
    expect(await everything()).toEqual([]);
    expect(await test.sql('select 1 from upload where finished_at is not null')).toEqual([]);
  });

  it('is reported during an upload, and nothing is kept', async () => {
    const admin = await test.as('admin');
    const { body } = await admin.call(presignUpload, { body: { filename: 'a', contentType: 'video/mp4', prefix: '' } });
    const answer = await test.app.inject({
      method: 'PUT',
      url: body.url,
      payload: mp4(4_000_000),
      headers: { 'content-type': 'video/mp4' },
    });
    expect([answer.statusCode, answer.json<{ message: string }>().message]).toEqual([
      507,
      expect.stringContaining('no room left'),
    ]);
    expect(await everything()).toEqual([]);
  });

  it('is reported to a resumable upload, which continues when there is space again', async () => {
    const admin = await test.as('admin');
    await test.app.listen({ port: 0, host: '127.0.0.1' });
    const bytes = mp4(1_000_000);
    const { body } = await admin.call(beginUpload, {
      body: { filename: 'a', contentType: 'video/mp4', prefix: '', size: bytes.length },
    });
    const filler = join(folder, 'filler');
    await writeFile(filler, Buffer.alloc(2_900_000));
    expect(await ask(test.app, 'PATCH', body.url, { token: admin.token, offset: 0, body: bytes })).toMatchObject({
      status: 507,
    });
    await rm(filler);
    const offset = Number(
      ((await ask(test.app, 'HEAD', body.url, { token: admin.token })) as Answer).headers['upload-offset'],
    );
    const sent = { token: admin.token, offset, body: bytes.subarray(offset) };
    expect(await ask(test.app, 'PATCH', body.url, sent)).toMatchObject({ status: 204 });
    expect((await admin.call(finishUpload, { params: { id: body.uploadId } })).status).toBe(200);
  });
});

describe('concurrent uploads on a nearly full disk', () => {
  let folder: string;
  let isMounted = false;
  let test: TestApp;
  let admin: TestCaller;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lectern-shared-'));
    isMounted = await mount(folder, '32m');
    test = await testAppOf([uploadRoutes], { DATA_DIR: folder });
    admin = await test.as('admin');
    await test.app.listen({ port: 0, host: '127.0.0.1' });
  });
  afterAll(async () => {
    await test.close();
    if (isMounted) await run('umount', folder);
    await rm(folder, { recursive: true, force: true });
  });
  beforeEach(async ({ skip }) => {
    skip(!isMounted);
    await rm(join(folder, 'uploads/incoming/coding'), { recursive: true, force: true });
  });

  const begin = (size: number) =>
    admin.call(beginUpload, { body: { filename: 'a', contentType: 'video/mp4', prefix: '', size } });

  it('cannot reserve the same space: announced files count before they are sent', async () => {
    // Two uploads of 12 MB each on a disk of 30 MB.
    const statuses = [];
    for (let round = 0; round < 4; round += 1) statuses.push((await begin(12_000_000)).status);
    expect(statuses).toEqual([200, 200, 507, 507]);
    const small = await begin(2_000_000);
    expect(small.status).toBe(200);
  });

  it('leave space for the database, and continue when there is space again', async () => {
    const bytes = mp4(3_000_000);
    const token = admin.token;
    const begun = [];
    for (let round = 0; round < 4; round += 1) {
      const { status, body } = await begin(bytes.length);
      expect(status).toBe(200);
      begun.push(body);
    }
    const filler = join(folder, 'filler');
    await writeFile(filler, Buffer.alloc(22_000_000));
    const answers = await Promise.all(
      begun.map(({ url }) => ask(test.app, 'PATCH', url, { token, offset: 0, body: bytes })),
    );
    const statuses = answers.map((answer) => (answer as Answer).status);
    expect(statuses).toContain(507);
    expect(statuses.filter((status) => ![204, 507].includes(status))).toEqual([]);
    const { bavail, bsize } = await statfs(folder);
    // A twentieth of 32 MB, minus the buffers of four requests.
    expect(bavail * bsize).toBeGreaterThan(1_100_000);
    await rm(filler);
    for (const { url, uploadId } of begun) {
      const { headers } = (await ask(test.app, 'HEAD', url, { token })) as Answer;
      const offset = Number(headers['upload-offset']);
      if (offset < bytes.length)
        expect(await ask(test.app, 'PATCH', url, { token, offset, body: bytes.subarray(offset) })).toMatchObject({
          status: 204,
        });
      expect((await admin.call(finishUpload, { params: { id: uploadId } })).status).toBe(200);
    }
  });
});

async function run(command: string, ...args: string[]): Promise<boolean> {
  const child = spawn(command, args, { stdio: 'ignore' });
  return await once(child, 'exit').then(
    ([code]) => code === 0,
    () => false,
  );
}

const mount = (folder: string, size = '3m') => run('mount', '-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder);
