/** Members' site as a test's client: an API key, and members with external ids in a course of their own. */
import { type TestApp, type TestCaller, testAppOf } from '#platform/testing/app.ts';
import type { Sql } from '#platform/testing/user.ts';
import { taughtCourse } from '#shared/testing/taught-course.ts';
import { uploadRoutes } from '../../../../services/upload/routes.ts';
import { learningRoutes } from '../routes.ts';

/** Scopes of the members' site. */
export const learningScopes = [
  'access:read',
  'progress:write',
  'submissions:write',
  'certificates:read',
  'attendance:write',
  'vouchers:write',
] as const;

let members = 0;

/** Starts a server with a key, and a published course. */
export async function membersSite() {
  const test: TestApp = await testAppOf([learningRoutes, uploadRoutes]);
  const key: TestCaller = await test.asKey(learningScopes);
  return { test, key, course: await aCourse(test) };
}

/** Published course with a function that adds a member of it with an external id. */
export async function aCourse(test: TestApp) {
  const course = await taughtCourse(test.sql);
  await test.sql('update course set is_published = true where id = $1', [course.course]);
  return {
    ...course,
    async person(isAssigned = true) {
      const externalId = `M-${(members += 1)}`;
      const id = await course.member(`Peserta ${members}`, isAssigned);
      await test.sql('update "user" set external_id = $2 where id = $1', [id, externalId]);
      return { id, externalId };
    },
  };
}

/** Quiz of two questions, of 1 and 3 points. */
export async function twoQuestions(
  sql: Sql,
  { quiz }: Pick<Awaited<ReturnType<typeof taughtCourse>>, 'quiz'>,
  fields: object = {},
  type: 'QUIZ' | 'SURVEY' = 'QUIZ',
) {
  const quizId = await quiz('Kuis', type);
  for (const [column, value] of Object.entries(fields))
    await sql(`update quiz set ${column} = $2 where id = $1`, [quizId, value]);
  const question = async (
    position: number,
    row: [type: string, options: object[], key: string | null, score: number],
  ) =>
    String(
      (
        await sql(
          `insert into question (tenant, quiz_id, position, question, type, options, answer_key, score)
            values ('coding', $1, $2, 'Apa?', $3, $4, $5, $6) returning id`,
          [quizId, position, row[0], JSON.stringify(row[1]), row[2], row[3]],
        )
      )[0]?.['id'],
    );
  const options = ['a', 'b'].map((optionId, n) => ({ optionId, text: optionId, isCorrect: n === 0, priority: n + 1 }));
  const choice = await question(1024, ['SINGLE_CHOICE', options, null, 1]);
  const words = await question(2048, ['SHORT_ANSWER', [], 'Go', 3]);
  return { quizId, choice, words };
}
