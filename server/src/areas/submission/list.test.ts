/** Tests the lists of project submissions: sort orders, filters, and one user's list (spec §7, §9). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type SubmissionSort,
  getSubmission,
  listSubmissions,
  listUserSubmissions,
} from '#contract/submission/endpoints.ts';
import { type TestApp, type TestCaller, testAppOf } from '#platform/testing/app.ts';
import { addUser } from '#platform/testing/user.ts';
import { addRecord } from '#shared/testing/sample.ts';
import { submissionRoutes } from './routes.ts';

let test: TestApp;
let instructor: TestCaller;
let course: string;
let path: string;
beforeAll(async () => {
  test = await testAppOf([submissionRoutes]);
  instructor = await test.as('instructor');
  course = await addRecord(test.sql, 'course', 'coding', { name: 'Belajar Go' });
  path = await addRecord(test.sql, 'learning-path', 'coding', { name: 'Jalur Back-End' });
});
afterAll(() => test.close());

const add = (fields: object) => addRecord(test.sql, 'submission', 'coding', { course_id: course, ...fields });
const get = async (id: string) => (await instructor.call(getSubmission, { params: { id } })).body;
const list = async (query: object) => (await instructor.call(listSubmissions, { query })).body;
let people = 0;
const aPerson = (name = `Peserta ${(people += 1)}`) =>
  addUser(test.sql, 'coding', { name, email: `orang${(people += 1)}@kelas.test` });

describe('the list', () => {
  const ids: Record<string, string> = {};
  const named = async (query: object) => {
    const { projects } = await list({ pageSize: 100, search: 'urutan', ...query });
    return projects.map(({ id }) => Object.keys(ids).find((name) => ids[name] === id));
  };
  beforeAll(async () => {
    const user_id = await aPerson('Urutan Wijaya');
    for (const [index, [name, status, day]] of (
      [
        ['old to review', 'not-reviewed', 1],
        ['old checked', 'checked', 2],
        ['unset', null, 3],
        ['new checked', 'checked', 4],
        ['new to review', 'not-reviewed', 5],
      ] as const
    ).entries())
      ids[name] = await add({
        user_id,
        attempt: index + 1,
        status,
        review_score: status === 'checked' ? 80 : null,
        submitted_at: `2026-09-0${day}T00:00:00Z`,
        ...(index > 2 && { course_id: null, path_id: path }),
      });
  });

  it('has ten a page, with the specification’s field names', async () => {
    const user_id = await aPerson();
    for (let attempt = 1; attempt <= 8; attempt += 1) await add({ user_id, attempt });
    const { projects, ...head } = await list({});
    expect(projects).toHaveLength(10);
    expect(head).toMatchObject({ page: 1, pageSize: 10 });
    const [counted] = await test.sql(`select count(*)::int as n from project_submission where tenant = 'coding'`);
    expect(head.totalItems).toBe(counted?.['n']);
  });

  it.each<[SubmissionSort | '', string[]]>([
    ['', ['new to review', 'new checked', 'unset', 'old checked', 'old to review']],
    ['latest', ['new to review', 'new checked', 'unset', 'old checked', 'old to review']],
    ['earliest', ['old to review', 'old checked', 'unset', 'new checked', 'new to review']],
    ['not-reviewed', ['old to review', 'new to review', 'unset', 'old checked', 'new checked']],
    ['checked', ['new checked', 'old checked', 'unset', 'new to review', 'old to review']],
  ])('sorted by "%s" comes in this order', async (sort, expected) => {
    expect(await named({ sort })).toEqual(expected);
  });

  it('can be filtered by status and by product', async () => {
    expect(await named({ status: 'not-reviewed' })).toEqual(['new to review', 'old to review']);
    expect(await named({ status: 'checked', productType: 'PATH' })).toEqual(['new checked']);
    expect(await named({ productType: 'COURSE', sort: 'earliest' })).toEqual(['old to review', 'old checked', 'unset']);
  });

  it('can be searched by the current name, e-mail and product', async () => {
    const own = await addRecord(test.sql, 'course', 'coding', { name: 'Kelas Langka' });
    const user_id = await addUser(test.sql, 'coding', { name: 'Wayan', email: 'wayan.unik@kelas.test' });
    const id = await add({ user_id, course_id: own });
    const found = async (search: string) => (await list({ search })).projects.map((row) => row.id);
    for (const search of ['wayan', 'WAYAN.UNIK@', 'las langka']) expect(await found(search)).toEqual([id]);
    await test.sql(`update course set name = 'Kelas Baru Sekali' where id = $1`, [own]);
    await test.sql(`update "user" set name = 'Made' where id = $1`, [user_id]);
    expect([await found('baru sekali'), await found('langka'), await found('made'), (await get(id)).version]).toEqual([
      [id],
      [],
      [id],
      1,
    ]);
  });

  it.each(['newest', '-latest', 'Checked'])('refuses the sort "%s"', async (sort) => {
    const { status, body } = await instructor.call(listSubmissions, { query: { sort: sort as never } });
    expect(status).toBe(400);
    expect(body).toMatchObject({
      errors: [{ path: 'sort', message: 'A sort is latest, earliest, not-reviewed or checked' }],
    });
  });

  it('of a user contains only their submissions, latest first; returns 404 for another brand’s user', async () => {
    const userId = await aPerson();
    const first = await add({ user_id: userId, submitted_at: '2026-08-01T00:00:00Z' });
    const second = await add({ user_id: userId, attempt: 2, submitted_at: '2026-08-02T00:00:00Z' });
    const { body } = await instructor.call(listUserSubmissions, { params: { userId } });
    expect(body).toMatchObject({ totalItems: 2, page: 1, pageSize: 10, projects: [{ id: second }, { id: first }] });
    const stranger = await test.as('admin', 'cyber');
    expect((await stranger.call(listUserSubmissions, { params: { userId } })).status).toBe(404);
  });
});
