/** Tests the progress of members in the list of a course's members, with a constant number of queries. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assignments } from '#contract/assignment/table.ts';
import { type TestApp, type TestCaller, testAppOf } from '#platform/testing/app.ts';
import { taughtCourse } from '#shared/testing/taught-course.ts';
import { userRoutes } from './routes.ts';

const { courseUsers } = assignments;

let test: TestApp;
let admin: TestCaller;
beforeAll(async () => {
  test = await testAppOf([userRoutes]);
  admin = await test.as('admin');
});
afterAll(() => test.close());

const listed = async (id: string, isAssigned: boolean) => {
  const query = { ...courseUsers.sideQuery(isAssigned), pageSize: 100 };
  const { body } = await admin.call(courseUsers.list, { params: { id }, query });
  return courseUsers.rowsOf(body);
};

describe('the members of a course', () => {
  it('have their completed and total items; other users have not', async () => {
    const { course, ...make } = await taughtCourse(test.sql);
    const lessons: string[] = [];
    for (const name of ['Satu', 'Dua', 'Tiga']) lessons.push(await make.lesson(name));
    const [one, two] = [await make.quiz('Kuis 1'), await make.quiz('Kuis 2')];
    const survey = await make.quiz('Survei', 'SURVEY');
    const [adi, budi] = [await make.member('Adi'), await make.member('Budi')];
    await make.member('Citra');
    const other = await make.member('Orang Lain', false);
    const elsewhere = await taughtCourse(test.sql);
    // Adi: all three lessons, quiz 1 in the second attempt, quiz 2 failed twice, the survey: 5 of 6, 1 of 2.
    await make.complete(adi, ...lessons);
    for (const score of [30, 90, 50]) await make.attempt(adi, one, score);
    for (const score of [30, 69]) await make.attempt(adi, two, score);
    await make.attempt(adi, survey, 0);
    // Budi: one lesson; lessons of other courses do not count.
    await make.complete(budi, lessons[1]!, await elsewhere.lesson('Sana'));
    await make.attempt(budi, await elsewhere.quiz('Sana'), 100);
    await make.complete(other, ...lessons);
    const rows = await listed(course, true);
    expect(rows.map(({ name, progress }) => [name, progress])).toEqual([
      ['Adi', { items: 6, completed: 5, quizzes: 2, passed: 1 }],
      ['Budi', { items: 6, completed: 1, quizzes: 2, passed: 0 }],
      ['Citra', { items: 6, completed: 0, quizzes: 2, passed: 0 }],
    ]);
    expect((await listed(course, false)).find(({ id }) => id === other)).not.toHaveProperty('progress');
  });

  it('have completed nothing in an empty course', async () => {
    const { course, ...make } = await taughtCourse(test.sql);
    await make.member('Adi');
    expect((await listed(course, true)).map(({ progress }) => progress)).toEqual([
      { items: 0, completed: 0, quizzes: 0, passed: 0 },
    ]);
  });
});
