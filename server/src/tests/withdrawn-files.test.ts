/** Tests that the PDF of a certificate is readable only while the certificate has it, in the folder and in S3. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as contract from '#contract/certificate/endpoints.ts';
import { deleteCourse } from '#contract/course/endpoints.ts';
import type { Job, JobContext } from '#platform/jobs/job.ts';
import { removeFile } from '#platform/storage/sweep.ts';
import type { TestApp, TestCaller } from '#platform/testing/app.ts';
import { testS3 } from '#platform/testing/s3.ts';
import { taughtCourse } from '#shared/testing/taught-course.ts';
import { makeCertificates } from '../areas/certificate/jobs.ts';
import { testApp } from './app.ts';

let test: TestApp;
let admin: TestCaller;

/** Runs the enqueued jobs of a kind, `times` times each, like a worker that was interrupted. */
async function work(job: Pick<Job, 'name'>, times = 1): Promise<number> {
  const lines = await test.sql('delete from outbox where job = $1 returning ids', [job.name]);
  for (const { ids } of lines)
    for (let n = 0; n < times; n += 1)
      await (job as Job).run({
        ...test.app.deps,
        db: test.database.tenant('coding'),
        tenant: 'coding',
        ids,
        signal: AbortSignal.timeout(30_000),
      } as unknown as JobContext);
  return lines.length;
}

async function issued() {
  const { course, ...make } = await taughtCourse(test.sql);
  await make.complete(await make.member('Siti Nurhaliza'), await make.lesson('Satu'));
  await admin.call(contract.issueCertificates, { params: { id: course } });
  const current = async () => {
    const { body } = await admin.call(contract.listCertificates, { params: { id: course } });
    return body.certificates[0]!;
  };
  await work(makeCertificates);
  const { id, fileUrl } = await current();
  return { course, params: { id }, url: fileUrl!, current };
}

describe('in the folder', () => {
  beforeAll(async () => {
    test = await testApp();
    admin = await test.as('admin');
  });
  afterAll(() => test.close());

  const read = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
    test.app.inject({ method, url, headers });
  const statusOf = async (url: string) => (await read(url)).statusCode;
  const isOnDisk = (url: string) =>
    stat(join(test.app.deps.config.dataDir, 'uploads', url)).then(
      () => true,
      () => false,
    );

  it('a PDF is answered with no-store, and with 404 from the moment of revoking, before and after the job', async () => {
    const { params, url } = await issued();
    const before = await read(url);
    expect([before.statusCode, before.headers['cache-control']]).toEqual([200, 'no-store']);
    expect((await admin.call(contract.revokeCertificate, { params })).status).toBe(200);
    expect(await isOnDisk(url)).toBe(true);
    const answers = [
      await read(url),
      await read(url, {}, 'HEAD'),
      await read(url, { range: 'bytes=0-99' }),
      await read(url, { 'if-none-match': String(before.headers['etag']) }),
      await read(url, { 'if-modified-since': String(before.headers['last-modified']) }),
      await read(url.replace('/certificate/', '//certificate/')),
      await read(url.replace('certificate', '%63ertificate')),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 404));
    expect(await work(removeFile, 2)).toBe(1);
    expect(await isOnDisk(url)).toBe(false);
    expect(await test.sql('select from upload where url = $1', [url])).toEqual([]);
    expect(await statusOf(url)).toBe(404);
  });

  it('a reissue after revoking makes a new PDF readable, and never the old one', async () => {
    const { params, url, current } = await issued();
    await admin.call(contract.revokeCertificate, { params });
    await admin.call(contract.reissueCertificate, { params });
    expect(await statusOf(url)).toBe(404);
    await work(makeCertificates);
    const { fileUrl } = await current();
    expect([await statusOf(fileUrl!), await statusOf(url)]).toEqual([200, 404]);
    await work(removeFile);
    expect([await statusOf(fileUrl!), await statusOf(url)]).toEqual([200, 404]);
  });

  it('a reissue withdraws the PDF that it replaces', async () => {
    const { params, url } = await issued();
    await admin.call(contract.reissueCertificate, { params });
    expect(await statusOf(url)).toBe(404);
    expect(await work(removeFile)).toBe(1);
    expect(await isOnDisk(url)).toBe(false);
  });

  it('a PDF is withdrawn with its deleted course', async () => {
    const { course, url } = await issued();
    await test.sql('delete from course_user where course_id = $1', [course]);
    expect((await admin.call(deleteCourse, { params: { id: course } })).status).toBe(200);
    expect(await statusOf(url)).toBe(404);
    expect(await work(removeFile)).toBe(1);
    expect(await isOnDisk(url)).toBe(false);
  });

  it('a PDF that was drawn while its certificate was revoked is removed by the job that drew it', async () => {
    const { params, url, current } = await issued();
    await admin.call(contract.reissueCertificate, { params });
    const { storage } = test.app.deps;
    const put = storage.put.bind(storage);
    storage.put = async (...file) => {
      await put(...file);
      await admin.call(contract.revokeCertificate, { params });
    };
    await work(makeCertificates).finally(() => {
      storage.put = put;
    });
    expect(await current()).toMatchObject({ status: 'revoked', fileUrl: null });
    expect(
      await test.sql(`select url from upload where withdrawn_at is null and name like 'Sertifikat%' and user_id is null
      and url not in (select file_url from certificate where file_url is not null)`),
    ).toEqual([]);
    expect(await statusOf(url)).toBe(404);
  });
});

describe('in S3', () => {
  let s3: Awaited<ReturnType<typeof testS3>>;
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

  it('the job after revoking removes the object, which nobody may cache; a reissue makes another', async () => {
    const { params, url, current } = await issued();
    const before = await fetch(url);
    expect([before.status, before.headers.get('cache-control')]).toEqual([200, 'no-store']);
    await admin.call(contract.revokeCertificate, { params });
    expect(await work(removeFile, 2)).toBe(1);
    expect((await fetch(url)).status).toBe(404);
    expect(await s3.keys()).toEqual([]);
    await admin.call(contract.reissueCertificate, { params });
    await work(makeCertificates);
    const { fileUrl } = await current();
    expect([(await fetch(fileUrl!)).status, (await fetch(url)).status]).toEqual([200, 404]);
  });
});
