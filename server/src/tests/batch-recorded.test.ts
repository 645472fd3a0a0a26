/** Tests that calls which change several records at once are recorded as bulk changes, and that these are undone. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assignments } from '#contract/assignment/table.ts';
import { type BatchKindName, getBatch, listBatches, undoBatch } from '#contract/batch/endpoints.ts';
import type { Assignment } from '#contract/kernel/assignment-row.ts';
import { unassignAllFromVoucher, unassignAllProducts } from '#contract/pricing/unassign-all.ts';
import { assignToVoucher, unassignFromVoucher } from '#contract/voucher/choice.ts';
import type { TestApp, TestCaller } from '#platform/testing/app.ts';
import { linkOf } from '#shared/assignment/link.ts';
import { addRecord } from '#shared/testing/sample.ts';
import { testApp } from './app.ts';
import { batchOf, resultsOf, runOnce, undoneOf } from './batch-work.ts';

let test: TestApp;
let admin: TestCaller;
beforeAll(async () => {
  test = await testApp();
  admin = await test.as('admin');
});
afterAll(() => test.close());

const owners = {
  discount: { name: 'Promo Uji', is_active: true },
  voucher: { name: 'Voucher Uji' },
  'learning-path': { name: 'Jalur Uji', is_published: false },
  course: { name: 'Kelas Uji', capacity: null },
  tag: { name: 'Tag Uji' },
} as const;
const anOwner = async ({ owner }: Assignment, over: object = {}) => {
  // No two tags have the same name.
  await test.sql('delete from tag');
  return addRecord(test.sql, owner, 'coding', { ...owners[owner as keyof typeof owners], ...over });
};
async function items({ record }: Assignment, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1)
    ids.push(await addRecord(test.sql, record, 'coding', record === 'user' ? { role: 'member' } : {}));
  return ids;
}
/** Rows of the owner's links without their owner, in order. */
const linksOf = async (assignment: Assignment, ownerId: string) => {
  const { table, owner, item } = linkOf(assignment);
  const rows = await test.sql(`select * from ${table} where ${owner.column} = $1 order by ${item.column}`, [ownerId]);
  return rows.map((row) => ({ ...row, id: String(row[item.column]) }));
};
const idsIn = async (...of: Parameters<typeof linksOf>) => (await linksOf(...of)).map(({ id }) => id);
const change = (how: 'assign' | 'unassign', link: Assignment, ownerId: string, ids: readonly string[]) =>
  admin.call(link[how], link.inputOf(ownerId, ids));

const { discountCourses, voucherCourses, voucherPaths, courseUsers } = assignments;
const cases: [BatchKindName, Assignment, object?][] = [
  ['discount-courses', discountCourses, { product_type: 'courses' }],
  ['discount-paths', assignments.discountPaths, { product_type: 'learning paths' }],
  ['discount-plans', assignments.discountPlans, { product_type: 'subscriptions' }],
  ['discount-products', assignments.discountProducts, { product_type: 'products' }],
  ['voucher-courses', voucherCourses],
  ['voucher-paths', voucherPaths],
  ['voucher-plans', assignments.voucherPlans],
  ['voucher-products', assignments.voucherProducts],
  ['path-courses', assignments.pathCourses],
  ['course-members', courseUsers],
  ['tag-users', assignments.tagUsers],
];

describe.each(cases)('%s', (kind, link, over) => {
  it('are recorded with who, what and how many, and undone, both ways', async () => {
    const ownerId = await anOwner(link, over);
    const chosen = await items(link, 3);
    const assigned = await change('assign', link, ownerId, chosen);
    expect([assigned.status, assigned.body]).toEqual([200, { changed: 3 }]);
    const name = owners[link.owner as keyof typeof owners].name;
    expect((await admin.call(getBatch, { params: { id: batchOf(assigned) } })).body).toMatchObject({
      kind,
      title: `Assign ${link.many} to “${name}”`,
      user: { id: admin.userId },
      state: 'done',
      isAll: false,
      total: 3,
      done: 3,
      pending: 0,
      finishedAt: expect.any(String),
    });
    const before = await linksOf(link, ownerId);

    const removed = await change('unassign', link, ownerId, chosen.slice(0, 2));
    expect(removed.body).toEqual({ changed: 2 });
    expect((await undoneOf(admin, removed)).body).toMatchObject({
      kind,
      title: `Unassign ${link.many} from “${name}”`,
      undone: 2,
      kept: 0,
    });
    expect(await linksOf(link, ownerId)).toEqual(before);
    // The history has one line for each call and undo; courses of a path get their places back in another.
    const { table } = linkOf(link);
    const lines = await test.sql(
      `select action from audit where table_name = $1 and record_id like $2 || '/%' and part_of is null and action <> 'update' order by id`,
      [table, ownerId],
    );
    expect(lines.map(({ action }) => action)).toEqual(['create', 'delete', 'create']);

    expect((await undoneOf(admin, assigned)).body).toMatchObject({ undone: 3, kept: 0 });
    expect(await linksOf(link, ownerId)).toEqual([]);
  });

  it('have no batch for a single record, for what was so already, and when refused', async () => {
    const ownerId = await anOwner(link, over);
    const chosen = await items(link, 2);
    const [one = ''] = chosen;
    const number = async () => (await admin.call(listBatches, { query: {} })).body.totalItems;
    const before = await number();
    expect(batchOf(await change('assign', link, ownerId, [one]))).toBe('');
    // The second is new, the first is not: one record changes.
    const second = await change('assign', link, ownerId, chosen);
    expect([second.body, batchOf(second)]).toEqual([{ changed: 1 }, '']);
    const again = await change('assign', link, ownerId, chosen);
    expect([again.body, batchOf(again)]).toEqual([{ changed: 0 }, '']);
    const absent = '01890000-0000-7000-8000-00000000dead';
    expect((await change('assign', link, ownerId, [...chosen, absent])).status).toBe(400);
    expect(await number()).toBe(before);
  });
});

it('only what is still as the change left it is undone; a record that cannot be given back is kept with the reason', async () => {
  const ownerId = await anOwner(discountCourses, { product_type: 'courses' });
  const chosen = await items(discountCourses, 3);
  const [back = '', elsewhere = '', gone = ''] = chosen;
  await change('assign', discountCourses, ownerId, chosen);
  const removed = await change('unassign', discountCourses, ownerId, chosen);
  await change('assign', discountCourses, ownerId, [back]);
  const other = await anOwner(discountCourses, { product_type: 'courses', name: 'Promo Lain' });
  await change('assign', discountCourses, other, [elsewhere]);
  await test.sql('delete from course where id = $1', [gone]);
  expect((await undoneOf(admin, removed)).body).toMatchObject({ undone: 1, kept: 2 });
  const results = await resultsOf(admin, batchOf(removed));
  expect(results.get(back)).toMatchObject({ state: 'undone', reason: 'It was set to Assigned already' });
  expect(results.get(elsewhere)).toMatchObject({
    state: 'kept',
    reason: expect.stringContaining('already has the active discount "Promo Lain"'),
  });
  expect(results.get(gone)).toMatchObject({ state: 'kept', reason: 'It no longer exists' });
  expect(await idsIn(discountCourses, ownerId)).toEqual([back]);
});

it('a second undo is 409, and an undo of an undone assignment restores nothing', async () => {
  const ownerId = await anOwner(voucherCourses);
  const assigned = await change('assign', voucherCourses, ownerId, await items(voucherCourses, 2));
  await undoneOf(admin, assigned);
  expect((await undoneOf(admin, assigned)).status).toBe(409);
  expect(await idsIn(voucherCourses, ownerId)).toEqual([]);
});

it('is seen by its user and by admins of the brand only, and undone by roles that may make such a change', async () => {
  const ownerId = await anOwner(courseUsers);
  const assigned = await change('assign', courseUsers, ownerId, await items(courseUsers, 2));
  const params = { id: batchOf(assigned) };
  for (const [who, status] of [
    [await test.as('instructor'), 404],
    [await test.as('customer-service'), 404],
    [await test.as('admin', 'cyber'), 404],
  ] as const) {
    expect((await who.call(getBatch, { params })).status).toBe(status);
    expect((await who.call(undoBatch, { params })).status).toBe(status);
  }
  // The admin who made it is an instructor by now, who may not assign members.
  const instructor = await test.as('instructor');
  await test.sql('update batch set user_id = $2 where id = $1', [params.id, instructor.userId]);
  expect((await instructor.call(getBatch, { params })).status).toBe(200);
  expect((await instructor.call(undoBatch, { params })).status).toBe(403);
  expect((await (await test.as('superadmin')).call(undoBatch, { params })).body).toMatchObject({ undone: 2 });
});

describe('everything of a voucher', () => {
  it('is assigned and unassigned over all kinds of products as one bulk change each', async () => {
    const ownerId = await anOwner(voucherCourses);
    const [courses, paths] = [await items(voucherCourses, 2), await items(voucherPaths, 1)];
    const body = { courseIds: courses, pathIds: paths };
    const both = async () => [await idsIn(voucherCourses, ownerId), await idsIn(voucherPaths, ownerId)];
    const assigned = await admin.call(assignToVoucher, { params: { id: ownerId }, body });
    expect(assigned.body).toEqual({ changed: 3 });
    const batch = await admin.call(getBatch, { params: { id: batchOf(assigned) } });
    expect(batch.body).toMatchObject({ kind: 'voucher-all', title: 'Assign products to “Voucher Uji”', done: 3 });

    const all = await admin.call(unassignAllFromVoucher, { params: { id: ownerId } });
    expect(all.body).toEqual({ changed: 3 });
    expect(await both()).toEqual([[], []]);
    await test.sql('delete from learning_path where id = $1', paths);
    expect((await undoneOf(admin, all)).body).toMatchObject({
      title: 'Unassign products from “Voucher Uji”',
      undone: 2,
      kept: 1,
    });
    expect(await both()).toEqual([courses.toSorted(), []]);

    const some = await admin.call(unassignFromVoucher, { params: { id: ownerId }, body: { courseIds: courses } });
    expect((await undoneOf(admin, some)).body).toMatchObject({ undone: 2 });
    expect(await both()).toEqual([courses.toSorted(), []]);
  });
});

it('unassigning everything from a discount is undone in a job if it has many products', async () => {
  const ownerId = await anOwner(discountCourses, { product_type: 'courses' });
  const courses = await items(discountCourses, 3);
  await change('assign', discountCourses, ownerId, courses);
  await test.sql(
    `with made as (insert into course (tenant, name, slug, type)
        select 'coding', 'Banyak ' || n, 'banyak-' || n, 0 from generate_series(1, 120) n returning id)
      insert into discount_course (tenant, discount_id, course_id) select 'coding', $1, id from made`,
    [ownerId],
  );
  const before = await linksOf(discountCourses, ownerId);
  const all = await admin.call(unassignAllProducts, { params: { id: ownerId } });
  expect(all.body).toEqual({ changed: 123 });
  expect(await linksOf(discountCourses, ownerId)).toEqual([]);
  const undoing = (await undoneOf(admin, all)).body;
  expect(undoing).toMatchObject({ kind: 'discount-all', isAll: true, state: 'running' });
  await runOnce(test, batchOf(all));
  expect(await linksOf(discountCourses, ownerId)).toEqual(before);
});
