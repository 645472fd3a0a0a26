/** Tests each kind of batch over HTTP: its effect, the reasons of refused records, its filter, its roles, and its undo. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Batch, undoBatch } from '#contract/batch/endpoints.ts';
import { batches } from '#contract/batch/starts.ts';
import { type Role, mayCall } from '#contract/kernel/endpoint.ts';
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

const flag = async (table: string, column: string, id: string) =>
  (await test.sql(`select ${column} as flag from ${table} where id = $1`, [id]))[0]?.['flag'];
const undo = async ({ batchId }: Batch) => (await admin.call(undoBatch, { params: { id: batchId } })).body;
const reasonOf = async ({ batchId }: Batch, id: string) => (await resultsOf(admin, batchId)).get(id)?.reason;

/** Course that can be published. */
async function ready(over: object = {}): Promise<string> {
  const course = await addRecord(test.sql, 'course', 'coding', {
    category: 'data',
    thumbnail: 'https://sample.test/a.png',
    is_published: false,
    type: 0,
    ...over,
  });
  const section = await addRecord(test.sql, 'section', 'coding', { course_id: course });
  await addRecord(test.sql, 'lesson', 'coding', { section_id: section });
  return course;
}

describe('publishing courses', () => {
  const { start, count } = batches.coursePublishing;
  const query = { type: 'flexy' } as const;

  it('publishes the complete ones, lists what the others need, and unpublishes them again', async () => {
    const [complete, empty] = [await ready(), await addRecord(test.sql, 'course', 'coding', { is_published: false })];
    const ids = [complete, empty];
    const { body } = await admin.call(start, { query, body: { ids, expected: 2, value: 'published' } });
    expect(body).toMatchObject({ title: 'Publish courses', done: 1, failed: 1 });
    expect(await reasonOf(body, empty)).toMatch(/^This course needs .+ to be published$/);
    expect(await flag('course', 'is_published', complete)).toBe(true);
    expect(await undo(body)).toMatchObject({ undone: 1 });
    expect(await flag('course', 'is_published', complete)).toBe(false);
  });

  it('keeps an unpublished course that has lost its content since as it is', async () => {
    const course = await ready({ is_published: true });
    const { body } = await admin.call(start, { query, body: { ids: [course], expected: 1, value: 'draft' } });
    await test.sql('delete from course_section where course_id = $1', [course]);
    expect(await undo(body)).toMatchObject({ undone: 0, kept: 1 });
    expect(await reasonOf(body, course)).toMatch(/^This course needs/);
    expect(await flag('course', 'is_published', course)).toBe(false);
  });

  it('takes the courses of a type that match the filters of the list', async () => {
    await ready({ name: 'Terpilih Satu' });
    await ready({ name: 'Terpilih Dua', is_published: true });
    await ready({ name: 'Terpilih Tiga', type: 1 });
    const total = async (filter: object) => (await admin.call(count, { query: { ...query, ...filter } })).body.total;
    expect(await total({ search: 'terpilih' })).toBe(2);
    expect(await total({ search: 'terpilih', isPublished: 'false' })).toBe(1);
    expect(await total({ search: 'terpilih', filter: 'design' })).toBe(0);
  });
});

it('publishing learning paths leaves those without courses as drafts', async () => {
  const [whole, empty] = [
    await addRecord(test.sql, 'learning-path', 'coding', { is_published: false }),
    await addRecord(test.sql, 'learning-path', 'coding', { is_published: false }),
  ];
  await test.sql(
    `insert into learning_path_course (tenant, path_id, course_id, position) values ('coding', $1, $2, 1)`,
    [whole, await ready()],
  );
  const { start } = batches.pathPublishing;
  const { body } = await admin.call(start, {
    query: {},
    body: { ids: [whole, empty], expected: 2, value: 'published' },
  });
  expect(body).toMatchObject({ done: 1, failed: 1 });
  expect(await reasonOf(body, empty)).toMatch(/^This learning path needs .+ to be published$/);
  expect(await flag('learning_path', 'is_published', whole)).toBe(true);
  await undo(body);
  expect(await flag('learning_path', 'is_published', whole)).toBe(false);
});

it('activating discounts refuses the second one of a product, with the name of the first', async () => {
  const course = await ready();
  const make = async (name: string) => {
    const id = await addRecord(test.sql, 'discount', 'coding', { name, product_type: 'courses', is_active: false });
    await test.sql(`insert into discount_course (tenant, discount_id, course_id) values ('coding', $1, $2)`, [
      id,
      course,
    ]);
    return id;
  };
  const ids = [await make('Diskon Satu'), await make('Diskon Dua')];
  const { start } = batches.discountSwitch;
  const { body } = await admin.call(start, { query: {}, body: { ids, expected: 2, value: 'active' } });
  expect(body).toMatchObject({ done: 1, failed: 1 });
  const active = await Promise.all(ids.map((id) => flag('discount', 'is_active', id)));
  expect(active.toSorted()).toEqual([false, true]);
  const refused = ids[active.indexOf(false)]!;
  expect(await reasonOf(body, refused)).toMatch(/already has the active discount "Diskon (Satu|Dua)"/);
  expect(await undo(body)).toMatchObject({ undone: 1 });
  expect(await Promise.all(ids.map((id) => flag('discount', 'is_active', id)))).toEqual([false, false]);
});

it('deactivating vouchers takes all that match, in a job for many', async () => {
  await test.sql(`insert into voucher (tenant, name, code, discount_type, value, start_date, is_active)
    select 'coding', 'Massal ' || n, 'MASSAL' || n, 1, 1000, now(), true from generate_series(1, 150) n`);
  const { start, count } = batches.voucherSwitch;
  const query = { search: 'massal' };
  const { total } = (await admin.call(count, { query })).body;
  expect(total).toBe(150);
  const { body } = await admin.call(start, { query, body: { ids: null, expected: total, value: 'inactive' } });
  expect(body).toMatchObject({ state: 'running', total: 150 });
  await runOnce(test, body.batchId);
  const active = () => test.sql(`select from voucher where name like 'Massal %' and is_active`);
  expect(await active()).toEqual([]);
  // Switched on again by a user, as the undo would.
  await test.sql(`update voucher set is_active = true where code = 'MASSAL7'`);
  await undo(body);
  await runOnce(test, body.batchId);
  expect(await active()).toHaveLength(150);
});

describe('assigning users to a course', () => {
  const { start, count } = batches.courseMembers;
  const member = (over: object = {}) => addRecord(test.sql, 'user', 'coding', { role: 'member', ...over });
  const membersOf = async (course: string) =>
    (await test.sql('select user_id from course_user where course_id = $1', [course])).map(({ user_id: id }) => id);

  it('fills the places that are left, and the undo removes those that it assigned', async () => {
    const course = await addRecord(test.sql, 'course', 'coding', { name: 'Dasar Go', capacity: 2 });
    const [there, first, second] = [await member(), await member(), await member()];
    await test.sql(`insert into course_user (tenant, course_id, user_id) values ('coding', $1, $2)`, [course, there]);
    const staff = await addRecord(test.sql, 'user', 'coding', { role: 'instructor' });
    const ids = [there, first, second, staff];
    const { body } = await admin.call(start, {
      query: {},
      body: { ids, expected: 4, value: 'member', courseId: course },
    });
    expect(body).toMatchObject({ title: 'Assign users to “Dasar Go”', done: 1, skipped: 1, failed: 2 });
    expect(await membersOf(course)).toHaveLength(2);
    expect(await reasonOf(body, staff)).toBe('Only members can be assigned to a course');
    await undo(body);
    expect(await membersOf(course)).toEqual([there]);
  });

  it('takes the members that match, and returns 400 without the course', async () => {
    await member({ name: 'Wulan Terpilih' });
    await addRecord(test.sql, 'user', 'coding', { name: 'Wulan Terpilih', role: 'instructor' });
    const query = { search: 'wulan terpilih' };
    expect((await admin.call(count, { query })).body).toEqual({ total: 1 });
    const courseId = '01890000-0000-7000-8000-00000000dead';
    const body = { ids: null, expected: 1, value: 'member', courseId } as const;
    expect((await admin.call(start, { query, body })).status).toBe(400);
  });
});

it('an undo takes the role that may begin the batch', async () => {
  const started = await addRecord(test.sql, 'batch', 'coding', { state: 'done', done: 1, kind: 'voucher-switch' });
  for (const role of ['instructor', 'customer-service'] as const satisfies Role[]) {
    const caller = await test.as(role);
    await test.sql('update batch set user_id = $2 where id = $1', [started, caller.userId]);
    expect(mayCall(batches.voucherSwitch.start, role)).toBe(false);
    expect((await caller.call(undoBatch, { params: { id: started } })).status).toBe(403);
  }
});
