/** Hands in the project of a member by the call of the members' site. */
import { addSubmission } from '#contract/integration/learning.ts';
import type { TestApp, TestCaller } from '#platform/testing/app.ts';
import { multipart } from '#platform/testing/files.ts';

/** Status and message of the answer to a submission of a link. */
export async function handIn(test: TestApp, key: TestCaller, fields: object): Promise<[number, unknown]> {
  const { payload, headers } = multipart(undefined, { submissionUrl: 'https://a.test/x', ...fields });
  const answer = await test.app.inject({
    method: 'POST',
    url: `/api${addSubmission.url}`,
    payload,
    headers: { ...headers, authorization: `Bearer ${key.token}`, 'x-tenant': 'coding' },
  });
  return [answer.statusCode, answer.json<{ message?: string }>().message];
}
