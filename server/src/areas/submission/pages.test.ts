/** Tests that pages of submissions have no gaps, including deep pages, in every order and with filters. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type SubmissionSort, listSubmissions } from '#contract/submission/endpoints.ts';
import { type TestApp, testAppOf } from '#platform/testing/app.ts';
import { addRecord } from '#shared/testing/sample.ts';
import { submissionRoutes } from './routes.ts';

/** More than five pages of a hundred, so that the last ones use the index-only path of deep pages. */
const size = 620;
const statuses = ['not-reviewed', 'checked', 'checked', null] as const;
const rank = { 'not-reviewed': 0, checked: 2, null: 1 };
/** Rows with ids ascending by `n`, and with weeks and ties spread. */
const rows = Array.from({ length: size }, (_, n) => ({
  n: n + 1,
  id: `01890000-0000-7000-8000-${String(n).padStart(12, '0')}`,
  status: statuses[n % 4] ?? null,
  at: new Date(Date.UTC(2026, 0, 1 + ((n * 37) % 90))).toISOString(),
}));
type Row = (typeof rows)[number];

let test: TestApp;
beforeAll(async () => {
  test = await testAppOf([submissionRoutes]);
  const course = await addRecord(test.sql, 'course', 'coding');
  const user = await addRecord(test.sql, 'user', 'coding');
  await test.sql(
    `insert into project_submission (tenant, id, user_id, course_id, attempt, status, review_score, submitted_at)
      select 'coding', id, $2, $3, n, status, case when status = 'checked' then 80 end, at
      from jsonb_to_recordset($1) as given (id uuid, status text, at timestamptz, n int)`,
    [JSON.stringify(rows), user, course],
  );
});
afterAll(() => test.close());

const byMoment = (one: Row, other: Row) =>
  one.at === other.at ? (one.id < other.id ? -1 : 1) : one.at < other.at ? -1 : 1;
const byRank = (one: Row, other: Row) =>
  rank[one.status ?? 'null'] - rank[other.status ?? 'null'] || byMoment(one, other);
const orders: Record<SubmissionSort, (all: readonly Row[]) => Row[]> = {
  latest: (all) => all.toSorted(byMoment).toReversed(),
  earliest: (all) => all.toSorted(byMoment),
  'not-reviewed': (all) => all.toSorted(byRank),
  checked: (all) => all.toSorted(byRank).toReversed(),
};

async function walk(query: object): Promise<string[]> {
  const admin = await test.as('admin');
  const ids: string[] = [];
  for (let page = 1; ; page += 1) {
    const { body } = await admin.call(listSubmissions, { query: { ...query, page, pageSize: 50 } });
    ids.push(...body.projects.map(({ id }) => id));
    if (body.projects.length < 50) return ids;
  }
}

it.each(Object.keys(orders) as SubmissionSort[])('sorted by %s', async (sort) => {
  const expected = (all: readonly Row[]) => orders[sort](all).map(({ id }) => id);
  expect(await walk({ sort })).toEqual(expected(rows));
  const checked = rows.filter(({ status }) => status === 'checked');
  expect(await walk({ sort, status: 'checked' })).toEqual(expected(checked));
});
