/** Tests batches that assign courses to a discount, a voucher or a learning path, and unassign them. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { assignments } from '#contract/assignment/table.ts';
import { type Batch, undoBatch } from '#contract/batch/endpoints.ts';
import { batches } from '#contract/batch/starts.ts';
import type { TestApp, TestCaller } from '#platform/testing/app.ts';
import { addRecord } from '#shared/testing/sample.ts';
import { testApp } from './app.ts';
import { resultsOf, runOnce } from './batch-work.ts';

let test: TestApp;
let admin: TestCaller;
beforeAll(async () => {
  test = await testApp();
  admin = await test.as('admin');
});
afterAll(() => test.close());

const undo = async ({ batchId }: Batch) => (await admin.call(undoBatch, { params: { id: batchId } })).body;
const undoInJob = async (batch: Batch) => {
  await undo(batch);
  await runOnce(test, batch.batchId);
};
const courseNamed = (name: string) => addRecord(test.sql, 'course', 'coding', { name, type: 0 });

async function addCourses(word: string, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 1; n <= count; n += 1) ids.push(await courseNamed(`${word} ${n}`));
  return ids;
}

const itemsIn = async (table: string, owner: string, ownerId: string, order = 'course_id') =>
  (await test.sql(`select course_id from ${table} where ${owner} = $1 order by ${order}`, [ownerId])).map(
    ({ course_id: id }) => String(id),
  );
const discountWith = async (name: string, courses: readonly string[]) => {
  const id = await addRecord(test.sql, 'discount', 'coding', { name, product_type: 'courses', is_active: true });
  for (const course of courses)
    await test.sql(`insert into discount_course (tenant, discount_id, course_id) values ('coding', $1, $2)`, [
      id,
      course,
    ]);
  return id;
};

it('assigns the courses that match to a discount, refuses those of another one, and undoes what nobody changed', async () => {
  const [held, changed, free] = (await addCourses('Sedekah', 3)) as [string, string, string];
  const other = await discountWith('Diskon Lama', [held]);
  const ownerId = await discountWith('Diskon Baru', []);
  const { start, count } = batches.discountCourses;
  const query = { ownerId, search: 'sedekah', isAssigned: 'false' } as const;
  const total = async (more: object) => (await admin.call(count, { query: { ...query, ...more } })).body.total;
  expect([await total({}), await total({ withoutConflict: 'true' }), await total({ category: 'design' })]).toEqual([
    3, 2, 0,
  ]);
  const { body } = await admin.call(start, { query, body: { ids: null, expected: 3, value: 'assigned', ownerId } });
  expect(body).toMatchObject({ title: 'Assign courses to “Diskon Baru”', done: 2, failed: 1 });
  expect((await resultsOf(admin, body.batchId)).get(held)).toMatchObject({
    state: 'failed',
    reason: expect.stringContaining('already has the active discount "Diskon Lama"'),
  });
  expect(await itemsIn('discount_course', 'discount_id', ownerId)).toEqual([changed, free].toSorted());

  const { unassign, inputOf } = assignments.discountCourses;
  await admin.call(unassign, inputOf(ownerId, [changed]));
  expect(await undo(body)).toMatchObject({ undone: 2, kept: 0, done: 0, failed: 1 });
  expect((await resultsOf(admin, body.batchId)).get(changed)?.reason).toBe('It was set to Not assigned already');
  expect(await itemsIn('discount_course', 'discount_id', ownerId)).toEqual([]);
  expect(await itemsIn('discount_course', 'discount_id', other)).toEqual([held]);
});

it('unassigns all that match from a voucher in a job, and its undo assigns them again', async () => {
  const courses = await addCourses('Ramai', 120);
  const ownerId = await addRecord(test.sql, 'voucher', 'coding', { name: 'Voucher Ramai' });
  await test.sql(
    `insert into voucher_course (tenant, voucher_id, course_id) select 'coding', $1, id from unnest($2::uuid[]) id`,
    [ownerId, courses],
  );
  const { start } = batches.voucherCourses;
  const query = { ownerId, search: 'ramai', isAssigned: 'true' } as const;
  const { body } = await admin.call(start, { query, body: { ids: null, expected: 120, value: 'none', ownerId } });
  expect(body).toMatchObject({ state: 'running', title: 'Unassign courses from “Voucher Ramai”', total: 120 });
  await runOnce(test, body.batchId);
  expect(await itemsIn('voucher_course', 'voucher_id', ownerId)).toEqual([]);
  await undoInJob(body);
  expect(await itemsIn('voucher_course', 'voucher_id', ownerId)).toEqual(courses.toSorted());
});

it('adds courses to the end of a learning path, and gives removed ones their places back', async () => {
  const [one, two, three, four] = (await addCourses('Urut', 4)) as [string, string, string, string];
  const ownerId = await addRecord(test.sql, 'learning-path', 'coding', { name: 'Jalur Urut', is_published: false });
  const { start } = batches.pathCourses;
  const set = async (value: 'assigned' | 'none', ids: string[]) =>
    (await admin.call(start, { query: { ownerId }, body: { ids, expected: ids.length, value, ownerId } })).body;
  const order = () => itemsIn('learning_path_course', 'path_id', ownerId, 'position');
  await set('assigned', [two]);
  await set('assigned', [one]);
  await set('assigned', [three, four]);
  // The rows of a batch are in the order of the list: newest first.
  expect(await order()).toEqual([two, one, four, three]);
  const removed = await set('none', [two, four]);
  expect(await order()).toEqual([one, three]);
  await undo(removed);
  expect(await order()).toEqual([two, one, four, three]);
});

it('keeps the last course of a published path, with the reason', async () => {
  const courses = await addCourses('Terakhir', 2);
  const ownerId = await addRecord(test.sql, 'learning-path', 'coding', { is_published: false });
  const { start } = batches.pathCourses;
  await admin.call(start, { query: { ownerId }, body: { ids: courses, expected: 2, value: 'assigned', ownerId } });
  await test.sql('update learning_path set is_published = true where id = $1', [ownerId]);
  const { body } = await admin.call(start, {
    query: { ownerId, isAssigned: 'true' },
    body: { ids: null, expected: 2, value: 'none', ownerId },
  });
  expect(body).toMatchObject({ done: 1, failed: 1 });
  expect(await itemsIn('learning_path_course', 'path_id', ownerId)).toHaveLength(1);
});

it('returns 400 without the owner, and refuses courses for a discount of another type of product', async () => {
  const [course] = (await addCourses('Salah', 1)) as [string];
  const { start } = batches.discountCourses;
  const begin = (ownerId: string) =>
    admin.call(start, { query: { ownerId }, body: { ids: [course], expected: 1, value: 'assigned', ownerId } });
  expect((await begin('01890000-0000-7000-8000-00000000dead')).status).toBe(400);
  const { body } = await begin(
    await addRecord(test.sql, 'discount', 'coding', { product_type: 'products', is_active: false }),
  );
  expect(body).toMatchObject({ done: 0, failed: 1 });
  expect((await resultsOf(admin, body.batchId)).get(course)?.reason).toBe('This discount applies to products');
});
