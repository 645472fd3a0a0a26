/** Tests that the latest reviewed attempt of a final project counts for the certificate. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { issueCertificates, listCertificateMembers, listCertificates } from '#contract/certificate/endpoints.ts';
import { dayMs } from '#contract/kernel/days.ts';
import { type TestApp, type TestCaller, testAppOf } from '#platform/testing/app.ts';
import { addRecord } from '#shared/testing/sample.ts';
import { taughtCourse } from '#shared/testing/taught-course.ts';
import { certificateRoutes } from './routes.ts';

let test: TestApp;
let admin: TestCaller;
beforeAll(async () => {
  test = await testAppOf([certificateRoutes]);
  admin = await test.as('admin');
});
afterAll(() => test.close());

/** Creates a course with one lesson, no minimum average, and a final project with a passing score of 70. */
async function withProject() {
  const { course, ...make } = await taughtCourse(test.sql);
  await test.sql('update course set passing_score = 0 where id = $1', [course]);
  const lesson = await make.lesson('Satu');
  await make.project(70);
  /** Creates a member who completed the lesson and submitted attempts with these scores; null: not reviewed. */
  const member = async (name: string, ...attempts: (number | null)[]) => {
    const id = await make.member(name);
    await make.complete(id, lesson);
    for (const score of attempts) await make.handIn(id, score);
    return id;
  };
  return { ...make, course, member };
}

const judged = async (id: string) => {
  const { body } = await admin.call(listCertificateMembers, { params: { id }, query: { pageSize: 100 } });
  return body.members.map(({ name, score, failed }) => [name, score, ...failed.map(({ reason }) => reason)]);
};
const issue = (id: string) => admin.call(issueCertificates, { params: { id } });

it('uses the latest reviewed attempt: passes at the passing score, not one point below, and ignores an earlier better one', async () => {
  const { course, member } = await withProject();
  await member('Adi', 70);
  await member('Budi', 69);
  await member('Citra', 40, 95);
  await member('Dewi', 95, 62);
  await member('Eka', 88, null);
  await member('Fitri', 50, null);
  await member('Gita', null);
  await member('Hana');
  expect(await judged(course)).toEqual([
    ['Adi', 70],
    ['Budi', 69, 'Final project scored 69, 70 needed'],
    ['Citra', 95],
    ['Dewi', 62, 'Final project scored 62, 70 needed'],
    ['Eka', 88],
    ['Fitri', 50, 'Final project scored 50, 70 needed'],
    ['Gita', 0, 'Final project not reviewed yet'],
    ['Hana', 0, 'No final project handed in'],
  ]);
  expect((await issue(course)).body).toEqual({ changed: 3 });
  const { body } = await admin.call(listCertificates, { params: { id: course }, query: { sort: 'name' } });
  expect(body.certificates.map(({ name, score, grade }) => [name, score, grade])).toEqual([
    ['Adi', 70, 'C'],
    ['Citra', 95, 'A'],
    ['Eka', 88, 'A-'],
  ]);
});

it('counts the project in the score like a quiz, and its date when it was done last', async () => {
  const { course, quiz, attempt, member } = await withProject();
  const id = await member('Adi', 91);
  await attempt(id, await quiz('Kuis'), 80);
  await test.sql(
    `update project_submission set submitted_at = now() + interval '2 days' where user_id = $1 and course_id = $2`,
    [id, course],
  );
  await issue(course);
  const { body } = await admin.call(listCertificates, { params: { id: course } });
  expect(body.certificates).toMatchObject([{ score: 86, grade: 'A-' }]);
  expect(Date.parse(body.certificates[0]!.completedAt)).toBeGreaterThan(Date.now() + dayMs);
});

it('ignores projects of another course, of a learning path and of another member', async () => {
  const { course, member } = await withProject();
  await member('Adi', 30);
  const plain = await taughtCourse(test.sql);
  const lesson = await plain.lesson('Satu');
  const free = await plain.member('Budi');
  await plain.complete(free, lesson);
  // Submission of a final project that was deleted.
  await plain.handIn(free, 10);
  const path = await addRecord(test.sql, 'learning-path', 'coding');
  await test.sql(`insert into final_project (tenant, path_id, passing_score) values ('coding', $1, 100)`, [path]);
  await test.sql(
    `insert into learning_path_course (tenant, path_id, course_id, position) values ('coding', $1, $2, 1)`,
    [path, plain.course],
  );
  expect(await judged(plain.course)).toEqual([['Budi', null]]);
  expect(await judged(course)).toEqual([['Adi', 30, 'Final project scored 30, 70 needed']]);
  expect((await issue(plain.course)).status).toBe(201);
  expect((await issue(course)).status).toBe(409);
});
