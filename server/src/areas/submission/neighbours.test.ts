/** Tests the previous and next submission, and the next one to review. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type SubmissionSort, getSubmissionNeighbours } from '#contract/submission/endpoints.ts';
import { type TestApp, testAppOf } from '#platform/testing/app.ts';
import { addUser } from '#platform/testing/user.ts';
import { addRecord } from '#shared/testing/sample.ts';
import { submissionRoutes } from './routes.ts';

let test: TestApp;
/** Ids in order of submission; A and C have the same time. */
const ids: Record<string, string> = {};
beforeAll(async () => {
  test = await testAppOf([submissionRoutes]);
  const course_id = await addRecord(test.sql, 'course', 'coding');
  const other = await addUser(test.sql, 'coding', { name: 'Lain', email: 'lain@kelas.test' });
  const user_id = await addUser(test.sql, 'coding', { name: 'Rara', email: 'rara@kelas.test' });
  for (const [index, [name, status, at, by]] of (
    [
      ['A', 'not-reviewed', '2026-09-01T00:00:00.000001Z', user_id],
      ['B', 'checked', '2026-09-02T00:00:00Z', user_id],
      ['C', 'not-reviewed', '2026-09-02T00:00:00Z', other],
      ['D', 'checked', '2026-09-03T00:00:00Z', user_id],
      ['E', 'not-reviewed', '2026-09-04T00:00:00Z', user_id],
    ] as const
  ).entries())
    ids[name] = await addRecord(test.sql, 'submission', 'coding', {
      course_id,
      user_id: by,
      attempt: index + 1,
      status,
      review_score: status === 'checked' ? 80 : null,
      submitted_at: at,
    });
});
afterAll(() => test.close());

const nameOf = (id: string | null) => Object.keys(ids).find((name) => ids[name] === id) ?? '–';

async function around(name: string, query: object = {}): Promise<string> {
  const admin = await test.as('admin');
  const { body } = await admin.call(getSubmissionNeighbours, { params: { id: ids[name]! }, query });
  return [body.previous, body.next, body.nextToReview].map(nameOf).join(' ');
}

it.each<[SubmissionSort, string, string]>([
  ['latest', 'E', '– D C'],
  ['latest', 'D', 'E C C'],
  ['latest', 'A', 'B – E'],
  ['earliest', 'A', '– B C'],
  ['earliest', 'B', 'A C C'],
  ['earliest', 'E', 'D – A'],
  ['not-reviewed', 'A', '– C C'],
  ['not-reviewed', 'C', 'A E E'],
  ['not-reviewed', 'E', 'C B A'],
  ['checked', 'D', '– B C'],
  ['checked', 'A', 'C – E'],
])('sorted by %s, the neighbours of %s are %s', async (sort, name, expected) => {
  expect(await around(name, { sort })).toBe(expected);
});

it('apply the filters of the list; the next submission to review ignores the status filter', async () => {
  expect(await around('B', { search: 'rara', sort: 'earliest' })).toBe('A D E');
  expect(await around('B', { status: 'checked', sort: 'earliest' })).toBe('– D C');
});

it('are null for the only submission, and 404 for another brand’s', async () => {
  expect(await around('C', { search: 'lain@' })).toBe('– – –');
  const stranger = await test.as('admin', 'cyber');
  const { status } = await stranger.call(getSubmissionNeighbours, { params: { id: ids['A']! } });
  expect(status).toBe(404);
});
