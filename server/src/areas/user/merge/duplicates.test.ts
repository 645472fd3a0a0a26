/** Tests finding accounts that may be one person, and dismissing pairs. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dismissDuplicate, listDuplicates, mergeUsers, restoreDuplicate } from '#contract/user/merge.ts';
import { type TestApp, type TestCaller, testAppOf } from '#platform/testing/app.ts';
import { addUser } from '#platform/testing/user.ts';
import { taughtCourse } from '#shared/testing/taught-course.ts';
import { refreshDuplicates } from './duplicates.ts';
import { mergeRoutes } from './routes.ts';

let test: TestApp;
let admin: TestCaller;
beforeAll(async () => {
  test = await testAppOf([mergeRoutes]);
  admin = await test.as('admin');
});
afterAll(() => test.close());

const find = () => refreshDuplicates(test.database.tenant('coding'));
const listed = async () => (await admin.call(listDuplicates, { query: {} })).body;
const pairs = async () =>
  (await listed()).duplicates.map(({ reason, first, second }) => `${reason}: ${first.name} ${second.name}`).toSorted();

async function withPhone(name: string, phone: string) {
  const id = await addUser(test.sql, 'coding', { name });
  await test.sql(`update "user" set phone_e164 = $2 where id = $1`, [id, phone]);
  return id;
}

it('offers accounts with one phone, or with one name and a course in common, and forgets those that changed', async () => {
  const { member } = await taughtCourse(test.sql);
  const elsewhere = await taughtCourse(test.sql);
  await withPhone('Rina', '+6281200001');
  const second = await withPhone('Rina W', '+6281200001');
  await member('Putri Ayu');
  await member('putri àyu');
  await elsewhere.member('Putri Ayu');
  for (let n = 0; n < 6; n += 1) await withPhone(`Kantor ${n}`, '+6281200002');
  await member('Budi Santoso');
  await member('Budi Santoso');
  for (let n = 0; n < 4; n += 1) await addUser(test.sql, 'coding', { name: 'BUDI SANTOSO' });
  await find();
  await find();
  expect(await pairs()).toEqual(['name: Putri Ayu putri àyu', 'phone: Rina Rina W']);
  await test.sql(`update "user" set phone_e164 = null where id = $1`, [second]);
  await find();
  expect(await pairs()).toEqual(['name: Putri Ayu putri àyu']);
});

it('does not offer a dismissed pair again until it is restored', async () => {
  const { id } = (await listed()).duplicates[0]!;
  await admin.call(dismissDuplicate, { params: { id } });
  await find();
  expect((await listed()).totalItems).toBe(0);
  await admin.call(restoreDuplicate, { params: { id } });
  expect(await pairs()).toEqual(['name: Putri Ayu putri àyu']);
});

it('no longer offers a pair that was merged', async () => {
  const { first, second } = (await listed()).duplicates[0]!;
  const { body } = await admin.call(mergeUsers, {
    params: { id: first.id },
    body: { userId: second.id, choices: [{ key: await courseOf(first.id), keep: 'kept' }] },
  });
  expect(body.moved).toBe(0);
  await find();
  expect((await listed()).totalItems).toBe(0);
});

it('lists more pairs than a page has, each once', async () => {
  for (let n = 0; n < 90; n += 1)
    for (const name of [`Kembar ${n}`, `Kembar ${n} lagi`])
      await withPhone(name, `+6281300${String(n).padStart(4, '0')}`);
  await find();
  const seen = new Set<string>();
  for (let page = 1; page <= 5; page += 1) {
    const { body } = await admin.call(listDuplicates, { query: { page: String(page) } });
    expect(body.totalItems).toBe(90);
    expect(body.duplicates).toHaveLength(page < 5 ? 20 : 10);
    for (const { id } of body.duplicates) seen.add(id);
  }
  expect(seen.size).toBe(90);
});

const courseOf = async (userId: string) =>
  `course:${String((await test.sql('select course_id from course_user where user_id = $1', [userId]))[0]!['course_id'])}`;
