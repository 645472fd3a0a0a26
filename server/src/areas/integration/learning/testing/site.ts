/** Members' site as a test's client: an API key, and members with external ids in a course of their own. */
import { type TestApp, type TestCaller, testAppOf } from '#platform/testing/app.ts';
import { taughtCourse } from '#shared/testing/taught-course.ts';
import { uploadRoutes } from '../../../../services/upload/routes.ts';
import { learningRoutes } from '../routes.ts';

/** Scopes of the members' site. */
export const learningScopes = ['access:read', 'progress:write', 'submissions:write', 'certificates:read'] as const;

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
