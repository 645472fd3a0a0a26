/** Tests a project submission with its attempts, and its review (spec §3, §5, §7). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getSubmission, reviewSubmission } from '#contract/submission/endpoints.ts';
import { type TestApp, type TestCaller, testAppOf } from '#platform/testing/app.ts';
import { addUser } from '#platform/testing/user.ts';
import { addRecord } from '#shared/testing/sample.ts';
import { submissionRoutes } from './routes.ts';

let test: TestApp;
let instructor: TestCaller;
let course: string;
let path: string;
let siti: string;
beforeAll(async () => {
  test = await testAppOf([submissionRoutes]);
  instructor = await test.as('instructor');
  course = await addRecord(test.sql, 'course', 'coding', { name: 'Belajar Go' });
  path = await addRecord(test.sql, 'learning-path', 'coding', { name: 'Jalur Back-End' });
  siti = await addUser(test.sql, 'coding', { name: 'Siti Rahma', email: 'siti@kelas.test' });
});
afterAll(() => test.close());

const add = (fields: object = {}) =>
  addRecord(test.sql, 'submission', 'coding', { user_id: siti, course_id: course, ...fields });
const get = async (id: string) => (await instructor.call(getSubmission, { params: { id } })).body;
const review = (id: string, reviewScore: unknown, more: object = {}, by = instructor, ifMatch?: string) =>
  by.call(reviewSubmission, { params: { id }, body: { reviewScore, ...more } as never }, ifMatch ? { ifMatch } : {});
let people = 0;
const aPerson = (name = `Peserta ${(people += 1)}`) =>
  addUser(test.sql, 'coding', { name, email: `orang${(people += 1)}@kelas.test` });

describe('a submission', () => {
  it('shows the member, the product and the passing score of its final project', async () => {
    await test.sql(
      `insert into final_project (tenant, course_id, description, passing_score) values ('coding', $1, 'Bangun API', 80)`,
      [course],
    );
    const id = await add({
      user_id: await aPerson('Budi Santoso'),
      submission_url: 'https://git.example.com/budi/api',
      file_url: '/demo/module.pdf',
      note: 'Halo',
      submitted_at: '2026-10-01T02:00:00Z',
    });
    expect(await get(id)).toMatchObject({
      id,
      user: { name: 'Budi Santoso' },
      productType: 'COURSE',
      productId: course,
      productName: 'Belajar Go',
      submissionUrl: 'https://git.example.com/budi/api',
      fileUrl: '/demo/module.pdf',
      note: 'Halo',
      submittedAt: expect.stringContaining('2026-10-01T02:00:00'),
      attempt: 1,
      status: 'not-reviewed',
      reviewScore: null,
      grade: null,
      reviewNote: '',
      reviewedBy: null,
      reviewedAt: null,
      finalProject: { description: 'Bangun API', passingScore: 80 },
    });
  });

  it('of a learning path may have no final project and no status', async () => {
    const id = await add({ user_id: await aPerson(), course_id: null, path_id: path, status: null });
    expect(await get(id)).toMatchObject({
      productType: 'PATH',
      productId: path,
      productName: 'Jalur Back-End',
      status: null,
      finalProject: null,
    });
  });

  it('lists all attempts of the same member for the same product, latest first, with scores', async () => {
    const user_id = await aPerson();
    const first = await add({ user_id, status: 'checked', review_score: 60 });
    const second = await add({ user_id, attempt: 2 });
    await add({ user_id, course_id: null, path_id: path, attempt: 3 });
    expect((await get(second)).attempts).toMatchObject([
      { submissionId: second, attempt: 2, status: 'not-reviewed', reviewScore: null, grade: null },
      { submissionId: first, attempt: 1, status: 'checked', reviewScore: 60, grade: 'C' },
    ]);
  });

  it('is deleted with its user and with its product', async () => {
    const user_id = await aPerson();
    const own = await addRecord(test.sql, 'course', 'coding');
    const ofUser = await add({ user_id });
    const ofCourse = await add({ course_id: own });
    await test.sql('delete from "user" where id = $1', [user_id]);
    await test.sql('delete from course where id = $1', [own]);
    for (const id of [ofUser, ofCourse])
      expect((await instructor.call(getSubmission, { params: { id } })).status).toBe(404);
  });

  it('stays when its reviewer is deleted', async () => {
    const reviewed_by = await aPerson();
    const id = await add({ user_id: await aPerson(), status: 'checked', review_score: 90, reviewed_by });
    await test.sql('delete from "user" where id = $1', [reviewed_by]);
    expect(await get(id)).toMatchObject({ status: 'checked', reviewScore: 90, reviewedBy: null });
  });
});

describe('a review', () => {
  it('stores a score, its grade and a note, with reviewer and time', async () => {
    const id = await add({ user_id: await aPerson() });
    const answer = await review(id, 88, { reviewNote: 'Rapi' });
    expect(answer).toMatchObject({
      status: 200,
      body: { id, status: 'checked', reviewScore: 88, grade: 'A-', version: 2 },
    });
    const { reviewedAt, ...reviewed } = await get(id);
    expect(reviewed).toMatchObject({
      status: 'checked',
      reviewScore: 88,
      grade: 'A-',
      reviewNote: 'Rapi',
      reviewedBy: { id: instructor.userId, name: 'Tester instructor' },
      version: 2,
    });
    expect(Number.isNaN(Date.parse(String(reviewedAt)))).toBe(false);
  });

  it('accepts a score in digits and keeps an omitted note', async () => {
    const id = await add({ user_id: await aPerson() });
    await review(id, 70, { reviewNote: 'Cukup' });
    expect((await review(id, '91')).body).toMatchObject({ reviewScore: 91, grade: 'A' });
    expect(await get(id)).toMatchObject({ reviewScore: 91, reviewNote: 'Cukup' });
  });

  it.each([101, -1, '101', '-1', '', '7.5', 7.5, 'A', null, true, [80], undefined])(
    'with the score %j is refused with the field’s error, and nothing is changed',
    async (score) => {
      const id = await add({ user_id: await aPerson() });
      const { status, body } = await review(id, score, { reviewNote: 'Tidak' });
      expect(status).toBe(400);
      expect(body).toMatchObject({ errors: [{ path: 'reviewScore' }] });
      expect(await get(id)).toMatchObject({ status: 'not-reviewed', reviewScore: null, reviewNote: '', version: 1 });
    },
  );

  it('reports the range of 0 to 100 also for digits', async () => {
    const id = await add({ user_id: await aPerson() });
    for (const score of [101, '101'])
      expect((await review(id, score)).body).toMatchObject({ errors: [{ message: 'From 0 to 100' }] });
  });

  it('is refused with an old version', async () => {
    const id = await add({ user_id: await aPerson() });
    await review(id, 60, {}, await test.as('admin'), '"v1"');
    const { status, body } = await review(id, 95, {}, instructor, '"v1"');
    expect(status).toBe(412);
    expect(body).toMatchObject({
      message: 'Tester admin saved this first',
      conflict: { by: 'Tester admin', version: 2 },
    });
    expect(await get(id)).toMatchObject({ reviewScore: 60 });
  });

  it('of another brand’s submission returns 404, like reading it', async () => {
    const id = await add({ user_id: await aPerson() });
    const stranger = await test.as('admin', 'cyber');
    expect((await review(id, 80, {}, stranger)).status).toBe(404);
    expect((await stranger.call(getSubmission, { params: { id } })).status).toBe(404);
    expect(await get(id)).toMatchObject({ status: 'not-reviewed' });
  });
});
