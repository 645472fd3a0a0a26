import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { assignments } from '#contract/assignment.ts';
import { lineParts, listAudit } from '#contract/audit.ts';
import { createDiscount, deleteDiscount, setDiscountStatus, unassignAllProducts } from '#contract/discount.ts';
import { type TestApp, type TestCaller, testApp } from '../../testing/app.ts';
import { addRecord } from '../../testing/sample.ts';
import { linkedTables } from './names.ts';

let test: TestApp;
let admin: TestCaller;
let discount: string;
beforeAll(async () => {
  test = await testApp();
  admin = await test.as('admin');
});
beforeEach(async () => {
  const created = await admin.call(createDiscount, {
    body: { name: 'Promo Ramadan', discount: 10, discountType: 2, productType: 'courses' },
  });
  discount = created.body.discountId;
});
afterAll(() => test.close());

const coursesOf = (count: number) =>
  Promise.all(Array.from({ length: count }, () => addRecord(test.sql, 'course', 'coding')));
const nameOf = async (id: string) => (await test.sql('select name from course where id = $1', [id]))[0]?.['name'];
const assign = (ids: string[]) =>
  admin.call(assignments.discountCourses.assign, { params: { id: discount }, body: { course_ids: ids } });
const trail = async (query: Record<string, unknown> = {}) =>
  (await admin.call(listAudit, { query: { entity: 'discount', entityId: discount, ...query } })).body;
const lines = (query: Record<string, unknown> = {}) => trail({ grouped: 'true', ...query });

describe('lines', () => {
  it('are what one request did with one action: five courses assigned are one, of five', async () => {
    const ids = await coursesOf(5);
    await assign(ids);
    const { entries, totalItems } = await lines();
    expect(totalItems).toBe(2);
    expect(entries.map(({ action, count }) => ({ action, count }))).toEqual([
      { action: 'assign course', count: 5 },
      { action: 'create', count: 1 },
    ]);
    const [line] = entries;
    expect([line, ...(line?.parts ?? [])].map((entry) => entry?.after?.['course_id']).toSorted()).toEqual(
      ids.toSorted(),
    );
  });

  it('part where the request, the action or the record is another', async () => {
    const [one, two, three] = (await coursesOf(3)) as [string, string, string];
    const path = await addRecord(test.sql, 'learning_path', 'coding');
    await assign([one, two]);
    await assign([three]);
    // From before a discount was for one type of product.
    await test.sql(`insert into discount_path (tenant, discount_id, path_id) values ('coding', $1, $2)`, [
      discount,
      path,
    ]);
    await admin.call(unassignAllProducts, { params: { id: discount } });
    const { entries } = await lines();
    expect(
      entries
        .slice(0, 2)
        .map(({ action, count }) => [action, count])
        .toSorted(),
    ).toEqual([
      ['unassign course', 3],
      ['unassign path', 1],
    ]);
    expect(entries.slice(2).map(({ action, count }) => [action, count])).toEqual([
      ['assign path', 1],
      ['assign course', 1],
      ['assign course', 2],
      ['create', 1],
    ]);
  });

  it('of a discount that is deleted hold the courses that go with it', async () => {
    await assign(await coursesOf(3));
    await admin.call(deleteDiscount, { params: { id: discount } });
    const { entries } = await lines();
    expect(
      entries
        .slice(0, 2)
        .map(({ action, count }) => [action, count])
        .toSorted(),
    ).toEqual([
      ['delete', 1],
      ['unassign course', 3],
    ]);
  });

  it('are paged and counted as lines, while entries stay entries', async () => {
    await assign(await coursesOf(4));
    await admin.call(setDiscountStatus, { params: { id: discount }, body: { status: 1 } });
    const actions = async (query: object) => {
      const { entries, totalItems } = await trail({ pageSize: 2, ...query });
      return [totalItems, ...entries.map(({ action }) => action)];
    };
    expect(await actions({ grouped: 'true' })).toEqual([3, 'update', 'assign course']);
    expect(await actions({ grouped: 'true', page: 2 })).toEqual([3, 'create']);
    expect(await actions({})).toEqual([6, 'update', 'assign course']);
    expect((await trail()).entries[1]).not.toHaveProperty('count');
    expect((await trail()).entries[1]).not.toHaveProperty('parts');
  });

  it('tell no more parts than a page can carry, and how many there are', async () => {
    await test.sql(
      `with many as (insert into course (tenant, type, name, slug) select 'coding', 0, 'Banyak ' || n, 'banyak-' || n from generate_series(1, 600) n returning id)
      insert into discount_course (tenant, discount_id, course_id) select 'coding', $1, id from many`,
      [discount],
    );
    const [line] = (await lines()).entries;
    expect(line).toMatchObject({ actorName: 'system', requestId: null, count: 600 });
    expect(line?.parts).toHaveLength(lineParts);
  });

  it('of one person are found too', async () => {
    const superadmin = await test.as('superadmin');
    await superadmin.call(assignments.discountCourses.assign, {
      params: { id: discount },
      body: { course_ids: await coursesOf(2) },
    });
    expect(await lines({ actor: superadmin.userId })).toMatchObject({
      totalItems: 1,
      entries: [{ actorName: 'Tester superadmin', count: 2 }],
    });
  });
});

describe('names', () => {
  it('are there for what the entries of the page link to, also for the parts of a line', async () => {
    const ids = await coursesOf(3);
    await assign(ids);
    const expected = Object.fromEntries(await Promise.all(ids.map(async (id) => [id, await nameOf(id)])));
    expect((await trail()).names).toMatchObject(expected);
    expect((await lines()).names).toMatchObject(expected);
    expect(Object.keys((await lines({ page: 2, pageSize: 1 })).names)).toEqual([]);
  });

  it('of the courses of a user are told on the user', async () => {
    const [course] = (await coursesOf(1)) as [string];
    const user = await addRecord(test.sql, 'user', 'coding');
    await admin.call(assignments.courseUsers.assign, { params: { id: course }, body: { userId: user } });
    const { body } = await admin.call(listAudit, { query: { entity: 'user', entityId: user, grouped: 'true' } });
    expect(body.entries[0]).toMatchObject({ action: 'assign course', count: 1, after: { course_id: course } });
    expect(body.names[course]).toBe(await nameOf(course));
  });

  it('of a record that is gone are not', async () => {
    const [gone, kept] = (await coursesOf(2)) as [string, string];
    await assign([gone, kept]);
    await test.sql('delete from course where id = $1', [gone]);
    const { names } = await lines();
    expect(names).toHaveProperty(kept);
    expect(names).not.toHaveProperty(gone);
  });

  it('of another tenant never appear, whatever an entry says', async () => {
    const foreign = Object.fromEntries(
      await Promise.all(
        [
          ['course_id', 'course'],
          ['path_id', 'learning_path'],
          ['user_id', 'user'],
          ['discount_id', 'discount'],
        ].map(async ([column, kind]) => [column, await addRecord(test.sql, kind as 'course', 'cyber')]),
      ),
    );
    await test.sql(
      `insert into audit (tenant, actor_name, entity, entity_id, action, after) values ('coding', 'somebody', 'discount', $1, 'assign course', $2)`,
      [discount, foreign],
    );
    const answer = await lines();
    expect(answer.entries[0]?.after).toEqual(foreign);
    expect(answer.names).toEqual({});
  });

  it('are known for every link between records that the trail tells of', async () => {
    const links = await test.sql(`
      select distinct attname as column, target.relname as table from pg_constraint
        join pg_attribute on attrelid = conrelid and attnum = any(conkey) and attname <> 'tenant'
        join pg_class target on target.oid = confrelid
      where contype = 'f' and exists (select 1 from pg_trigger where tgrelid = conrelid and tgfoid = 'audit_row'::regproc)
        and exists (select 1 from pg_attribute named where named.attrelid = confrelid and named.attname = 'name') order by 1`);
    expect(links).toEqual(
      Object.entries(linkedTables)
        .map(([column, table]) => ({ column, table }))
        .toSorted((one, other) => one.column.localeCompare(other.column)),
    );
  });
});
