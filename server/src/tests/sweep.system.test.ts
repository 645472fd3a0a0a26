/** Tests which uploaded files are removed, and that files mentioned in a record stay. */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { beginUpload, finishUpload, presignUpload } from '#contract/kernel/upload.ts';
import type { TestApp, TestCaller } from '#platform/testing/app.ts';
import { testApp } from './app.ts';
import { mp4, multipart, pdf, picture } from '#platform/testing/files.ts';
import { testS3 } from '#platform/testing/s3.ts';
import { addRecord, fillTenants } from '#shared/testing/sample.ts';
import { roleName } from '#platform/database/app-role.ts';
import { openDatabase } from '#platform/database/database.ts';
import { sweepUploads } from '#platform/storage/sweep.ts';

describe('an unreferenced file', () => {
  let test: TestApp;
  let admin: TestCaller;
  beforeAll(async () => {
    test = await testApp();
    admin = await test.as('admin');
    await fillTenants(test.sql);
  });
  beforeEach(() => test.sql('delete from upload'));
  afterAll(() => test.close());

  const sweep = () => sweepUploads(test.database.tenant('coding'), test.app.deps.storage);
  const isThere = async (url: string) => (await test.app.inject(url)).statusCode === 200;
  /** Moves the times of upload, check and first unused state into the past. */
  const passes = (time: string) =>
    test.sql(
      `update upload set created_at = created_at - $1::interval, checked_at = checked_at - $1::interval, unused_since = unused_since - $1::interval`,
      [time],
    );

  async function uploaded(): Promise<string> {
    const { payload, headers } = multipart(await picture().png().toBuffer(), { prefix: 'course' });
    const answer = await test.app.inject({
      method: 'POST',
      url: '/api/admin/upload-image/',
      payload,
      headers: { ...headers, authorization: `Bearer ${admin.token}` },
    });
    return answer.json<{ file: { url: string } }>().file.url;
  }

  it('stays for 7 days after it was first found unused, and is then removed', async () => {
    const url = await uploaded();
    await sweep();
    await passes('25 hours');
    await sweep();
    await passes('6 days 23 hours');
    await sweep();
    expect(await isThere(url)).toBe(true);
    await passes('2 days');
    await sweep();
    expect(await isThere(url)).toBe(false);
    expect(await test.sql('select 1 from upload')).toEqual([]);
    await sweep();
  });

  /** Every place in which a record can hold a file's URL. */
  const places: [string, (url: string) => Promise<unknown>][] = [
    [
      'a course’s thumbnail',
      async (url) =>
        test.sql('update course set thumbnail = $1 where id = $2', [
          url,
          await addRecord(test.sql, 'course', 'coding'),
        ]),
    ],
    [
      'an instructor’s photo',
      async (url) =>
        test.sql('update course set instructors = $1 where id = $2', [
          JSON.stringify([{ name: 'Ani', photo: url }]),
          await addRecord(test.sql, 'course', 'coding'),
        ]),
    ],
    [
      'a description',
      async (url) =>
        test.sql('update course set description = $1 where id = $2', [
          `<p><a href="${url}">Silabus</a></p>`,
          await addRecord(test.sql, 'course', 'coding'),
        ]),
    ],
    [
      'a user’s picture',
      async (url) =>
        test.sql('update "user" set image = $1 where id = $2', [url, await addRecord(test.sql, 'user', 'coding')]),
    ],
    [
      'a whole address',
      async (url) =>
        test.sql('update course set intro_video_url = $1 where id = $2', [
          `https://coding.example.com${url}?v=1`,
          await addRecord(test.sql, 'course', 'coding'),
        ]),
    ],
  ];

  it.each(places)('is kept when its URL is in %s', async (_, refer) => {
    const url = await uploaded();
    await refer(url);
    for (const time of ['2 days', '30 days', '300 days']) {
      await passes(time);
      await sweep();
    }
    expect(await isThere(url)).toBe(true);
  });

  it('is kept when a new table has its URL', async () => {
    const url = await uploaded();
    await test.sql(
      `set app.role = '${roleName(test.name, 'app')}';
      create table brochure (tenant text not null, title text, pages text[], primary key (tenant, title)); call tenant_table('brochure')`,
    );
    await test.sql(`insert into brochure values ($1, 'Musim ini', array[$2])`, ['coding', url]);
    for (const time of ['2 days', '30 days']) {
      await passes(time);
      await sweep();
    }
    expect(await isThere(url)).toBe(true);
    await test.sql('drop table brochure');
  });

  it('is kept, and an error reported, when a table cannot be read', async () => {
    const url = await uploaded();
    await sweep();
    await passes('2 days');
    await sweep();
    await passes('10 days');
    await test.sql(`create table closed (tenant text not null, note text)`);
    await expect(sweep()).rejects.toThrow('closed may not be read');
    expect(await isThere(url)).toBe(true);
    await test.sql('drop table closed');
    await sweep();
    expect(await isThere(url)).toBe(false);
  });

  it('counts its days from the last reference', async () => {
    const url = await uploaded();
    const course = await addRecord(test.sql, 'course', 'coding');
    await test.sql('update course set thumbnail = $1 where id = $2', [url, course]);
    await passes('30 days');
    await sweep();
    await test.sql('update course set thumbnail = null where id = $1', [course]);
    await passes('2 days');
    await sweep();
    await passes('6 days');
    await sweep();
    expect(await isThere(url)).toBe(true);
    await passes('2 days');
    await sweep();
    expect(await isThere(url)).toBe(false);
  });

  /** A table of 1500 rows that takes 1.5 s to read; `url` is in the last row. */
  const addSlowTable = (url: string) =>
    test.sql(`set app.role = '${roleName(test.name, 'app')}';
      create table slow (tenant text not null, id int, kind text, note text, primary key (tenant, kind, id));
      call tenant_table('slow');
      create policy sleepy on slow as restrictive using (id % 50 > 0 or pg_sleep(0.05) is not null);
      insert into slow select 'coding', n, 'kind', case n when 1500 then '${url}' end from generate_series(1, 1500) n;
      analyze slow`);

  it('is found however long reading the records takes, without a long statement', async () => {
    const [used, unused] = [await uploaded(), await uploaded()];
    await passes('2 days');
    await sweep();
    await passes('8 days');
    await addSlowTable(used);
    const hasty = openDatabase(test.appUrl, { deadlineMs: 1_000 });
    await sweepUploads(hasty.tenant('coding'), test.app.deps.storage);
    expect([await isThere(used), await isThere(unused)]).toEqual([true, false]);
    await hasty.close();
    await test.sql('drop table slow');
  });

  it('is kept when a record references it again during the search', async () => {
    const url = await uploaded();
    const course = await addRecord(test.sql, 'course', 'coding');
    await passes('2 days');
    await sweep();
    await passes('8 days');
    // The course was searched, and the file is about to be removed.
    await test.sql(`create function take_back() returns trigger language plpgsql as $$
        begin update course set thumbnail = '${url}' where id = '${course}'; return new; end $$;
      create trigger take_back before update on upload for each row execute function take_back()`);
    await sweep();
    await test.sql('drop function take_back cascade');
    for (const time of ['0 days', '2 days', '30 days']) {
      await passes(time);
      await sweep();
      expect(await isThere(url)).toBe(true);
    }
  });

  it('is no longer searched when the process ends', async () => {
    const url = await uploaded();
    await passes('2 days');
    const { storage } = test.app.deps;
    await expect(sweepUploads(test.database.tenant('coding'), storage, AbortSignal.abort())).rejects.toThrow('abort');
    expect(await test.sql('select 1 from upload where checked_at is not null')).toEqual([]);
    await sweep();
    expect(await isThere(url)).toBe(true);
  });

  it('is independent of other tenants', async () => {
    const url = await uploaded();
    for (let day = 0; day < 3; day += 1) {
      await passes('8 days');
      await sweepUploads(test.database.tenant('cyber'), test.app.deps.storage);
    }
    expect(await isThere(url)).toBe(true);
  });

  it('is removed by concurrent sweeps as by one', async () => {
    const url = await uploaded();
    await sweep();
    await passes('2 days');
    await sweep();
    await passes('8 days');
    await Promise.all([sweep(), sweep(), sweep()]);
    expect(await isThere(url)).toBe(false);
  });

  it('that never arrived is forgotten after 7 days, and one that arrived is finished', async () => {
    const { body: pending } = await admin.call(beginUpload, {
      body: { filename: 'a', contentType: 'video/mp4', prefix: '', size: 1000 },
    });
    await passes('6 days');
    await sweep();
    expect(await test.sql('select 1 from upload where id = $1', [pending.uploadId])).toHaveLength(1);
    await passes('2 days');
    await sweep();
    expect(await test.sql('select 1 from upload')).toEqual([]);
  });

  async function begun(contentType = 'application/pdf', size = 1000) {
    const { body } = await admin.call(beginUpload, { body: { filename: 'a', contentType, prefix: '', size } });
    return { ...body, path: body.url.replace('/upload/resumable', `${test.app.deps.config.dataDir}/uploads/incoming`) };
  }

  it.each([
    ['an empty', async (path: string) => writeFile(`${path}.json`, '')],
    ['half a', async (path: string) => writeFile(`${path}.json`, '{"id":"cod')],
    ['no', async (path: string) => rm(`${path}.json`)],
  ])('that was interrupted at its beginning, with %s description, is forgotten too', async (_, cut) => {
    const { path, uploadId } = await begun();
    await cut(path);
    const answer = await admin.call(finishUpload, { params: { id: uploadId } });
    expect(answer.status).toBe(409);
    await passes('8 days');
    await sweep();
    expect(await test.sql('select 1 from upload')).toEqual([]);
    expect(await readFile(path).catch(() => 'gone')).toBe('gone');
  });

  it('that cannot be checked is reported and does not block others', async () => {
    const bad = await begun();
    // As a later version may write it.
    await test.sql(`update upload set type = 'video/later' where id = $1`, [bad.uploadId]);
    const good = await begun();
    await writeFile(good.path, Buffer.concat([pdf(), Buffer.alloc(1000 - pdf().length)]));
    await passes('20 minutes');
    await expect(sweep()).rejects.toThrow('video/later');
    expect(await test.sql('select id from upload where finished_at is not null')).toEqual([{ id: good.uploadId }]);
  });
});

describe('a file that a client of the specification uploads to S3 without a further call', () => {
  let s3: Awaited<ReturnType<typeof testS3>>;
  let test: TestApp;
  let admin: TestCaller;
  beforeAll(async () => {
    s3 = await testS3();
    const { endpoint, bucket, accessKeyId, secretAccessKey } = s3.settings;
    test = await testApp({
      S3_ENDPOINT: endpoint,
      S3_BUCKET: bucket,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
    });
    admin = await test.as('admin');
  });
  afterAll(async () => {
    await test.close();
    await s3.stop();
  });

  async function put(contentType: string, bytes: Buffer): Promise<string> {
    const { body } = await admin.call(presignUpload, { body: { filename: 'a', contentType, prefix: 'x' } });
    const answer = await fetch(body.url, {
      method: 'PUT',
      body: new Uint8Array(bytes),
      headers: { 'content-type': contentType, 'x-amz-acl': 'public-read' },
    });
    expect(answer.status).toBe(200);
    return body.url.split('?', 1)[0] ?? '';
  }

  it('is checked after 15 minutes: a valid one stays, an invalid one is removed', async () => {
    const honest = await put('application/pdf', pdf());
    const lie = await put('application/pdf', Buffer.from('<script>alert(1)</script>'));
    const long = await put('application/pdf', Buffer.concat([pdf(), Buffer.alloc(10 * 1024 * 1024)]));
    const photo = await put('image/jpeg', await picture().withMetadata({ orientation: 6 }).jpeg().toBuffer());
    const clip = await put('video/mp4', mp4(5000));
    const sweep = () => sweepUploads(test.database.tenant('coding'), test.app.deps.storage);
    await sweep();
    expect((await fetch(lie)).status).toBe(200);
    await test.sql(`update upload set created_at = created_at - interval '16 minutes'`);
    await sweep();
    expect([(await fetch(lie)).status, (await fetch(long)).status]).toEqual([404, 404]);
    expect([(await fetch(honest)).status, (await fetch(clip)).status]).toEqual([200, 200]);
    const { default: sharp } = await import('sharp');
    const drawn = Buffer.from(await (await fetch(photo)).arrayBuffer());
    expect(await sharp(drawn).metadata()).toMatchObject({ width: 40, height: 60 });
    expect(await test.sql('select url from upload where finished_at is not null order by url')).toEqual(
      [honest, photo, clip].toSorted().map((url) => ({ url })),
    );
  });

  it('is allowed by the page’s policy for pictures and uploads, and not for scripts', async () => {
    const policy = String((await test.app.inject('/')).headers['content-security-policy']);
    const origin = new URL(s3.settings.endpoint).origin;
    for (const part of ['img-src', 'media-src', 'connect-src'])
      expect(policy).toMatch(new RegExp(`${part}[^;]* ${origin}`));
    expect(policy).toMatch(/script-src 'self';/);
    expect(policy).toMatch(/connect-src 'self' http:\/\/127\.0\.0\.1:\d+;/);
  });
});
