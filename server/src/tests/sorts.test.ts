/** Tests that lists have the requested sort, page by page, with rows that this file sorts itself. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listCourses } from '#contract/course/endpoints.ts';
import { discounts } from '#contract/discount/endpoints.ts';
import { listOrders } from '#contract/order/endpoints.ts';
import { sortsOf } from '#contract/kernel/sorts.ts';
import { listUsers } from '#contract/user/endpoints.ts';
import type { TestApp } from '#platform/testing/app.ts';
import { testApp } from './app.ts';

/** More than five pages of a hundred: the last ones are far down in the index. */
const size = 620;
type Value = string | number | null;
type Row = { id: string } & Record<string, Value>;

let test: TestApp;
let token: string;

const numbers = Array.from({ length: size }, (_, n) => n);
/** Repeatable number from 0 to below `of`, with many duplicates. */
const chance = (n: number, salt: number, of: number) => (((n + 1) * 7919 * salt + 104_729) % 10_007) % of;
const moment = (n: number, salt: number) => new Date(Date.UTC(2026, 0, 1 + chance(n, salt, 90))).toISOString();
const names = ['Élan', 'budi', 'Budi', 'citra', 'Ayu', 'Öz', 'ayu 2'];
const named = (n: number) => `${names[chance(n, 3, names.length)]} ${chance(n, 5, 40)}`;

const orders = numbers.map((n): Row => ({
  id: randomUUID(),
  createdAt: moment(n, 11),
  totalAmount: chance(n, 13, 50) * 1000,
  status: n % 3 === 0 ? 'unpaid' : 'paid',
}));
const discountRows = numbers.map((n): Row => {
  const startDate = n % 4 === 0 ? null : moment(n, 17);
  const endDate = n % 5 === 0 ? null : new Date(Date.UTC(2026, 5, 1 + chance(n, 19, 60))).toISOString();
  return { id: randomUUID(), name: named(n), startDate, endDate, updatedAt: moment(n, 23), isActive: n % 2 };
});
const courses = numbers.map((n): Row => ({
  id: randomUUID(),
  name: named(n),
  startDate: n % 6 === 0 ? null : moment(n, 29).slice(0, 10),
  price: chance(n, 31, 30) * 10_000,
  totalMembers: chance(n, 37, 5),
  updatedAt: moment(n, 41),
  category: n % 2 === 0 ? 'data' : 'cyber',
}));

/** Like the collation C: byte by byte. */
const text = (row: Row) => Buffer.from(String(row['name']).toLowerCase());
const below = (one: Row, other: Row, field: string, isNullFirst: boolean): number => {
  if (field === 'name') return Buffer.compare(text(one), text(other));
  const [a, b] = [one[field] ?? null, other[field] ?? null];
  if (a === b) return 0;
  if (a === null || b === null) return (a === null) === isNullFirst ? -1 : 1;
  return a < b ? -1 : 1;
};

interface List {
  path: string;
  rows: Row[];
  /** Key of the rows in the reply, and their id's. */
  key: string;
  id: string;
  words: readonly string[];
  /** Query of a filter, and the rows that it selects. */
  filter: [string, (row: Row) => boolean];
  /** Sorts in which null comes first. */
  nullFirst?: string[];
  /** Whether age is only known by the id. */
  byId?: boolean;
}

const lists: Record<string, List> = {
  orders: {
    path: '/admin/orders',
    rows: orders,
    key: 'data',
    id: 'orderId',
    words: ['-createdAt', 'createdAt', '-totalAmount', 'totalAmount'],
    filter: ['status=unpaid', ({ status }) => status === 'unpaid'],
  },
  discounts: {
    path: '/admin/discount',
    rows: discountRows,
    key: 'discounts',
    id: 'discountId',
    words: [
      '-createdAt',
      'createdAt',
      'name',
      '-name',
      '-startDate',
      'startDate',
      'endDate',
      '-endDate',
      '-updatedAt',
      'updatedAt',
    ],
    filter: ['status=0', ({ isActive }) => isActive === 0],
    nullFirst: ['startDate'],
    byId: true,
  },
  courses: {
    path: '/admin/course/type/fast-track/',
    rows: courses,
    key: 'courses',
    id: 'id',
    words: [
      '-createdAt',
      'createdAt',
      'name',
      '-name',
      'startDate',
      '-startDate',
      'price',
      '-price',
      '-totalMembers',
      'totalMembers',
      '-updatedAt',
      'updatedAt',
    ],
    filter: ['filter=data', ({ category }) => category === 'data'],
    byId: true,
  },
};

const entries = [
  ['orders', listOrders],
  ['discounts', discounts.list],
  ['courses', listCourses],
] as const;

beforeAll(async () => {
  test = await testApp();
  token = (await test.as('superadmin')).token;
  await test.sql(
    `insert into "order" (tenant, id, invoice_number, user_id, user_name, user_email, user_phone, subtotal, total_amount, status, payment_provider, payment_method, created_at)
    select 'coding', id, 'INV-' || id, gen_random_uuid(), 'Sari', 'sari@sample.test', '0812', "totalAmount", "totalAmount", status, 'midtrans', 'qris', "createdAt"
    from jsonb_to_recordset($1) as given (id uuid, "createdAt" timestamptz, "totalAmount" int, status text)`,
    [JSON.stringify(orders)],
  );
  await test.sql(
    `insert into discount (tenant, id, name, value, discount_type, product_type, is_active, start_date, end_date, updated_at)
    select 'coding', id, name, 10, 2, 'courses', "isActive" = 1, "startDate", "endDate", "updatedAt"
    from jsonb_to_recordset($1) as given (id uuid, name text, "isActive" int, "startDate" timestamptz, "endDate" timestamptz, "updatedAt" timestamptz)`,
    [JSON.stringify(discountRows)],
  );
  await test.sql(
    `insert into course (tenant, id, type, name, slug, category, price, start_date, updated_at)
    select 'coding', id, 1, name, id, category, price, "startDate", "updatedAt"
    from jsonb_to_recordset($1) as given (id uuid, name text, category text, price int, "startDate" date, "updatedAt" timestamptz)`,
    [JSON.stringify(courses)],
  );
  await test.sql(
    `with member as (insert into "user" (tenant, email, name, password_hash, role)
      select 'coding', 'peserta' || n || '@sample.test', 'Peserta ' || n, 'none', 'member' from generate_series(1, 5) n returning id)
    insert into course_user (tenant, course_id, user_id)
    select 'coding', given.id, member.id from jsonb_to_recordset($1) as given (id uuid, "totalMembers" int),
      (select id, row_number() over (order by id) as n from member) member where member.n <= "totalMembers"`,
    [JSON.stringify(courses)],
  );
});
afterAll(() => test.close());

const get = (url: string) => test.app.inject({ url: `/api${url}`, headers: { authorization: `Bearer ${token}` } });

/** Ids of all pages in order. */
async function walk({ path, key, id }: List, query: string): Promise<{ ids: unknown[]; total: unknown }> {
  const ids: unknown[] = [];
  for (let page = 1; ; page += 1) {
    const answer = await get(`${path}?pageSize=100&page=${page}&${query}`);
    expect(answer.statusCode).toBe(200);
    const body = answer.json<Record<string, unknown>>();
    const rows = body[key] as Record<string, unknown>[];
    ids.push(...rows.map((row) => row[id]));
    if (rows.length < 100) return { ids, total: body['totalItems'] };
  }
}

function expected({ rows, nullFirst = [], byId }: List, word: string): string[] {
  const field = word.replace('-', '');
  const way = word.startsWith('-') ? -1 : 1;
  const own = (one: Row, other: Row) =>
    byId && field === 'createdAt' ? 0 : below(one, other, field, nullFirst.includes(field));
  return rows.toSorted((one, other) => way * (own(one, other) || (one.id < other.id ? -1 : 1))).map(({ id }) => id);
}

describe.each(Object.entries(lists))('%s', (_name, list) => {
  it.each(list.words)('sorted by %s come in that order, ties by id, without gaps between pages', async (word) => {
    expect(await walk(list, `sort=${word}`)).toEqual({ ids: expected(list, word), total: size });
  });

  it.each(list.words)('sorted by %s and filtered, too', async (word) => {
    const [query, isLeft] = list.filter;
    const left = { ...list, rows: list.rows.filter(isLeft) };
    expect(await walk(list, `${query}&sort=${word}`)).toEqual({ ids: expected(left, word), total: left.rows.length });
  });

  it('come newest first by default', async () => {
    expect((await walk(list, '')).ids).toEqual(expected(list, '-createdAt'));
    expect((await walk(list, 'sort=')).ids).toEqual(expected(list, '-createdAt'));
  });
});

describe('the words of a sort', () => {
  it.each(entries)('of %s are all tested here', (name, { query }) => {
    expect(sortsOf(query).toSorted()).toEqual(lists[name]?.words.toSorted());
  });

  it('of users are the specification’s', () => {
    expect(sortsOf(listUsers.query)).toEqual(['name', '-name', 'joined', 'empty']);
  });

  it.each([
    ['/admin/orders', '-createdAt, createdAt, -totalAmount or totalAmount'],
    [
      '/admin/discount',
      '-createdAt, createdAt, name, -name, -startDate, startDate, endDate, -endDate, -updatedAt or updatedAt',
    ],
    [
      '/admin/course/type/flexy/',
      '-createdAt, createdAt, name, -name, startDate, -startDate, price, -price, -totalMembers, totalMembers, -updatedAt or updatedAt',
    ],
    ['/admin/user', 'name, -name, joined or empty'],
  ])('of %s are listed in the error for another word', async (path, words) => {
    for (const sort of ['total_amount', 'Name', '--name', 'id;drop', 'createdAt,name', '-']) {
      const answer = await get(`${path}?sort=${encodeURIComponent(sort)}`);
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toMatchObject({ errors: [{ path: 'sort', message: `A sort is ${words}` }] });
    }
  });
});

describe('the number of members of a course', () => {
  it('follows assignments, without a new version and without audit rows of the course', async () => {
    const { userId } = await test.as('member');
    const { id, totalMembers } = courses[0]!;
    const state = async () => {
      const { version, totalMembers: members, updatedAt } = (await get(`/admin/course/${id}/`)).json();
      const auditRows = await test.sql(`select 1 from audit where table_name = 'course' and record_id = $1`, [id]);
      return { version, members, updatedAt, auditRows: auditRows.length };
    };
    const before = await state();
    expect(before.members).toBe(totalMembers);
    await test.sql(`insert into course_user (tenant, course_id, user_id) values ('coding', $1, $2)`, [id, userId]);
    expect(await state()).toEqual({ ...before, members: Number(totalMembers) + 1 });
    await test.sql(`delete from course_user where course_id = $1 and user_id = $2`, [id, userId]);
    expect(await state()).toEqual(before);
  });
});
