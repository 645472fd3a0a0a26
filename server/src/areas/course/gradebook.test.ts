/** Tests the gradebook of a course. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { getGradebook } from '#contract/course/gradebook.ts';
import { type TestApp, type TestCaller, testAppOf } from '#platform/testing/app.ts';
import { taughtCourse } from '#shared/testing/taught-course.ts';
import { courseRoutes } from './routes.ts';

let test: TestApp;
let instructor: TestCaller;
beforeAll(async () => {
  test = await testAppOf([courseRoutes]);
  instructor = await test.as('instructor');
});
afterAll(() => test.close());

const read = async (id: string, query: object = {}) =>
  (await instructor.call(getGradebook, { params: { id }, query })).body;

it('shows lessons, best scores, classes and the project of each member by name', async () => {
  const { course, ...make } = await taughtCourse(test.sql);
  const [first, second] = [await make.lesson('Satu'), await make.lesson('Dua')];
  const live = await make.lesson('Kelas', 'LIVE_CLASS');
  await make.lesson('Nanti', 'LIVE_CLASS');
  const [one, two] = [await make.quiz('Kuis satu'), await make.quiz('Kuis dua')];
  await make.quiz('Survei', 'SURVEY');
  await make.project(70);
  const [budi, adi] = [await make.member('Budi'), await make.member('Adi')];
  await make.complete(adi, first, second);
  await make.mark(adi, live, 'LATE');
  await make.mark(budi, live, 'ABSENT');
  for (const score of [40, 90]) await make.attempt(adi, one, score);
  await make.attempt(adi, two, 50);
  await make.handIn(adi, 100);
  await make.handIn(adi, null);
  const book = await read(course);
  expect(book).toMatchObject({
    totalItems: 2,
    lessons: 2,
    held: 1,
    hasProject: true,
    quizzes: [
      { id: one, name: 'Kuis satu', passingScore: 70 },
      { id: two, name: 'Kuis dua' },
    ],
  });
  expect(book.members).toMatchObject([
    {
      userId: adi,
      lessons: 2,
      scores: [90, 50],
      passed: 1,
      attended: 1,
      project: { state: 'waiting', score: 100 },
      // Mean of 90, 50 and 100.
      score: 80,
      risk: null,
      certificate: null,
    },
    { userId: budi, lessons: 0, scores: [null, null], attended: 0, project: { state: 'none', score: null }, score: 0 },
  ]);
});

it('is narrowed by search, risk and certificates, and sorted backwards', async () => {
  const { course, ...make } = await taughtCourse(test.sql);
  const [adi, budi, citra] = [await make.member('Adi'), await make.member('Budi'), await make.member('Citra')];
  await test.sql(
    `insert into at_risk (tenant, user_id, course_id, since) values ('coding', $1, $2, now() - interval '20 days')`,
    [budi, course],
  );
  await test.sql(
    `insert into certificate (tenant, code, name, course_id, user_id, course_name, status)
      values ('coding', 'ABCDEFGHJK', 'Citra', $1, $2, 'Kelas', 'issued')`,
    [course, citra],
  );
  const ids = async (query: object) => (await read(course, query)).members.map(({ userId }) => userId);
  expect(await ids({ sort: '-name' })).toEqual([citra, budi, adi]);
  expect(await ids({ search: 'bud' })).toEqual([budi]);
  expect(await ids({ isAtRisk: 'true' })).toEqual([budi]);
  expect((await read(course, { search: 'bud' })).members[0]!.risk).toMatchObject({ facts: ['idle'], idleDays: 20 });
  expect(await ids({ isAtRisk: 'false' })).toEqual([adi, citra]);
  expect(await ids({ hasCertificate: 'true' })).toEqual([citra]);
  expect((await read(course, { hasCertificate: 'true' })).members[0]).toMatchObject({ certificate: 'ABCDEFGHJK' });
  const { quizzes, members } = await read(course);
  expect([quizzes, members[0]!.score, members[0]!.project]).toEqual([[], null, null]);
});

it('includes members by a learning path, and is not available in another brand', async () => {
  const { course, ...make } = await taughtCourse(test.sql);
  const adi = await make.member('Adi', false);
  const [path] = await test.sql(
    `insert into learning_path (tenant, name, slug, price) values ('coding', 'Jalur', 'jalur-' || new_id(), 0) returning id`,
  );
  await test.sql(
    `insert into learning_path_course (tenant, path_id, course_id, position) values ('coding', $1, $2, 1)`,
    [path?.['id'], course],
  );
  await test.sql(`insert into learning_path_user (tenant, path_id, user_id) values ('coding', $1, $2)`, [
    path?.['id'],
    adi,
  ]);
  expect((await read(course)).members).toMatchObject([{ userId: adi }]);
  const other = await test.as('instructor', 'cyber');
  expect(await other.call(getGradebook, { params: { id: course } })).toMatchObject({ status: 404 });
});
