/** Tests uploads in one request: what is accepted, what is stored, and how it is served. */
import { readdir, writeFile } from 'node:fs/promises';
import { Agent, request as send } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { beginUpload, presignUpload } from '#contract/kernel/upload.ts';
import { issueAccessToken } from '#platform/session/access-token.ts';
import { type TestApp, type TestCaller, testAppOf } from '#platform/testing/app.ts';
import { uploadRoutes } from './routes.ts';
import { docx, mp4, multipart, pdf, picture, zipOf } from '#platform/testing/files.ts';

let test: TestApp;
let admin: TestCaller;
let port: number;
beforeAll(async () => {
  test = await testAppOf([uploadRoutes]);
  admin = await test.as('admin');
  await test.app.listen({ port: 0, host: '127.0.0.1' });
  port = (test.app.server.address() as AddressInfo).port;
});
afterAll(() => test.close());
beforeEach(() => {
  vi.useRealTimers();
});

/** Keys of all files on the disk, complete or not. */
async function onDisk(): Promise<string[]> {
  const root = join(test.app.deps.config.dataDir, 'uploads');
  const found = await readdir(root, { recursive: true, withFileTypes: true });
  return found.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}

const unfinished = () => test.sql('select 1 from upload where finished_at is null');

async function uploadImage(
  file: Buffer | undefined,
  fields: Record<string, string> = { prefix: 'course' },
  fileField?: string,
) {
  const { payload, headers } = multipart(file, fields, fileField);
  const answer = await test.app.inject({
    method: 'POST',
    url: '/api/admin/upload-image/',
    payload,
    headers: { ...headers, authorization: `Bearer ${admin.token}` },
  });
  return { status: answer.statusCode, body: answer.json<{ message: string; file: { url: string } }>() };
}

const read = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  test.app.inject({ method, url, headers });

const pdfType = 'application/pdf';
const docxType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

async function presigned(contentType: string, size?: number): Promise<string> {
  const { status, body } = await admin.call(presignUpload, {
    body: { filename: 'berkas', contentType, prefix: 'lesson', ...(size !== undefined && { size }) },
  });
  expect(status).toBe(200);
  return body.url;
}

const put = async (url: string, type: string, payload: Buffer) => {
  const answer = await test.app.inject({
    method: 'PUT',
    url,
    payload,
    headers: { 'content-type': type, 'x-amz-acl': 'public-read' },
  });
  return { status: answer.statusCode, message: answer.body ? answer.json<{ message: string }>().message : '' };
};

describe('POST /admin/upload-image/', () => {
  it('stores the picture under a generated name in the tenant’s folder, readable by everybody', async () => {
    const { status, body } = await uploadImage(await picture().png().toBuffer());
    expect(status).toBe(200);
    expect(body.file.url).toMatch(/^\/files\/coding\/course\/[0-9a-f]{32}\.png$/);
    const answer = await read(body.file.url);
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/png']);
    expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ format: 'png', width: 60, height: 40 });
    expect(
      await test.sql('select tenant, user_id, finished_at is not null as done from upload where url = $1', [
        body.file.url,
      ]),
    ).toEqual([{ tenant: 'coding', user_id: admin.userId, done: true }]);
  });

  it('rotates it upright and removes location, time and camera', async () => {
    const photo = await picture()
      .withExif({ IFD0: { Make: 'Telepon', Orientation: '6' }, IFD3: { GPSLatitude: '6/1 10/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect((await sharp(photo).metadata()).exif).toBeDefined();
    const { body } = await uploadImage(photo);
    const { rawPayload } = await read(body.file.url);
    const { width, height, exif, orientation } = await sharp(rawPayload).metadata();
    expect({ width, height, exif, orientation }).toEqual({
      width: 40,
      height: 60,
      exif: undefined,
      orientation: undefined,
    });
    // After rotation by 90 degrees to the right, the left edge is at the top.
    const { data } = await sharp(rawPayload).raw().toBuffer({ resolveWithObject: true });
    expect(data[0]).toBeGreaterThan(200);
  });

  it('converts print colours to screen colours, and keeps the first frame of an animation', async () => {
    const cmyk = await uploadImage(await picture().toColourspace('cmyk').jpeg().toBuffer());
    expect((await sharp((await read(cmyk.body.file.url)).rawPayload).metadata()).space).toBe('srgb');
    const frames = await sharp([await picture().png().toBuffer(), await picture().negate().png().toBuffer()], {
      join: { animated: true },
    })
      .webp()
      .toBuffer();
    expect((await sharp(frames).metadata()).pages).toBe(2);
    const still = await uploadImage(frames);
    expect((await sharp((await read(still.body.file.url)).rawPayload).metadata()).pages ?? 1).toBe(1);
  });

  it('removes data that is hidden behind a picture', async () => {
    const both = Buffer.concat([await picture().jpeg().toBuffer(), Buffer.from('<script>alert(1)</script>')]);
    const { body } = await uploadImage(both);
    expect((await read(body.file.url)).rawPayload.includes('<script>')).toBe(false);
  });

  it.each([
    ['a page', async () => Buffer.from('<!doctype html><script>alert(1)</script>'), 400, 'A picture is a JPG'],
    [
      'an SVG',
      async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'),
      400,
      'A picture is a JPG',
    ],
    ['a GIF', () => picture().gif().toBuffer(), 400, 'A picture is a JPG'],
    ['a PDF', async () => pdf(), 400, 'A picture is a JPG'],
    ['nothing at all', async () => Buffer.alloc(0), 400, 'A picture is a JPG'],
    ['half a picture', async () => (await picture(800, 800).jpeg().toBuffer()).subarray(0, 1500), 400, 'damaged'],
    ['a signature and no picture', async () => Buffer.from('\x89PNG\r\n\x1a\n and so on', 'latin1'), 400, 'damaged'],
    [
      'a picture of 90 million pixels',
      () =>
        sharp({ create: { width: 12_000, height: 7_500, channels: 3, background: '#fff' } })
          .png()
          .toBuffer(),
      400,
      'too many pixels',
    ],
    ['more than 2 MB', async () => Buffer.alloc(2 * 1024 * 1024 + 1, 7), 413, 'at most 2 MB'],
  ])('refuses %s with a sentence, and stores nothing', async (_, make, status, words) => {
    const before = await onDisk();
    const answer = await uploadImage(await make());
    expect([answer.status, answer.body.message]).toEqual([status, expect.stringContaining(words)]);
    expect(await onDisk()).toEqual(before);
    expect(await unfinished()).toEqual([]);
  });

  it('accepts a picture of just under 2 MB', async () => {
    const noise = await sharp({
      create: {
        width: 800,
        height: 800,
        channels: 3,
        background: '#fff',
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
      },
    })
      .png()
      .toBuffer();
    expect(noise.length).toBeGreaterThan(1_000_000);
    expect((await uploadImage(noise)).status).toBe(200);
  });

  it.each([
    ['no file', undefined, {}, 400],
    ['a path that leads out', 'picture', { prefix: '../../etc' }, 400],
    ['another path that leads out', 'picture', { prefix: '/..\\..' }, 400],
    ['a prefix with a NUL', 'picture', { prefix: 'a\0b' }, 400],
    ['a prefix with a dot', 'picture', { prefix: '.ssh' }, 400],
  ])('refuses %s', async (_, what, fields, status) => {
    const file = what && (await picture().png().toBuffer());
    expect((await uploadImage(file || undefined, fields as Record<string, string>)).status).toBe(status);
  });

  it('refuses another field name, and malformed forms', async () => {
    expect((await uploadImage(await picture().png().toBuffer(), {}, 'gambar')).status).toBe(400);
    const headers = { authorization: `Bearer ${admin.token}` };
    for (const [type, status] of [
      ['multipart/form-data', 400],
      ['multipart/form-data; boundary=other', 400],
      ['application/json', 415],
      ['text/plain', 415],
    ] as const) {
      const answer = await test.app.inject({
        method: 'POST',
        url: '/api/admin/upload-image/',
        payload: multipart(Buffer.from('x')).payload,
        headers: { ...headers, 'content-type': type },
      });
      expect([type, answer.statusCode]).toEqual([type, status]);
    }
  });
});

describe('POST /admin/upload/presigned/', () => {
  it.each([
    ['a page', { contentType: 'text/html' }],
    ['a script', { contentType: 'application/javascript' }],
    ['an SVG', { contentType: 'image/svg+xml' }],
    ['a program', { contentType: 'application/x-msdownload' }],
    ['a picture of 3 MB', { contentType: 'image/png', size: 3_000_000 }],
    ['an attachment of 11 MB', { contentType: pdfType, size: 11 * 1024 * 1024 }],
    ['a video of 6 GB', { contentType: 'video/mp4', size: 6 * 1024 ** 3 }],
    ['a file of no bytes', { contentType: pdfType, size: 0 }],
    ['half a byte', { contentType: pdfType, size: 1.5 }],
  ])('refuses %s', async (_, what) => {
    const { status } = await admin.call(presignUpload, { body: { filename: 'a', prefix: '', ...what } });
    expect(status).toBe(400);
  });
});

describe('a presigned URL', () => {
  it.each([
    ['a PDF', pdfType, pdf],
    ['a DOCX', docxType, docx],
    ['a ZIP', 'application/zip', docx],
    ['an MP4', 'video/mp4', () => mp4(100_000)],
  ])('accepts %s, which can then be read at the URL without its query', async (_, type, make) => {
    const bytes = make();
    const url = await presigned(type, bytes.length);
    expect(await put(url, type, bytes)).toEqual({ status: 200, message: '' });
    const answer = await read(url.split('?', 1)[0] ?? '');
    expect(answer.headers['content-type']).toBe(type);
    expect(answer.rawPayload.equals(bytes)).toBe(true);
  });

  it('re-encodes pictures as well, and needs no length', async () => {
    const url = await presigned('image/webp');
    const photo = await picture().withMetadata({ orientation: 6 }).webp().toBuffer();
    expect((await put(url, 'image/webp', photo)).status).toBe(200);
    const { rawPayload } = await read(url.split('?', 1)[0] ?? '');
    expect(await sharp(rawPayload).metadata()).toMatchObject({ format: 'webp', width: 40, height: 60 });
  });

  it.each([
    [
      'a page that says it is a PDF',
      pdfType,
      () => Buffer.from('<!doctype html><script>alert(1)</script>'),
      'not a PDF',
    ],
    ['a PDF that says it is a video', 'video/mp4', pdf, 'not a MP4 but a PDF'],
    ['a zip that says it is a DOCX', docxType, () => zipOf([{ name: 'a.txt', bytes: Buffer.from('a') }]), 'not a DOCX'],
    ['a DOCX that is torn', docxType, () => docx().subarray(0, -30), 'not a ZIP'],
    [
      'a zip of 10 GB, unpacked',
      'application/zip',
      () => zipOf([{ name: 'a', bytes: Buffer.from('a'), saysSize: 3_000_000_000 }]),
      'far too large',
    ],
    [
      'a zip whose entries share their bytes',
      'application/zip',
      () =>
        zipOf([
          { name: 'a', bytes: Buffer.alloc(9_000) },
          { name: 'b', bytes: Buffer.alloc(9_000), sharesWith: 0 },
        ]),
      'far too large',
    ],
    ['text that says it is a video', 'video/webm', () => Buffer.from('webm, honestly'), 'not a WEBM'],
    ['text that says it is a picture', 'image/png', () => Buffer.from('png, honestly'), 'not a PNG'],
  ])('refuses %s with a message, and stores nothing', async (_, type, make, words) => {
    const bytes = make();
    const before = await onDisk();
    const url = await presigned(type, bytes.length);
    const answer = await put(url, type, bytes);
    expect([answer.status, answer.message]).toEqual([400, expect.stringContaining(words)]);
    expect(await onDisk()).toEqual(before);
    expect((await read(url.split('?', 1)[0] ?? '')).statusCode).toBe(404);
  });

  it('without a length accepts the maximum of its type, and no more', async () => {
    const url = await presigned(pdfType);
    const max = 10 * 1024 * 1024;
    const before = await onDisk();
    expect((await put(url, pdfType, Buffer.concat([pdf(), Buffer.alloc(max)]))).status).toBe(413);
    expect(await onDisk()).toEqual(before);
  });

  it('accepts another file after a refused one', async () => {
    const url = await presigned(pdfType);
    expect((await put(url, pdfType, Buffer.from('no'))).status).toBe(400);
    expect((await put(url, pdfType, pdf())).status).toBe(200);
  });

  it('is bound to content type, length and key', async () => {
    const bytes = pdf();
    const url = await presigned(pdfType, bytes.length);
    expect((await put(url, 'text/html', bytes)).status).toBe(400);
    expect((await put(url, pdfType, Buffer.concat([bytes, bytes]))).status).toBe(400);
    expect((await put(url, pdfType, bytes.subarray(1))).status).toBe(400);
    expect((await put(url.replace(/[0-9a-f]{32}/, 'a'.repeat(32)), pdfType, bytes)).status).toBe(403);
    expect((await put(url.replace('/coding/', '/cyber/'), pdfType, bytes)).status).toBe(403);
    expect((await put(url.replace('pdf&', 'zip&'), pdfType, bytes)).status).toBe(403);
    expect((await put(url.replace(/size=\d+/, 'size=1'), pdfType, bytes)).status).toBe(403);
    expect((await put(url.split('?', 1)[0] ?? '', pdfType, bytes)).status).toBe(403);
    expect((await put(url, pdfType, bytes)).status).toBe(200);
  });

  // The clock can only be faked in this process.
  it.skipIf(process.env['SEVERAL'])('is valid for 15 minutes', async () => {
    const bytes = pdf();
    const url = await presigned(pdfType, bytes.length);
    const real = Date.now();
    vi.spyOn(Date, 'now').mockReturnValue(real + 16 * 60_000);
    expect((await put(url, pdfType, bytes)).status).toBe(403);
    vi.mocked(Date.now).mockReturnValue(real + 14 * 60_000);
    expect((await put(url, pdfType, bytes)).status).toBe(200);
    vi.restoreAllMocks();
  });

  it('accepts one file; of two concurrent ones a complete one is stored', async () => {
    const [one, two] = [Buffer.concat([pdf(), Buffer.from('satu')]), Buffer.concat([pdf(), Buffer.from('dua!')])];
    const url = await presigned(pdfType);
    const answers = await Promise.all([put(url, pdfType, one), put(url, pdfType, two)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const kept = (await read(url.split('?', 1)[0] ?? '')).rawPayload;
    expect(kept.equals(answers[0]?.status === 200 ? one : two)).toBe(true);
    expect((await put(url, pdfType, one)).status).toBe(409);
    expect((await onDisk()).filter((path) => path.includes('~'))).toEqual([]);
  });

  it('stores nothing of an interrupted file, and accepts it again', async () => {
    const bytes = mp4(300_000);
    const url = await presigned('video/mp4', bytes.length);
    const before = await onDisk();
    const socket = connect(port, '127.0.0.1');
    socket.write(
      `PUT ${url} HTTP/1.1\r\nHost: a\r\nContent-Type: video/mp4\r\nContent-Length: ${bytes.length}\r\n\r\n`,
    );
    socket.write(bytes.subarray(0, 200_000));
    await expect.poll(async () => (await onDisk()).length).toBe(before.length + 1);
    socket.destroy();
    await expect.poll(onDisk).toEqual(before);
    expect((await put(url, 'video/mp4', bytes)).status).toBe(200);
  });

  it('refuses more than was announced during the upload, without a length', async () => {
    const bytes = mp4(300_000);
    const url = await presigned('video/mp4', 200_000);
    const before = await onDisk();
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const request = send(
        {
          port,
          host: '127.0.0.1',
          agent: new Agent(),
          method: 'PUT',
          path: url,
          headers: { 'content-type': 'video/mp4', 'transfer-encoding': 'chunked' },
        },
        (response) => resolve(response.resume().statusCode),
      );
      request.on('error', reject).end(bytes);
    });
    expect(status).toBe(413);
    expect(await onDisk()).toEqual(before);
  });
});

describe('a session that ends during an upload', () => {
  /** Creates another session of the admin. */
  async function session() {
    const [row] = await test.sql(`insert into session (tenant, user_id) values ('coding', $1) returning id`, [
      admin.userId,
    ]);
    const sessionId = String(row?.['id']);
    const caller = { userId: admin.userId, name: 'Tester admin', tenant: 'coding', role: 'admin', sessionId } as const;
    const token = await issueAccessToken(caller, test.app.deps.config.jwtSecret);
    const headers = { authorization: `Bearer ${token}` };
    // From here on the token is cached as valid.
    expect((await test.app.inject({ url: '/api/admin/upload/none', headers })).statusCode).toBe(404);
    return { headers, end: () => test.sql('delete from session where id = $1', [sessionId]) };
  }

  /** Sends the body after `between`, which runs when the server has received the headers and waits for the body. */
  const sendAfter = (
    method: string,
    path: string,
    headers: Record<string, string>,
    body: Buffer,
    between: () => Promise<unknown>,
  ) =>
    new Promise<number>((resolve, reject) => {
      const length = String(body.length);
      const request = send(
        {
          port,
          host: '127.0.0.1',
          agent: new Agent(),
          method,
          path,
          headers: { ...headers, 'content-length': length, expect: '100-continue' },
        },
        (response) => resolve(response.resume().statusCode ?? 0),
      );
      request.on('error', reject).on('continue', () => {
        request.write(body.subarray(0, 10));
        between().then(() => request.end(body.subarray(10)), reject);
      });
      request.flushHeaders();
    });

  const begun = async (url: string, headers: Record<string, string>, body: object) => {
    const answer = await test.app.inject({ method: 'POST', url: `/api${url}`, headers, payload: body });
    return answer.json<{ url: string; uploadId: string }>();
  };

  it('stores no picture', async () => {
    const [before, waiting] = [await onDisk(), await unfinished()];
    const { headers, end } = await session();
    const form = multipart(await picture().png().toBuffer(), { prefix: 'course' });
    const post = (between: () => Promise<unknown>) =>
      sendAfter('POST', '/api/admin/upload-image/', { ...form.headers, ...headers }, form.payload, between);
    expect(await post(async () => undefined)).toBe(200);
    const kept = await onDisk();
    expect(kept.length).toBe(before.length + 1);
    expect(await post(end)).toBe(401);
    expect(await onDisk()).toEqual(kept);
    expect(await unfinished()).toEqual(waiting);
  });

  it.each(['before', 'while'])(
    'stores nothing at its presigned URL, whether the session ends %s a file arrives',
    async (when) => {
      const { headers, end } = await session();
      const { url } = await begun(presignUpload.url, headers, {
        filename: 'a',
        contentType: pdfType,
        prefix: 'lesson',
      });
      const before = await onDisk();
      if (when === 'before') await end();
      const status = await sendAfter('PUT', url, { 'content-type': pdfType }, pdf(), end);
      expect(status).toBe(403);
      expect(await onDisk()).toEqual(before);
      expect((await read(url.split('?', 1)[0] ?? '')).statusCode).toBe(404);
    },
  );

  it('stores nothing of a last piece', async () => {
    const { headers, end } = await session();
    const bytes = mp4(50_000);
    const { url, uploadId } = await begun(beginUpload.url, headers, {
      filename: 'a',
      contentType: 'video/mp4',
      prefix: 'lesson',
      size: bytes.length,
    });
    const piece = { 'content-type': 'application/offset+octet-stream', 'tus-resumable': '1.0.0', 'upload-offset': '0' };
    await sendAfter('PATCH', url, { ...headers, ...piece }, bytes, end);
    const rows = () => test.sql('select 1 from upload where id = $1', [uploadId]);
    await expect.poll(rows).toEqual([]);
    expect((await onDisk()).filter((path) => path.includes(url.slice(-20)))).toEqual([]);
  });
});

describe('a file', () => {
  let url: string;
  const bytes = mp4(50_000);
  beforeAll(async () => {
    const address = await presigned('video/mp4', bytes.length);
    await put(address, 'video/mp4', bytes);
    url = address.split('?', 1)[0] ?? '';
  });

  it('can be read in ranges', async () => {
    const answer = await read(url, { range: 'bytes=1000-1999' });
    expect([answer.statusCode, answer.headers['content-range']]).toEqual([206, 'bytes 1000-1999/50000']);
    expect(answer.rawPayload.equals(bytes.subarray(1000, 2000))).toBe(true);
    expect((await read(url, { range: 'bytes=60000-' })).statusCode).toBe(416);
    const head = await read(url, {}, 'HEAD');
    expect([head.statusCode, head.headers['content-length'], head.rawPayload.length]).toEqual([200, '50000', 0]);
  });

  it('is cached by browsers forever, and revalidated without a body', async () => {
    const { headers } = await read(url);
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect((await read(url, { 'if-none-match': String(headers['etag']) })).statusCode).toBe(304);
  });

  it('never runs: its type is set by the server, not sniffed, and it is sandboxed', async () => {
    const { headers } = await read(url);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['content-security-policy']).toMatch(/default-src 'none'.*sandbox/);
    expect(headers['cross-origin-resource-policy']).toBe('cross-origin');
    expect(headers['content-disposition']).toBe('inline');
  });

  it('other than a picture, video or PDF is downloaded instead of shown', async () => {
    const address = await presigned(docxType);
    await put(address, docxType, docx());
    expect((await read(address.split('?', 1)[0] ?? '')).headers['content-disposition']).toBe('attachment');
  });

  it.each([
    '/files/../jwt-secret',
    '/files/../../jwt-secret',
    '/files/%2e%2e/%2e%2e/jwt-secret',
    '/files/..%2f..%2fjwt-secret',
    '/files/coding/..%2f..%2f..%2fjwt-secret',
    String.raw`/files/coding/..\..\..\jwt-secret`,
    '/files/coding/....//....//....//jwt-secret',
    '/files//jwt-secret',
  ])('cannot be read outside its folder: %s', async (path) => {
    await writeFile(join(test.app.deps.config.dataDir, 'jwt-secret'), 'the secret of this server');
    expect((await read(path)).body).not.toContain('the secret of this server');
  });

  it.each([
    '/files',
    '/files/',
    '/files/coding',
    '/files/coding/',
    '/files/coding/..%2f..%2f..%2fjwt-secret',
    '/files/coding/%2e%2e/0123456789abcdef0123456789abcdef.png',
    '/files/coding/.hidden',
    '/files/coding/0123456789abcdef0123456789abcdef.html',
    '/files/coding/0123456789abcdef0123456789abcdef.png',
    '/files/coding/0123456789abcdef0123456789abcdef.png%00.html',
    '/files/nobody/0123456789abcdef0123456789abcdef.png',
  ])('is not found at %s', async (path) => {
    const answer = await read(path);
    expect([400, 404]).toContain(answer.statusCode);
    expect(answer.headers['content-type']).toContain('application/json');
  });
});
