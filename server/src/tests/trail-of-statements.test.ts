/** Tests that the trail written per statement has the entries that triggers per row write. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { TestApp } from '#platform/testing/app.ts';
import { addRecord } from '#shared/testing/sample.ts';
import { testApp } from './app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await testApp();
});
afterAll(() => test.close());

interface Shop {
  orders: string[];
  users: string[];
  course: string;
}

async function shop(tenant: 'coding' | 'cyber'): Promise<Shop> {
  const course = await addRecord(test.sql, 'course', tenant, { capacity: null });
  const users: string[] = [];
  const orders: string[] = [];
  for (let n = 0; n < 3; n += 1) {
    const user = await addRecord(test.sql, 'user', tenant, { role: 'member' });
    const order = await addRecord(test.sql, 'order', tenant, {
      user_id: user,
      status: 'unpaid',
      payment_provider: 'manual',
      payment_method: 'transfer',
    });
    await test.sql(
      `insert into order_item (tenant, order_id, line, product_type, product_id, product_name, price, discount_amount)
        values ($1, $2, 1, 'courses', $3, 'Kursus', 5, 0), ($1, $2, 2, 'courses', new_id(), 'Lain', 5, 0)`,
      [tenant, order, course],
    );
    users.push(user);
    orders.push(order);
  }
  return { orders, users, course };
}

/** Statements of many rows: some rows unchanged, of two tenants, inserted, changed and deleted. */
const statements = [
  `insert into course_user (tenant, course_id, user_id) select tenant, $3::uuid, id from "user" where id = any ($2) order by id`,
  `update order_item set is_opened = true where order_id = any ($1) and line = 1`,
  `update "order" set status = 'paid', total_amount = 7 where id = any ($1)`,
  `update "order" set status = 'paid' where id = any ($1)`,
  `update "order" set total_amount = case when id = ($1::uuid[])[2] then 8 else total_amount end where id = any ($1)`,
  `delete from course_user where course_id = $3::uuid and user_id = any (($2::uuid[])[1:2])`,
  `delete from "order" where id = any (($1::uuid[])[1:2])`,
];

/**
 * Lines that the statements write in one transaction, in their order, with ids as their places in the shops. The order of
 * the rows of a statement is free, so that the entries of a line are sorted.
 */
async function trailOf(...shops: Shop[]): Promise<string[][]> {
  const lists = {
    orders: shops.flatMap(({ orders }) => orders),
    users: shops.flatMap(({ users }) => users),
    courses: shops.map(({ course }) => course),
  };
  // A course has members of its own tenant.
  const run = statements
    .filter((text) => shops.length === 1 || !text.includes('$3'))
    .map((text) =>
      text
        .replaceAll('$1', arrayOf(lists.orders))
        .replaceAll('$2', arrayOf(lists.users))
        .replaceAll('$3', `'${lists.courses[0]}'`),
    );
  const [before] = await test.sql('select max(id::text) as id from audit');
  await test.sql(`begin; select set_config('app.actor_name', 'Sari', true); ${run.join('; ')}; commit`);
  const rows = await test.sql(
    `select coalesce(part_of, id) as line, tenant, table_name, record_id, version, action, before, after, belongs_to, actor_name,
        (select array_agg(table_name || ':' || record_id) from audit_record filed where filed.line = coalesce(part_of, audit.id)) as filed
      from audit where id::text > $1 order by id`,
    [before?.['id']],
  );
  const places = new Map<string, string>();
  for (const [name, ids] of Object.entries(lists)) for (const [n, id] of ids.entries()) places.set(id, `${name} ${n}`);
  const inWords = ({ filed, line: _line, ...row }: Record<string, unknown>) => {
    const histories = (filed as string[]).map((key) => replaced(key, places)).toSorted();
    return withoutTimes(replaced(JSON.stringify({ ...row, histories }), places));
  };
  return [...Map.groupBy(rows, ({ line }) => line).values()].map((entries) => entries.map(inWords).toSorted());
}

const arrayOf = (ids: readonly string[]) => `'{${ids.join(',')}}'::uuid[]`;
const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const replaced = (text: string, places: ReadonlyMap<string, string>) =>
  text.replaceAll(uuid, (id) => places.get(id) ?? 'another');
const withoutTimes = (text: string) =>
  text
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+(?:\+00:00|Z)/g, 'time')
    .replaceAll(/"(invoice_number|user_name|user_email|user_phone)":"[^"]*"/g, '"$1":"–"');

const levels = () =>
  test.sql(`select tgrelid::regclass::text as table, tgname as name, tgfoid::regproc::text as function from pg_trigger
    where tgname like 'audit%' and tgrelid = any ('{"\\"order\\"",order_item,course_user,"\\"user\\"",course}'::regclass[]) order by 1, 2`);

let asMade: Awaited<ReturnType<typeof levels>>;
beforeEach(async () => {
  asMade ??= await levels();
});

/** As the migrations call `audited`, but for `by_statement`. */
async function audited(byStatement: boolean): Promise<void> {
  await test.sql(`call audited('"order"', '{user_id>user}', by_statement => ${byStatement})`);
  await test.sql(`call audited('order_item', by_statement => ${byStatement})`);
  await test.sql(`call audited('course_user', events => 'insert or update', by_statement => ${byStatement})`);
}

it('has the same entries, in the same lines and histories', async () => {
  const one = [await trailOf(await shop('coding')), await trailOf(await shop('coding'), await shop('cyber'))];
  await audited(false);
  const other = [await trailOf(await shop('coding')), await trailOf(await shop('coding'), await shop('cyber'))];
  await audited(true);
  expect(one[0]!.flat().length).toBeGreaterThan(15);
  expect(one).toEqual(other);
  expect(await levels()).toEqual(asMade);
});

it('has the same triggers when a table is audited again, as after a change of its foreign keys', async () => {
  await audited(true);
  await test.sql(`call audited('"user"', count_column => 'total_courses')`);
  expect(await levels()).toEqual(asMade);
});

it('holds more rows than a part', async () => {
  const course = await addRecord(test.sql, 'course', 'coding', { capacity: null });
  await test.sql(
    `insert into "user" (tenant, email, name, password_hash, role) select 'coding', 'banyak' || n || '@sample.test', 'Banyak', 'x', 'member' from generate_series(1, 1500) n`,
  );
  await test.sql(
    `insert into course_user (tenant, course_id, user_id) select 'coding', $1, id from "user" where name = 'Banyak'`,
    [course],
  );
  const [counted] = await test.sql(
    `select count(*)::int as n, count(*) filter (where part_of is null)::int as lines, count(distinct id)::int as ids,
      (select count(*)::int from audit_record filed join audit on audit.id = filed.line
        where filed.table_name = 'user' and audit.table_name = 'course_user' and audit.record_id like $1 || '/%') as filed
      from audit where table_name = 'course_user' and record_id like $1 || '/%'`,
    [course],
  );
  expect(counted).toEqual({ n: 1500, lines: 1, ids: 1500, filed: 1500 });
});
