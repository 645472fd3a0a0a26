/** Tests how the audit trail is listed, filtered and paged after real changes. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { assignments } from '#contract/assignment/table.ts';
import { lineParts, listAudit } from '#contract/kernel/audit.ts';
import { discounts } from '#contract/discount/endpoints.ts';
import { unassignAllProducts } from '#contract/pricing/unassign-all.ts';
import type { TestApp, TestCaller } from '#platform/testing/app.ts';
import { testApp } from './app.ts';
import { nameColumns, recordKey, recordKinds } from '#contract/kernel/record-kinds.ts';
import { addRecord } from '#shared/testing/sample.ts';

let test: TestApp;
let admin: TestCaller;
let discount: string;
beforeAll(async () => {
  test = await testApp();
  admin = await test.as('admin');
});
beforeEach(async () => {
  const created = await admin.call(discounts.create, {
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
const historyOf = async (entity: string, entityId: string, query: Record<string, unknown> = {}) =>
  (await admin.call(listAudit, { query: { entity, entityId, ...query } })).body;
const lines = (query: Record<string, unknown> = {}) => historyOf('discount', discount, query);
const summarize = ({ entries }: Pick<Awaited<ReturnType<typeof lines>>, 'entries'>) =>
  entries.map(({ table, action, count }) => `${action} ${count} ${table}`);

describe('lines', () => {
  it('group the changes of one request with one action: five assigned courses are one line of five', async () => {
    const ids = await coursesOf(5);
    await assign(ids);
    const { entries, totalItems } = await lines();
    expect(totalItems).toBe(2);
    expect(entries.map(({ table, action, count }) => ({ table, action, count }))).toEqual([
      { table: 'discount_course', action: 'create', count: 5 },
      { table: 'discount', action: 'create', count: 1 },
    ]);
    const [line] = entries;
    expect([line, ...(line?.parts ?? [])].map((entry) => entry?.after?.['course_id']).toSorted()).toEqual(
      ids.toSorted(),
    );
  });

  it('are separate when the request, the action or the record differs', async () => {
    const [one, two, three] = (await coursesOf(3)) as [string, string, string];
    const path = await addRecord(test.sql, 'learning-path', 'coding');
    await assign([one, two]);
    await assign([three]);
    // Created before a discount was for one product type.
    await test.sql(`insert into discount_path (tenant, discount_id, path_id) values ('coding', $1, $2)`, [
      discount,
      path,
    ]);
    await admin.call(unassignAllProducts, { params: { id: discount } });
    const did = summarize(await lines());
    expect(did.slice(0, 2).toSorted()).toEqual(['delete 1 discount_path', 'delete 3 discount_course']);
    expect(did.slice(2)).toEqual([
      'create 1 discount_path',
      'create 1 discount_course',
      'create 2 discount_course',
      'create 1 discount',
    ]);
  });

  it('of a deleted discount include the courses that were unlinked with it', async () => {
    await assign(await coursesOf(3));
    await admin.call(discounts.remove, { params: { id: discount } });
    expect(summarize(await lines()).slice(0, 2)).toEqual(['delete 3 discount_course', 'delete 1 discount']);
  });

  it('are paged and counted as lines', async () => {
    await assign(await coursesOf(4));
    await admin.call(discounts.setStatus, { params: { id: discount }, body: { status: 1 } });
    const page = async (number: number) => {
      const found = await lines({ pageSize: 2, page: number });
      return [found.totalItems, ...summarize(found)];
    };
    expect(await page(1)).toEqual([3, 'update 1 discount', 'create 4 discount_course']);
    expect(await page(2)).toEqual([3, 'create 1 discount']);
    expect(await page(3)).toEqual([3]);
  });

  it('list at most as many parts as a page can hold, with their total', async () => {
    await test.sql(
      `with many as (insert into course (tenant, type, name, slug) select 'coding', 0, 'Banyak ' || n, 'banyak-' || n from generate_series(1, 600) n returning id)
      insert into discount_course (tenant, discount_id, course_id) select 'coding', $1, id from many`,
      [discount],
    );
    const [line] = (await lines()).entries;
    expect(line).toMatchObject({ actorName: 'The system', requestId: null, count: 600 });
    expect(line?.parts).toHaveLength(lineParts);
  });

  it('can be filtered by actor', async () => {
    const superadmin = await test.as('superadmin');
    await superadmin.call(assignments.discountCourses.assign, {
      params: { id: discount },
      body: { course_ids: await coursesOf(2) },
    });
    const found = { totalItems: 1, entries: [{ actorName: 'Tester superadmin', count: 2 }] };
    expect(await lines({ actor: superadmin.userId })).toMatchObject(found);
    expect((await admin.call(listAudit, { query: { actor: superadmin.userId } })).body).toMatchObject(found);
  });

  it('refuse an entity without an id, and an id without an entity', async () => {
    for (const query of [{ entity: 'course' }, { entityId: discount }])
      expect((await admin.call(listAudit, { query })).status).toBe(400);
  });
});

describe('the history of a record', () => {
  /** A course with a section of two lessons. */
  async function courseWithSection() {
    const [course] = (await coursesOf(1)) as [string];
    const [made] = await test.sql(
      `insert into course_section (tenant, course_id, name, position) values ('coding', $1, 'Bab 1', 1) returning id`,
      [course],
    );
    const section = String(made?.['id']);
    const lessons: string[] = [];
    for (const name of ['Pelajaran 1', 'Pelajaran 2']) {
      const [row] = await test.sql(
        `insert into lesson (tenant, section_id, name, type) values ('coding', $1, $2, 'VIDEO') returning id`,
        [section, name],
      );
      lessons.push(String(row?.['id']));
    }
    return { course, section, lessons };
  }

  it('includes changes of its parts and their parts, each with table, record and version', async () => {
    const { course, section, lessons } = await courseWithSection();
    await test.sql(`update course_section set name = 'Bab Satu' where id = $1`, [section]);
    await test.sql('update lesson set duration = 9 where section_id = $1', [section]);
    const { entries, names } = await historyOf('course', course);
    expect(summarize({ entries }).slice(0, 2)).toEqual(['update 2 lesson', 'update 1 course_section']);
    expect(entries[1]).toMatchObject({
      recordId: section,
      version: 2,
      before: { name: 'Bab 1' },
      after: { name: 'Bab Satu' },
      belongsTo: [recordKey('course_section', section), recordKey('course', course)],
    });
    expect(names).toMatchObject({ [recordKey('lesson', lessons[1]!)]: 'Pelajaran 2' });
    expect(summarize(await historyOf('course_section', section))).toEqual([
      'update 2 lesson',
      'update 1 course_section',
      'create 1 lesson',
      'create 1 lesson',
      'create 1 course_section',
    ]);
    expect(summarize(await historyOf('lesson', lessons[0]!))).toEqual(['update 1 lesson', 'create 1 lesson']);
  });

  it('includes what was deleted with a part, with its name', async () => {
    const { course, section, lessons } = await courseWithSection();
    await test.sql('delete from course_section where id = $1', [section]);
    const found = await historyOf('course', course);
    expect(summarize(found).slice(0, 2)).toEqual(['delete 2 lesson', 'delete 1 course_section']);
    expect(found.entries[0]?.belongsTo).toEqual(
      expect.arrayContaining([recordKey('course_section', section), recordKey('course', course)]),
    );
    expect(found.names).toMatchObject({
      [recordKey('lesson', lessons[0]!)]: 'Pelajaran 1',
      [recordKey('course_section', section)]: 'Bab 1',
    });
    expect(found.entries[0]?.version).toBeNull();
  });

  it('of a deleted course includes everything that was deleted', async () => {
    const { course } = await courseWithSection();
    await test.sql('delete from course where id = $1', [course]);
    expect(summarize(await historyOf('course', course)).slice(0, 3)).toEqual([
      'delete 2 lesson',
      'delete 1 course_section',
      'delete 1 course',
    ]);
  });

  it('of both ends includes a link', async () => {
    const [course] = (await coursesOf(1)) as [string];
    const user = await addRecord(test.sql, 'user', 'coding');
    await admin.call(assignments.courseUsers.assign, { params: { id: course }, body: { userId: user } });
    await assign([course]);
    expect(summarize(await historyOf('course', course)).slice(0, 2)).toEqual([
      'create 1 discount_course',
      'create 1 course_user',
    ]);
    const ofUser = await historyOf('user', user);
    expect(summarize(ofUser)[0]).toBe('create 1 course_user');
    expect(ofUser.names[recordKey('course', course)]).toBe(await nameOf(course));
  });

  it('of an order includes its items, and names its user', async () => {
    const user = await addRecord(test.sql, 'user', 'coding');
    const order = await addRecord(test.sql, 'order', 'coding');
    await test.sql('update "order" set user_id = $2 where id = $1', [order, user]);
    await test.sql(
      `insert into order_item (tenant, order_id, line, product_type, product_id, product_name, price)
        values ('coding', $1, 1, 'courses', new_id(), 'Kelas', 5)`,
      [order],
    );
    expect(summarize(await historyOf('order', order))).toEqual([
      'create 1 order_item',
      'update 1 order',
      'create 1 order',
    ]);
    expect(summarize(await historyOf('user', user))[0]).toBe('update 1 order');
  });
});

describe('names', () => {
  it('exist for records that entries belong to, also for parts of a line', async () => {
    const ids = await coursesOf(3);
    await assign(ids);
    const expected = Object.fromEntries(
      await Promise.all(ids.map(async (id) => [recordKey('course', id), await nameOf(id)])),
    );
    expect((await lines()).names).toMatchObject(expected);
    expect(Object.keys((await lines({ page: 2, pageSize: 1 })).names)).toEqual([recordKey('discount', discount)]);
  });

  it('of a deleted record are those at its deletion', async () => {
    const [gone, kept] = (await coursesOf(2)) as [string, string];
    const name = await nameOf(gone);
    await assign([gone, kept]);
    await test.sql('delete from course where id = $1', [gone]);
    const { names } = await lines();
    expect(names[recordKey('course', gone)]).toBe(name);
    expect(names[recordKey('course', kept)]).toBe(await nameOf(kept));
  });

  it('of another tenant never appear, whatever an entry contains', async () => {
    const kinds = ['course', 'learning-path', 'user', 'discount'] as const;
    const foreign = await Promise.all(
      kinds.map(async (kind) => recordKey(recordKinds[kind].table, await addRecord(test.sql, kind, 'cyber'))),
    );
    const [entry] = await test.sql(
      `insert into audit (tenant, actor_name, table_name, record_id, action, belongs_to)
        values ('coding', 'somebody', 'discount_course', 'x', 'create', $1) returning id`,
      [[recordKey('discount', discount), ...foreign]],
    );
    await test.sql(`insert into audit_record values ('coding', 'discount', $1, $2)`, [discount, entry?.['id']]);
    const answer = await lines();
    expect(answer.entries[0]?.belongsTo).toEqual([recordKey('discount', discount), ...foreign]);
    expect(Object.keys(answer.names)).toEqual([recordKey('discount', discount)]);
  });

  it('are known for every kind of record that an entry can belong to', async () => {
    const kinds = await test.sql(
      `
      select table_name as table, column_name as column from information_schema.columns
      where table_schema = 'public' and column_name = any($1) and table_name in (
        select unnest(regexp_matches(encode(tgargs, 'escape'), '>(\\w+)', 'g')) from pg_trigger where tgfoid = any ('{audit_row, audit_rows}'::regproc[])
        union select relname from pg_trigger join pg_class on pg_class.oid = tgrelid where tgfoid = any ('{audit_row, audit_rows}'::regproc[]))`,
      // Descriptions and references name lines of bank statements and payouts; elsewhere they are no names.
      [Object.values(nameColumns).filter((column) => !['description', 'reference'].includes(column))],
    );
    expect(kinds.length).toBeGreaterThan(4);
    const columns = Map.groupBy(kinds, ({ table }) => String(table));
    for (const [table, found] of columns)
      expect({ table, columns: found.map(({ column }) => column) }).toEqual({
        table,
        columns: expect.arrayContaining([nameColumns[table]]),
      });
  });
});
