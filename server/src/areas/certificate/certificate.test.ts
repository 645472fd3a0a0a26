/** Tests issuing certificates and the reasons for not issuing them, the PDF, the public page, revoking and reissuing. */
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as contract from '#contract/certificate/endpoints.ts';
import type { Tenant } from '#contract/kernel/endpoint.ts';
import { type Config, readConfig } from '#platform/config.ts';
import type { JobContext } from '#platform/jobs/job.ts';
import { type TestApp, type TestCaller, testAppOf } from '#platform/testing/app.ts';
import { testJwtSecret } from '#platform/testing/template.ts';
import { addRecord } from '#shared/testing/sample.ts';
import { taughtCourse } from '#shared/testing/taught-course.ts';
import { makeCertificates } from './jobs.ts';
import { certificateRoutes } from './routes.ts';
import { readPdf } from '#shared/paper/testing/read-pdf.ts';

let test: TestApp;
let admin: TestCaller;
beforeAll(async () => {
  test = await testAppOf([certificateRoutes]);
  admin = await test.as('admin');
});
beforeEach(() => test.sql('delete from outbox'));
afterAll(() => test.close());

const issue = (id: string, headers: Record<string, string> = {}) =>
  admin.call(contract.issueCertificates, { params: { id } }, { headers });
const listed = async (id: string, query: object = {}) =>
  (await admin.call(contract.listCertificates, { params: { id }, query })).body;
const waiting = async (id: string, query: object = {}) =>
  (await admin.call(contract.listCertificateMembers, { params: { id }, query })).body;
const check = (code: string, host = 'localhost') =>
  test.app.inject({ url: `/api/certificate/${code}/`, headers: { host } });

/** Runs the enqueued jobs like a worker; returns their number. */
async function work(settings: Partial<Config> = {}, tenant: Tenant = 'coding'): Promise<number> {
  const lines = await test.sql(`delete from outbox where tenant = $1 and job = 'make-certificates' returning ids`, [
    tenant,
  ]);
  for (const { ids } of lines)
    await makeCertificates.run({
      db: test.database.tenant(tenant),
      ids,
      tenant,
      config: { ...readConfig({ JWT_SECRET: testJwtSecret, PORT: '4000' }), ...settings },
      storage: test.app.deps.storage,
      signal: AbortSignal.timeout(30_000),
    } as JobContext<typeof makeCertificates.ids>);
  return lines.length;
}

/** Creates a course with one lesson of 90 minutes, and a member who has completed it. */
async function finished(name = 'Siti Nurhaliza') {
  const { course, ...make } = await taughtCourse(test.sql);
  const lesson = await make.lesson('Satu', 'ARTICLE', 90);
  const userId = await make.member(name);
  await make.complete(userId, lesson);
  return { course, userId, lesson, make };
}

async function issued(name?: string) {
  const { course, userId, ...more } = await finished(name);
  await issue(course);
  await work();
  const [certificate] = (await listed(course)).certificates;
  return { course, userId, certificate: certificate!, ...more };
}

/** Reads a file of the embedded store. */
async function fileOf(url: string): Promise<Buffer> {
  const { storage } = test.app.deps;
  return readFile(await storage.localPath(url.replace('/files/', ''), '', AbortSignal.timeout(5000)));
}

describe('issuing', () => {
  it('issues one to each member who meets the rules, and lists the failed rule of every other', async () => {
    const { course, ...make } = await taughtCourse(test.sql);
    const lesson = await make.lesson('Satu', 'ARTICLE', 600);
    const quiz = await make.quiz('Kuis');
    const classes = [await make.lesson('Kelas 1', 'LIVE_CLASS'), await make.lesson('Kelas 2', 'LIVE_CLASS')];
    await make.quiz('Survei', 'SURVEY');
    const [adi, budi, citra, dewi] = [
      await make.member('Adi'),
      await make.member('Budi'),
      await make.member('Citra'),
      await make.member('Dewi'),
    ];
    const attend = async (userId: string, statuses: readonly ('PRESENT' | 'LATE' | 'ABSENT')[]) => {
      for (const [index, status] of statuses.entries()) await make.mark(userId, classes[index]!, status);
    };
    // Adi failed once, passed with 92, and attended both classes, once late.
    await make.complete(adi, lesson);
    for (const score of [40, 92]) await make.attempt(adi, quiz, score);
    await attend(adi, ['PRESENT', 'LATE']);
    await make.complete(budi, lesson);
    await make.attempt(budi, quiz, 69);
    await attend(budi, ['PRESENT', 'PRESENT']);
    await make.complete(citra, lesson);
    await make.attempt(citra, quiz, 100);
    await attend(citra, ['PRESENT', 'ABSENT']);
    const before = await waiting(course);
    expect(before).toMatchObject({
      totalItems: 4,
      ready: 1,
      notReady: 3,
      course: { id: course, hasCertificate: true },
    });
    expect(before.members.map(({ name, score, failed }) => [name, score, failed.map(({ reason }) => reason)])).toEqual([
      ['Adi', 92, []],
      ['Budi', 69, ['0 of 1 quizzes passed', 'Score 69, 70 needed']],
      ['Citra', 100, ['Attended 1 of 2 classes, 75% needed']],
      [
        'Dewi',
        0,
        [
          '0 of 1 lessons completed',
          '0 of 1 quizzes passed',
          'Score 0, 70 needed',
          'Attended 0 of 2 classes, 75% needed',
        ],
      ],
    ]);
    expect((await waiting(course, { isReady: 'true' })).members.map(({ name }) => name)).toEqual(['Adi']);
    expect((await waiting(course, { isReady: 'false', search: 'CIT' })).members.map(({ name }) => name)).toEqual([
      'Citra',
    ]);
    expect(await issue(course)).toMatchObject({ status: 201, body: { changed: 1 } });
    const { certificates } = await listed(course);
    expect(certificates).toEqual([
      expect.objectContaining({
        certificateId: expect.stringMatching(/^[2-9A-HJ-NP-Z]{10}$/),
        courseName: 'Kelas',
        user: { id: adi, name: 'Adi' },
        name: 'Adi',
        score: 92,
        grade: 'A',
        totalHours: 10,
        status: 'pending',
        fileUrl: null,
      }),
    ]);
    expect((await waiting(course)).members.map(({ name }) => name)).toEqual(['Budi', 'Citra', 'Dewi']);
    await make.complete(dewi, lesson);
  });

  it('includes members by a learning path, and skips staff', async () => {
    const { course, ...make } = await taughtCourse(test.sql);
    const lesson = await make.lesson('Satu');
    const byPath = await make.member('Lewat Jalur', false);
    const staff = await make.member('Staf');
    await test.sql(`update "user" set role = 'instructor' where id = $1`, [staff]);
    const path = await addRecord(test.sql, 'learning-path', 'coding');
    await test.sql(
      `insert into learning_path_course (tenant, path_id, course_id, position) values ('coding', $1, $2, 1)`,
      [path, course],
    );
    await test.sql(`insert into learning_path_user (tenant, path_id, user_id) values ('coding', $1, $2)`, [
      path,
      byPath,
    ]);
    await make.complete(byPath, lesson);
    await make.complete(staff, lesson);
    expect((await issue(course)).body).toEqual({ changed: 1 });
    expect((await listed(course)).certificates).toMatchObject([{ name: 'Lewat Jalur', score: null, grade: null }]);
  });

  it('stores the date of the last completed item, which may be an attended class', async () => {
    const { course, ...make } = await taughtCourse(test.sql);
    const lesson = await make.lesson('Kelas', 'LIVE_CLASS');
    await make.mark(await make.member('Adi'), lesson, 'LATE');
    await test.sql(`update attendance set updated_at = '2026-03-06T01:00:00Z' where lesson_id = $1`, [lesson]);
    const completedAt = async () => {
      await test.sql('delete from certificate where course_id = $1', [course]);
      await issue(course);
      return Date.parse((await listed(course)).certificates[0]!.completedAt);
    };
    expect(await completedAt()).toBe(Date.parse('2026-03-06T01:00:00Z'));
    await test.sql(`update lesson set start_at = '2026-03-05T12:00:00Z' where id = $1`, [lesson]);
    expect(await completedAt()).toBe(Date.parse('2026-03-05T12:00:00Z'));
  });

  it('is refused when nobody meets the rules, without members, without certificates, and when all have one', async () => {
    const { course, userId } = await finished();
    const none = await taughtCourse(test.sql);
    await none.lesson('Satu');
    expect(await issue(none.course)).toMatchObject({
      status: 409,
      body: { message: 'This course has no members' },
    });
    await none.member('Belum');
    expect(await issue(none.course)).toMatchObject({ status: 409, body: { message: 'No member meets the rules yet' } });
    await test.sql('update course set has_certificate = false where id = $1', [course]);
    expect(await issue(course)).toMatchObject({ status: 409, body: { message: 'This course has no certificates' } });
    await test.sql('update course set has_certificate = true where id = $1', [course]);
    expect((await issue(course)).status).toBe(201);
    expect(await issue(course)).toMatchObject({
      status: 409,
      body: { message: 'No member of this course is without a certificate' },
    });
    expect(
      await test.sql('select user_id from certificate where course_id = any($1)', [[course, none.course]]),
    ).toEqual([{ user_id: userId }]);
  });

  it('issues one to each member under concurrency', async () => {
    const { course, make, lesson } = await finished();
    for (const name of ['Adi', 'Budi', 'Citra']) await make.complete(await make.member(name), lesson);
    const answers = await Promise.all([issue(course), issue(course), issue(course)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
    expect(answers.find(({ status }) => status === 201)?.body).toEqual({ changed: 4 });
    expect((await listed(course)).totalItems).toBe(4);
  });

  it('is limited to the brand and to admins; instructors can read', async () => {
    const { course } = await finished();
    const other = await test.as('admin', 'cyber');
    const input = { params: { id: course } };
    expect((await other.call(contract.listCertificates, input)).status).toBe(404);
    expect((await other.call(contract.listCertificateMembers, input)).status).toBe(404);
    expect((await other.call(contract.issueCertificates, { params: { id: course } })).status).toBe(404);
    const instructor = await test.as('instructor');
    expect((await instructor.call(contract.issueCertificates, { params: { id: course } })).status).toBe(403);
    expect((await instructor.call(contract.listCertificates, { params: { id: course } })).status).toBe(200);
    expect((await listed(course)).totalItems).toBe(0);
  });
});

describe('the lists', () => {
  it('can be searched by name and code, filtered by status, and sorted', async () => {
    const { course, make, lesson } = await finished('Citra');
    for (const name of ['Adi', 'Budi']) await make.complete(await make.member(name), lesson);
    await issue(course);
    await test.sql(
      `update certificate set issued_at = now() - interval '1 day' where course_id = $1 and name = 'Budi'`,
      [course],
    );
    const names = async (query: object) => (await listed(course, query)).certificates.map(({ name }) => name);
    expect(await names({ sort: 'name' })).toEqual(['Adi', 'Budi', 'Citra']);
    expect(await names({ sort: '-name' })).toEqual(['Citra', 'Budi', 'Adi']);
    expect((await names({ sort: 'issuedAt' }))[0]).toBe('Budi');
    expect((await names({}))[2]).toBe('Budi');
    expect(await names({ search: 'BUD' })).toEqual(['Budi']);
    const { certificateId, id } = (await listed(course, { search: 'adi' })).certificates[0]!;
    expect(await names({ search: certificateId.toLowerCase() })).toEqual(['Adi']);
    await admin.call(contract.revokeCertificate, { params: { id } });
    expect(await names({ status: 'revoked' })).toEqual(['Adi']);
    expect(await names({ status: 'pending', sort: 'name' })).toEqual(['Budi', 'Citra']);
    const { body } = await admin.call(contract.listCertificateCourses, { query: { search: 'kelas', pageSize: 100 } });
    expect(body.courses.find((one) => one.id === course)).toMatchObject({
      issued: 0,
      pending: 2,
      revoked: 1,
      totalMembers: 3,
    });
  });
});

describe('the PDF', () => {
  it('is made once after the commit, and matches the list', async () => {
    const { course } = await finished();
    await issue(course);
    expect(await work()).toBe(1);
    const [certificate] = (await listed(course)).certificates;
    expect(certificate).toMatchObject({
      status: 'issued',
      fileUrl: expect.stringMatching(/^\/files\/coding\/certificate\//),
    });
    const { lines } = await readPdf(await fileOf(certificate!.fileUrl!));
    expect(lines).toEqual(expect.arrayContaining(['Siti Nurhaliza', 'Kelas', '2 jam pembelajaran']));
    // The job runs again, as after a crash before its completion was recorded.
    await test.sql(
      `insert into outbox (tenant, job, ids) values ('coding', 'make-certificates', jsonb_build_object('courseId', $1::text))`,
      [course],
    );
    expect(await work()).toBe(1);
    expect((await listed(course)).certificates[0]!.fileUrl).toBe(certificate!.fileUrl);
  });

  const mapped: Partial<Config> = {
    tenantHosts: new Map([
      ['siber.example.com', 'cyber'],
      ['kelas.example.com', 'coding'],
      ['belajar.example.com', 'coding'],
    ]),
  };
  it.each<[string, Partial<Config>, string | undefined]>([
    ['the first host of the brand in TENANT_HOSTS', mapped, 'https://kelas.example.com'],
    ['the local address in development', {}, 'http://localhost:4000'],
    ['no address in production without TENANT_HOSTS', { production: true }, undefined],
    ['no address in development on another address than localhost', { host: '192.0.2.7' }, undefined],
  ])('has %s, whatever host the request named', async (_, settings, origin) => {
    const { course } = await finished();
    const forged = { host: 'coding.evil.test', 'x-forwarded-host': 'coding.evil.test', 'x-forwarded-proto': 'https' };
    expect((await issue(course, forged)).status).toBe(201);
    await work(settings);
    const [{ fileUrl, certificateId, name } = undefined!] = (await listed(course)).certificates;
    const path = `/certificate/${certificateId}`;
    const { lines, qr } = await readPdf(await fileOf(fileUrl!));
    expect(qr).toBe(origin && origin + path);
    expect(lines).toEqual(expect.arrayContaining([name, `Nomor sertifikat ${certificateId}`]));
    expect(lines.at(-1)).toBe(
      `Periksa keasliannya di ${origin === undefined ? `situs Coding Studio: ${path}` : origin.replace(/^https?:\/\//, '') + path}`,
    );
  });

  it('gets the configured address by a reissue', async () => {
    const { course, certificate } = await issued();
    await admin.call(contract.reissueCertificate, { params: { id: certificate.id } });
    await work(mapped);
    const { qr } = await readPdf(await fileOf((await listed(course)).certificates[0]!.fileUrl!));
    expect(qr).toBe(`https://kelas.example.com/certificate/${certificate.certificateId}`);
  });

  it('is made again under the same code after a change of name', async () => {
    const { course, userId, certificate } = await issued('Siti Nurhaliza');
    await test.sql(`update "user" set name = 'Siti Nurhaliza Putri' where id = $1`, [userId]);
    expect((await listed(course)).certificates).toMatchObject([
      { name: 'Siti Nurhaliza', user: { name: 'Siti Nurhaliza Putri' } },
    ]);
    const { body } = await admin.call(contract.reissueCertificate, { params: { id: certificate.id } });
    expect(body).toEqual({ id: certificate.id, certificateId: certificate.certificateId, status: 'pending' });
    await work();
    const [again] = (await listed(course)).certificates;
    expect(again).toMatchObject({
      name: 'Siti Nurhaliza Putri',
      certificateId: certificate.certificateId,
      issuedAt: certificate.issuedAt,
      status: 'issued',
    });
    expect((await readPdf(await fileOf(again!.fileUrl!))).lines).toContain('Siti Nurhaliza Putri');
    expect((await check(certificate.certificateId)).json()).toMatchObject({ name: 'Siti Nurhaliza Putri' });
  });

  it('is not made for a name that it cannot print', async () => {
    const { userId, certificate } = await issued();
    await test.sql(`update "user" set name = 'Иван Петров' where id = $1`, [userId]);
    const { status, body } = await admin.call(contract.reissueCertificate, { params: { id: certificate.id } });
    expect({ status, body }).toMatchObject({
      status: 409,
      body: { message: 'The name has letters that a certificate cannot print' },
    });
    expect(await test.sql('select status, name from certificate where id = $1', [certificate.id])).toEqual([
      { status: 'issued', name: 'Siti Nurhaliza' },
    ]);
  });
});

describe('revoking', () => {
  it('removes the PDF, is shown on the public page, and is undone by a reissue', async () => {
    const { course, certificate } = await issued();
    const { body } = await admin.call(contract.revokeCertificate, { params: { id: certificate.id } });
    expect(body.status).toBe('revoked');
    expect((await listed(course)).certificates).toMatchObject([{ status: 'revoked', fileUrl: null }]);
    expect((await check(certificate.certificateId)).json()).toMatchObject({ revokedAt: expect.any(String) });
    expect((await admin.call(contract.revokeCertificate, { params: { id: certificate.id } })).status).toBe(409);
    expect(await issue(course)).toMatchObject({ status: 409 });
    await admin.call(contract.reissueCertificate, { params: { id: certificate.id } });
    await work();
    expect((await check(certificate.certificateId)).json()).toMatchObject({ revokedAt: null });
  });

  it('while the PDF is being made leaves none', async () => {
    const { course } = await finished();
    await issue(course);
    const [certificate] = (await listed(course)).certificates;
    await admin.call(contract.revokeCertificate, { params: { id: certificate!.id } });
    await work();
    expect((await listed(course)).certificates).toMatchObject([{ status: 'revoked', fileUrl: null }]);
  });
});

describe('the public page', () => {
  it('matches the PDF, without a sign-in and in any case', async () => {
    const { certificate } = await issued();
    const answer = await check(certificate.certificateId.toLowerCase());
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({
      certificateId: certificate.certificateId,
      name: 'Siti Nurhaliza',
      courseName: 'Kelas',
      grade: null,
      totalHours: 2,
      issuedAt: certificate.issuedAt,
      revokedAt: null,
    });
  });

  it('finds only the codes of its own brand', async () => {
    const { certificate } = await issued();
    expect((await check(certificate.certificateId, 'cyber.localhost')).statusCode).toBe(404);
    expect((await check('2222222222')).statusCode).toBe(404);
    expect((await check('2222222222')).json()).toMatchObject({ message: 'This certificate does not exist' });
    expect((await check('kurang')).statusCode).toBe(400);
  });

  it('limits requests by address', async () => {
    const ask = (address: string) => test.app.inject({ url: '/api/certificate/3333333333/', remoteAddress: address });
    for (let n = 0; n < 120; n += 1) expect((await ask('192.0.2.7')).statusCode).toBe(404);
    const refused = await ask('192.0.2.7');
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await ask('192.0.2.8')).statusCode).toBe(404);
  });
});
