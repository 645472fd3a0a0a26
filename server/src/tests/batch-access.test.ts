/** Tests giving and removing access, and marks, of many rows as batches, and their undo. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { giveAccess, listAccessGaps, markIntended, removeAccess } from '#contract/access/endpoints.ts';
import { type Batch, undoBatch } from '#contract/batch/endpoints.ts';
import { batches } from '#contract/batch/starts.ts';
import type { TestApp, TestCaller } from '#platform/testing/app.ts';
import { recordCheck } from '#shared/access-gaps.ts';
import { addRecord } from '#shared/testing/sample.ts';
import { testApp } from './app.ts';
import { batchOf, resultsOf, runOnce, takeWaiting, undoneOf } from './batch-work.ts';

let test: TestApp;
let admin: TestCaller;
beforeAll(async () => {
  test = await testApp();
  admin = await test.as('admin');
});
afterAll(() => test.close());

/** A course with a price and members of this name. */
async function courseWith(name: string, members: number): Promise<{ course: string; users: string[] }> {
  const course = await addRecord(test.sql, 'course', 'coding', { name, price: 250_000, capacity: null });
  const rows = await test.sql(
    `insert into "user" (tenant, email, name, password_hash, role)
      select 'coding', new_id() || '@sample.test', $1 || ' ' || n, 'x', 'member' from generate_series(1, $2) n returning id`,
    [`Anggota ${name}`, members],
  );
  return { course, users: rows.map(({ id }) => String(id)) };
}
const assign = (course: string, users: readonly string[]) =>
  test.sql(
    `insert into course_user (tenant, course_id, user_id, assigned_at)
    select 'coding', $1, id, '2026-01-02T03:04:05.678901Z' from unnest($2::uuid[]) id`,
    [course, users],
  );
const buy = (course: string, users: readonly string[]) =>
  test.sql(
    `with made as (insert into "order" (tenant, invoice_number, user_id, user_name, user_email, user_phone, subtotal, total_amount, status,
          payment_provider, payment_method, paid_at)
        select 'coding', 'INV/' || new_id(), id, 'x', 'x@sample.test', '', 5, 5, 'paid', 'manual', 'transfer', now() from unnest($2::uuid[]) id returning id)
      insert into order_item (tenant, order_id, line, product_type, product_id, product_name, price, discount_amount)
        select 'coding', id, 1, 'courses', $1, 'x', 5, 0 from made`,
    [course, users],
  );
const check = () => recordCheck(test.database.tenant('coding'), false);

const membersOf = async (course: string) =>
  test.sql('select user_id, assigned_at::text as at from course_user where course_id = $1 order by user_id', [course]);
const gapsOf = async (query: { view: 'paid-no-access' | 'access-unpaid' | 'intended'; search: string }) =>
  (await admin.call(listAccessGaps, { query })).body;
async function undo({ batchId }: Batch) {
  await admin.call(undoBatch, { params: { id: batchId } });
  if ((await takeWaiting(test)).length > 0) await runOnce(test, batchId);
}

it('removes the access of all that match in a job, and the undo gives it back with its time', async () => {
  const { course, users } = await courseWith('Kelas Gratisan', 130);
  await assign(course, users);
  await check();
  const query = { view: 'access-unpaid', search: 'gratisan' } as const;
  const before = await membersOf(course);
  const { total } = (await admin.call(batches.accessRemoval.count, { query })).body;
  expect(total).toBe(130);
  const { start } = batches.accessRemoval;
  const { body } = await admin.call(start, { query, body: { ids: null, expected: total, value: 'removed' } });
  expect(body).toMatchObject({ title: 'Remove access that was not paid', state: 'running', total: 130 });
  await takeWaiting(test);
  await runOnce(test, body.batchId);
  expect(await membersOf(course)).toEqual([]);
  expect((await gapsOf(query)).totalItems).toBe(0);
  await undo(body);
  expect(await membersOf(course)).toEqual(before);
  expect((await gapsOf(query)).totalItems).toBe(130);
});

it('gives what was paid, lists what was settled or marked meanwhile, and keeps what was changed since in the undo', async () => {
  const { course, users } = await courseWith('Kelas Terbayar', 4);
  await buy(course, users);
  await check();
  const query = { view: 'paid-no-access', search: 'terbayar' } as const;
  const { gaps } = await gapsOf(query);
  const gapOf = (user: string) => gaps.find((gap) => gap.user.id === user)!.gapId;
  const [settled, marked, removed, granted] = users as [string, string, string, string];
  const ids = users.map(gapOf);
  await admin.call(markIntended, { body: { marks: [{ gapId: gapOf(marked), reason: 'gift' }] } });
  // The row stays until the next comparison: nothing removes it when a member stops being one.
  await test.sql(`update "user" set role = 'instructor' where id = $1`, [settled]);
  const { start } = batches.accessGiving;
  const { body } = await admin.call(start, { query, body: { ids, expected: 4, value: 'granted' } });
  expect(body).toMatchObject({ title: 'Give access to what was paid', done: 2, failed: 2 });
  const results = await resultsOf(admin, body.batchId);
  expect(results.get(gapOf(settled))?.reason).toBe('Settled meanwhile: payment and access agree');
  expect(results.get(gapOf(marked))?.reason).toBe('Marked as intended: put it back into the list first');
  expect((await membersOf(course)).map(({ user_id: id }) => id)).toEqual([removed, granted].toSorted());

  await test.sql('delete from course_user where user_id = $1', [removed]);
  await undo(body);
  const undone = await resultsOf(admin, body.batchId);
  expect([undone.get(gapOf(removed)), undone.get(gapOf(granted))]).toMatchObject([
    { state: 'kept', reason: 'The access was changed meanwhile' },
    { state: 'undone' },
  ]);
  expect(await membersOf(course)).toEqual([]);
});

it('names each row by its member and product, and refuses rows of the other list', async () => {
  const { course, users } = await courseWith('Kelas Silang', 1);
  await assign(course, users);
  await check();
  const [gap] = (await gapsOf({ view: 'access-unpaid', search: 'silang' })).gaps;
  const { start } = batches.accessGiving;
  const { body } = await admin.call(start, {
    query: { view: 'access-unpaid' },
    body: { ids: [gap!.gapId], expected: 1, value: 'granted' },
  });
  expect(body).toMatchObject({ done: 0, failed: 1 });
  expect(await test.sql('select name from batch_row where batch_id = $1', [body.batchId])).toEqual([
    { name: 'Anggota Kelas Silang 1, Kelas Silang' },
  ]);
  expect(await membersOf(course)).toHaveLength(1);
});

it('chosen rows that were given or removed are a bulk change; one row is none', async () => {
  const { course, users } = await courseWith('Kelas Centang', 3);
  await assign(course, users);
  await check();
  const before = await membersOf(course);
  const ids = (await gapsOf({ view: 'access-unpaid', search: 'centang' })).gaps.map(({ gapId }) => gapId);
  const removed = await admin.call(removeAccess, { body: { ids } });
  expect(removed.body).toMatchObject({ changed: 3, skipped: [] });
  expect(await membersOf(course)).toEqual([]);
  const { body } = await undoneOf(admin, removed);
  expect(body).toMatchObject({ kind: 'access-removal', title: 'Remove access that was not paid', undone: 3, kept: 0 });
  expect(await membersOf(course)).toEqual(before);
  const [again] = (await gapsOf({ view: 'access-unpaid', search: 'centang' })).gaps;
  const one = await admin.call(removeAccess, { body: { ids: [again!.gapId] } });
  expect([one.body.changed, batchOf(one)]).toEqual([1, '']);

  const paid = await courseWith('Kelas Lunas', 2);
  await buy(paid.course, paid.users);
  await check();
  const open = (await gapsOf({ view: 'paid-no-access', search: 'lunas' })).gaps.map(({ gapId }) => gapId);
  const granted = await admin.call(giveAccess, { body: { ids: open } });
  await test.sql('delete from course_user where user_id = $1', [paid.users[0]]);
  expect((await undoneOf(admin, granted)).body).toMatchObject({ kind: 'access-giving', undone: 1, kept: 1 });
});

it('marks of several rows are a bulk change whose undo restores each former mark, unless it was marked anew', async () => {
  const { course, users } = await courseWith('Kelas Hadiah', 3);
  await assign(course, users);
  await check();
  const { gaps } = await gapsOf({ view: 'access-unpaid', search: 'hadiah' });
  const [first = '', second = '', third = ''] = gaps.map(({ gapId }) => gapId);
  const mark = (reason: 'gift' | 'staff' | null, ...ids: string[]) =>
    admin.call(markIntended, { body: { marks: ids.map((gapId) => ({ gapId, reason })) } });
  expect(batchOf(await mark('staff', first))).toBe('');
  const marked = await mark('gift', first, second, third);
  await mark('staff', third);
  expect((await undoneOf(admin, marked)).body).toMatchObject({
    kind: 'access-marks',
    title: 'Mark access as intended',
    undone: 2,
    kept: 1,
  });
  expect((await resultsOf(admin, batchOf(marked))).get(third)).toMatchObject({
    before: 'In the list',
    after: 'Gift',
    reason: 'Tester admin set it to Staff since',
  });
  const marks = (await gapsOf({ view: 'intended', search: 'hadiah' })).gaps.map(({ gapId, intended }) => [
    gapId,
    intended?.reason,
  ]);
  expect(Object.fromEntries(marks)).toEqual({ [first]: 'staff', [third]: 'staff' });
  const former = (await gapsOf({ view: 'intended', search: 'hadiah' })).gaps;
  const back = await mark(null, first, third);
  expect((await undoneOf(admin, back)).body).toMatchObject({ title: 'Put back into the list', undone: 2 });
  expect((await gapsOf({ view: 'intended', search: 'hadiah' })).gaps).toEqual(former);
});
