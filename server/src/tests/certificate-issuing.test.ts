/** Tests issuing the certificates of several courses at once: results, refusals, the recorded bulk change, and its undo. */
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getBatch, listBatchRows } from '#contract/batch/endpoints.ts';
import {
  issueCertificates,
  issueToCourses,
  listCertificateCourses,
  listCertificates,
  maxIssuedCourses,
  previewIssue,
  revokeCertificate,
} from '#contract/certificate/endpoints.ts';
import type { TestApp, TestCaller } from '#platform/testing/app.ts';
import { countReady } from '#shared/certificates-ready.ts';
import { taughtCourse } from '#shared/testing/taught-course.ts';
import { testApp } from './app.ts';
import { batchOf, resultsOf, undoneOf } from './batch-work.ts';

let test: TestApp;
let admin: TestCaller;
beforeAll(async () => {
  test = await testApp();
  admin = await test.as('admin');
});
beforeEach(() => test.sql('delete from outbox'));
afterAll(() => test.close());

/** Course whose members of these names are ready, as stored. */
async function readyCourse(...names: string[]): Promise<string> {
  const { course, ...make } = await taughtCourse(test.sql);
  const lesson = await make.lesson('Satu');
  for (const name of names) await make.complete(await make.member(name), lesson);
  await countReady(test.database.tenant('coding'), course);
  return course;
}
const preview = (courseIds: readonly string[], who = admin) =>
  who.call(previewIssue, { body: { courseIds: [...courseIds] } });
const issue = (courseIds: readonly string[], expected: number, who = admin) =>
  who.call(issueToCourses, { body: { courseIds: [...courseIds], expected } });
const issuedTo = async (id: string) =>
  (await admin.call(listCertificates, { params: { id }, query: { sort: 'name' } })).body.certificates;
const namesIn = async (id: string) => (await issuedTo(id)).map(({ name }) => name);
const storedIn = async (course: string) =>
  (await test.sql('select ready from certificate_ready where course_id = $1', [course]))[0]?.['ready'];
const waiters = async () =>
  (await test.sql(`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`))
    .length;

describe('several courses', () => {
  it('get their certificates in one call, which names the courses that get none and sends no mail', async () => {
    const [one, two, none] = [await readyCourse('Adi', 'Budi'), await readyCourse('Citra'), await readyCourse()];
    const ids = [one, two, none];
    const { body: before } = await preview(ids);
    const counts = [
      { courseId: one, certificates: 2, reason: null },
      { courseId: two, certificates: 1, reason: null },
      { courseId: none, certificates: 0, reason: 'This course has no members' },
    ];
    expect(before.ready).toBe(3);
    expect(before.courses).toMatchObject(counts);
    expect(await namesIn(one)).toEqual([]);
    const answer = await issue(ids, 3);
    expect(answer).toMatchObject({ status: 201, body: { changed: 3, courses: counts } });
    expect(await namesIn(one)).toEqual(['Adi', 'Budi']);
    expect(await namesIn(two)).toEqual(['Citra']);
    expect([await storedIn(one), await storedIn(two)]).toEqual([0, 0]);
    const jobs = await test.sql('select job, ids from outbox order by id');
    expect(jobs).toEqual([one, two].map((courseId) => ({ job: 'make-certificates', ids: { courseId } })));
  });

  it('are refused as a whole when another number is ready, and when a course is unknown or of another brand', async () => {
    const course = await readyCourse('Adi', 'Budi');
    expect(await issue([course], 1)).toMatchObject({
      status: 409,
      body: { message: '2 members are ready by now, instead of 1: look again', errors: [{ path: 'expected' }] },
    });
    const absent = '01890000-0000-7000-8000-00000000dead';
    expect((await issue([course, absent], 2)).status).toBe(400);
    expect((await preview([course, absent])).status).toBe(400);
    expect((await issue([course], 2, await test.as('admin', 'cyber'))).status).toBe(400);
    const many = Array.from({ length: maxIssuedCourses + 1 }, () => course);
    expect((await issue(many, 2)).status).toBe(400);
    expect(await namesIn(course)).toEqual([]);
    expect(await test.sql('select job from outbox')).toEqual([]);
  });

  it('are refused as a whole when a concurrent call has issued to some of their members', async () => {
    const [one, two] = [await readyCourse('Adi'), await readyCourse('Budi')];
    const three = await readyCourse('Citra', 'Dewi');
    // Blocks both calls after they have read who is ready.
    const owner = new pg.Client(test.ownerUrl);
    await owner.connect();
    await owner.query('begin; lock table certificate in exclusive mode');
    const issuing = Promise.all([issue([one, two], 2), issue([two, three], 3)]);
    await expect.poll(waiters).toBe(2);
    await owner.query('commit');
    await owner.end();
    const answers = await issuing;
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    const isFirst = answers[0].status === 201;
    expect(await Promise.all([one, two, three].map(namesIn))).toEqual(
      isFirst ? [['Adi'], ['Budi'], []] : [[], ['Budi'], ['Citra', 'Dewi']],
    );
    expect(await Promise.all([one, three].map(storedIn))).toEqual(isFirst ? [0, 2] : [1, 0]);
  });

  it('have their numbers counted again by the preview after another number was ready', async () => {
    const course = await readyCourse('Adi', 'Budi');
    await test.sql('update certificate_ready set ready = 5 where course_id = $1', [course]);
    expect((await issue([course], 5)).status).toBe(409);
    await preview([course]);
    expect(await storedIn(course)).toBe(2);
    expect((await issue([course], 2)).status).toBe(201);
  });

  it('are issued by admins only', async () => {
    const course = await readyCourse('Adi');
    for (const role of ['instructor', 'customer-service'] as const) {
      const who = await test.as(role);
      expect([(await preview([course], who)).status, (await issue([course], 1, who)).status]).toEqual([403, 403]);
    }
    expect(await namesIn(course)).toEqual([]);
  });
});

describe('the bulk change', () => {
  it('has every certificate with who issued it, and the undo takes them back with their PDFs', async () => {
    const [one, two] = [await readyCourse('Adi'), await readyCourse('Budi')];
    const answer = await issue([one, two], 2);
    expect((await admin.call(getBatch, { params: { id: batchOf(answer) } })).body).toMatchObject({
      kind: 'certificate-issuing',
      title: 'Issue certificates of 2 courses',
      user: { id: admin.userId },
      state: 'done',
      total: 2,
      done: 2,
    });
    const { rows } = (await admin.call(listBatchRows, { params: { id: batchOf(answer) }, query: {} })).body;
    expect(rows.map(({ name, before, after }) => [name, before, after]).toSorted()).toEqual([
      ['Adi · Kelas', 'Not issued', 'Issued'],
      ['Budi · Kelas', 'Not issued', 'Issued'],
    ]);
    // The PDF of one is made meanwhile.
    const [{ id } = undefined!] = await issuedTo(one);
    await test.sql(
      `insert into upload (tenant, key, name, type, size, url) values ('coding', 'coding/certificate/undo.pdf', 'a.pdf', 'application/pdf', 1, '/files/coding/certificate/undo.pdf')`,
    );
    await test.sql(
      `update certificate set status = 'issued', file_url = '/files/coding/certificate/undo.pdf' where id = $1`,
      [id],
    );
    expect((await undoneOf(admin, answer)).body).toMatchObject({ undone: 2, kept: 0 });
    expect([await namesIn(one), await namesIn(two)]).toEqual([[], []]);
    const jobs = await test.sql(`select job from outbox where job <> 'make-certificates' order by job`);
    expect(jobs.map(({ job }) => job)).toEqual(['count-ready', 'count-ready', 'remove-file']);
    const trail = await test.sql(
      `select action, actor_name from audit where table_name = 'certificate' and record_id = $1 order by id`,
      [id],
    );
    expect(trail.map(({ action }) => action)).toEqual(['create', 'update', 'delete']);
    expect(await preview([one, two])).toMatchObject({ body: { ready: 2 } });
  });

  it('keeps what was revoked since, and what was issued more than a day ago', async () => {
    const course = await readyCourse('Adi', 'Budi', 'Citra');
    const answer = await admin.call(issueCertificates, { params: { id: course } });
    expect(answer.body).toEqual({ changed: 3 });
    const [adi, budi] = await issuedTo(course);
    await admin.call(revokeCertificate, { params: { id: adi!.id } });
    await test.sql(`update certificate set issued_at = now() - interval '25 hours' where id = $1`, [budi!.id]);
    expect((await undoneOf(admin, answer)).body).toMatchObject({ undone: 1, kept: 2 });
    const results = await resultsOf(admin, batchOf(answer));
    expect(results.get(adi!.id)?.reason).toBe('Tester admin set it to Revoked since');
    expect(results.get(budi!.id)?.reason).toMatch(/^Issued more than a day ago/);
    expect(await namesIn(course)).toEqual(['Adi', 'Budi']);
  });

  it('is recorded for a single certificate too, by either call', async () => {
    const [one, two] = [await readyCourse('Adi'), await readyCourse('Budi')];
    const answers = [await issue([one], 1), await admin.call(issueCertificates, { params: { id: two } })];
    for (const answer of answers) expect((await undoneOf(admin, answer)).body).toMatchObject({ undone: 1, kept: 0 });
    expect([await namesIn(one), await namesIn(two)]).toEqual([[], []]);
  });
});

it('lists the courses with the most ready members first, and those with ready members only', async () => {
  const [few, many] = [await readyCourse('Adi'), await readyCourse('Budi', 'Citra', 'Dewi', 'Eka', 'Fitri')];
  const listed = async (query: object) =>
    (await admin.call(listCertificateCourses, { query: { pageSize: 100, ...query } })).body.courses;
  const [first, ...others] = await listed({});
  expect([first!.id, first!.ready]).toEqual([many, 5]);
  expect(others.map(({ ready }) => ready)).toEqual(others.map(({ ready }) => ready).toSorted((a, b) => b - a));
  const ready = await listed({ isReady: 'true' });
  expect(ready.map(({ id }) => id)).toEqual(expect.arrayContaining([few, many]));
  expect(ready.every((course) => course.ready > 0)).toBe(true);
  expect((await listed({ isReady: 'false' })).every((course) => course.ready === 0)).toBe(true);
  expect(await listed({ isReady: 'true', type: 'fast-track' })).toEqual([]);
  expect((await listed({ sort: 'ready' }))[0]!.ready).toBe(0);
});
