/** Tests page sizes, sorts and pages of lists (specification §7, §9), on rows that this file inserts. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApp } from '#platform/testing/app.ts';
import { testApp } from './app.ts';

let test: TestApp;
let token: string;
const ids: Record<string, string> = {};

const insert = async (text: string, values: unknown[]) =>
  String((await test.sql(`${text} returning id`, values))[0]?.['id']);

const get = async (url: string) => {
  const answer = await test.app.inject({ url: `/api${url}`, headers: { authorization: `Bearer ${token}` } });
  expect(answer.statusCode).toBe(200);
  return answer.json<Record<string, unknown> & { totalItems: number; page: number; pageSize: number }>();
};

/** Name, join date, and number of courses. */
const people: [name: string, joined: string, courses: number][] = [
  ['Élan Putra', '2024-05-01', 1],
  ['dewi Anggraini', '2025-01-01', 0],
  ['Budi Santoso', '2023-02-01', 2],
  ['Ayu Lestari', '2026-03-01', 0],
  ['citra Wulandari', '2022-07-01', 3],
];

beforeAll(async () => {
  test = await testApp();
  token = (await test.as('superadmin')).token;
  await test.sql(`update "user" set name = 'Zz tester', joined_at = '2026-12-31' where tenant = 'coding'`);
  const courses: string[] = [];
  for (let n = 1; n <= 12; n++) {
    courses.push(
      await insert(`insert into course (tenant, type, name, slug, price) values ('coding', 0, $1, $1, 100000)`, [
        `Kelas ${n}`,
      ]),
    );
    await insert(`insert into learning_path (tenant, name, slug, price) values ('coding', $1, $1, 100000)`, [
      `Jalur ${n}`,
    ]);
  }
  for (const [name, joined, count] of people) {
    ids[name] = await insert(
      `insert into "user" (tenant, email, name, password_hash, role, joined_at) values ('coding', $1, $2, 'none', 'member', $3)`,
      [`${name.split(' ')[1]}@lists.test`.toLowerCase(), name, joined],
    );
    for (const course of courses.slice(0, count)) {
      await test.sql(`insert into course_user (tenant, course_id, user_id) values ('coding', $1, $2)`, [
        course,
        ids[name],
      ]);
    }
  }
  const created = await test.app.inject({
    method: 'POST',
    url: '/api/admin/discount/',
    headers: { authorization: `Bearer ${token}` },
    payload: { name: 'Promo', discount: 10, discountType: 2, productType: 'courses' },
  });
  ids['discount'] = created.json<{ discountId: string }>().discountId;
  ids['course'] = courses[0]!;
  for (const course of courses.slice(0, 4)) {
    await test.sql(`insert into discount_course (tenant, discount_id, course_id) values ('coding', $1, $2)`, [
      ids['discount'],
      course,
    ]);
  }
});
afterAll(() => test.close());

describe('the default page size', () => {
  it.each([
    ['/admin/user', 5],
    ['/admin/course/type/flexy/', 5],
    ['/admin/course/type/fast-track/', 5],
    ['/admin/orders', 10],
    ['/admin/discount', 10],
    ['/admin/discount/{discount}/courses/', 5],
    ['/admin/discount/{discount}/learning-path/', 10],
    ['/admin/user/course/{course}/', 5],
    ['/admin/user/{Budi Santoso}/courses', 100],
  ])('of %s is %i', async (url, size) => {
    const filled = url.replace(/\{(.+)\}/, (_, name: string) => ids[name] ?? '');
    expect(await get(filled)).toMatchObject({ page: 1, pageSize: size });
  });
});

describe('users', () => {
  const sorted = async (sort: string) => {
    const { users } = await get(`/admin/user?pageSize=100&sort=${encodeURIComponent(sort)}`);
    return (users as { name: string }[]).map(({ name }) => name).filter((name) => name !== 'Zz tester');
  };

  it.each([
    ['name', ['Ayu Lestari', 'Budi Santoso', 'citra Wulandari', 'dewi Anggraini', 'Élan Putra']],
    ['-name', ['Élan Putra', 'dewi Anggraini', 'citra Wulandari', 'Budi Santoso', 'Ayu Lestari']],
    ['joined', ['citra Wulandari', 'Budi Santoso', 'Élan Putra', 'dewi Anggraini', 'Ayu Lestari']],
    ['empty', ['Ayu Lestari', 'dewi Anggraini', 'Élan Putra', 'Budi Santoso', 'citra Wulandari']],
    ['', ['Ayu Lestari', 'Budi Santoso', 'citra Wulandari', 'dewi Anggraini', 'Élan Putra']],
  ])('sorted by "%s" come in this order', async (sort, expected) => {
    expect(await sorted(sort)).toEqual(expected);
  });

  it('come in consecutive pages without gaps', async () => {
    const pages = await Promise.all(
      [1, 2, 3].map(async (page) => (await get(`/admin/user?pageSize=2&sort=joined&page=${page}`))['users']),
    );
    expect((pages.flat() as { name: string }[]).slice(0, 5).map(({ name }) => name)).toEqual([
      'citra Wulandari',
      'Budi Santoso',
      'Élan Putra',
      'dewi Anggraini',
      'Ayu Lestari',
    ]);
  });
});

describe('items that can be assigned to a discount', () => {
  const namesOf = async (query: string) => {
    const reply = await get(`/admin/discount/${ids['discount']}/courses/?pageSize=100&${query}`);
    const rows = reply['courses'] as { name: string; isAssigned: boolean }[];
    return {
      total: reply.totalItems,
      names: rows.map(({ name }) => name),
      flags: new Set(rows.map((row) => row.isAssigned)),
    };
  };

  it('exclude the assigned ones, and both lists together contain everything', async () => {
    expect(await namesOf('isAssigned=true')).toEqual({
      total: 4,
      names: ['Kelas 4', 'Kelas 3', 'Kelas 2', 'Kelas 1'],
      flags: new Set([true]),
    });
    expect(await namesOf('isAssigned=false')).toEqual({
      total: 8,
      names: ['Kelas 12', 'Kelas 11', 'Kelas 10', 'Kelas 9', 'Kelas 8', 'Kelas 7', 'Kelas 6', 'Kelas 5'],
      flags: new Set([false]),
    });
    expect((await namesOf('isAssigned=')).total).toBe(12);
    expect((await namesOf('isAssigned=false&search=kelas 1')).names).toEqual(['Kelas 12', 'Kelas 11', 'Kelas 10']);
  });
});
