/** Tests the results of the command palette's search by role. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Role, Tenant } from '#contract/kernel/endpoint.ts';
import { searchEverything } from '#contract/search/endpoints.ts';
import type { TestApp } from '#platform/testing/app.ts';
import { addRecord } from '#shared/testing/sample.ts';
import { testApp } from './app.ts';

let test: TestApp;
let made = 0;
/** Inserts a course with an explicit id, as ids generated within one millisecond are unordered. */
const course = (tenant: Tenant, type: number, name: string) =>
  test.sql('insert into course (id, tenant, type, name, slug, price, category) values ($1, $2, $3, $4, $4, 1, $5)', [
    `01890000-0000-7000-8000-${String((made += 1)).padStart(12, '0')}`,
    tenant,
    type,
    name,
    type === 1 ? 'cyber' : null,
  ]);
beforeAll(async () => {
  test = await testApp();
  await course('coding', 0, 'Belajar Kopi');
  await course('coding', 1, 'Kopi Lanjutan');
  await course('cyber', 0, 'Kopi Lain');
  await test.sql(`insert into "user" (tenant, email, name, password_hash, role) values
    ('coding', 'kopi@example.test', 'Zaki Hitam', 'none', 'member'), ('coding', 'ana@example.test', 'Ana Kopi', 'none', 'member')`);
  await test.sql(
    `insert into discount (tenant, name, value, discount_type, product_type) values ('coding', 'Promo 50%_kopi', 10, 2, 'courses')`,
  );
});
afterAll(() => test.close());

const found = async (role: Role, q: string) => {
  const caller = await test.as(role);
  const { body } = await caller.call(searchEverything, { query: { q } });
  return body.found.map(({ kind, name, hint }) => [kind, name, hint]);
};
const courses = [
  ['fast-track', 'Kopi Lanjutan', 'cyber'],
  ['flexy', 'Belajar Kopi', ''],
];
const users = [
  ['user', 'Ana Kopi', 'ana@example.test'],
  ['user', 'Zaki Hitam', 'kopi@example.test'],
];
const discounts = [['discount', 'Promo 50%_kopi', '']];

it('finds by a part of the name or e-mail in any case: newest courses first, users by name', async () => {
  expect(await found('admin', 'KOPI')).toEqual([...courses, ...users, ...discounts]);
});

it('finds a person by phone in any format', async () => {
  await test.sql(`update "user" set phone_number = '0812 9999 123' where email = 'kopi@example.test'`);
  for (const typed of ['+62 812-9999-123', '08129999123', '9999123'])
    expect(await found('admin', typed)).toEqual([['user', 'Zaki Hitam', 'kopi@example.test']]);
});

it('finds a voucher by name and by code, and shows the code', async () => {
  await addRecord(test.sql, 'voucher', 'coding', { name: 'Hemat Susu', code: 'SUSU25' });
  await addRecord(test.sql, 'voucher', 'cyber', { name: 'Hemat Susu Lain', code: 'SUSU25' });
  for (const typed of ['hemat susu', 'susu25'])
    expect(await found('admin', typed)).toEqual([['voucher', 'Hemat Susu', 'SUSU25']]);
  expect(await found('instructor', 'susu25')).toEqual([]);
});

it('finds a submission by member and by product, and shows the product and the attempt', async () => {
  const user_id = await addRecord(test.sql, 'user', 'coding', { name: 'Rini Wedang', email: 'rini@example.test' });
  const course_id = await addRecord(test.sql, 'course', 'coding', { name: 'Belajar Jamu' });
  await addRecord(test.sql, 'submission', 'coding', { user_id, course_id, attempt: 2 });
  const submission = ['submission', 'Rini Wedang', 'Belajar Jamu · attempt 2'];
  expect(await found('instructor', 'rini@example')).toEqual([submission]);
  expect(await found('instructor', 'jamu')).toEqual([['flexy', 'Belajar Jamu', ''], submission]);
  expect(await found('customer-service', 'jamu')).toEqual([]);
});

it('finds products and subscription plans by name', async () => {
  await addRecord(test.sql, 'product', 'coding', { name: 'Buku Gula' });
  await addRecord(test.sql, 'product', 'cyber', { name: 'Buku Gula Lain' });
  await addRecord(test.sql, 'plan', 'coding', { name: 'Gula Tahunan' });
  expect(await found('admin', 'GULA')).toEqual([
    ['product', 'Buku Gula', ''],
    ['plan', 'Gula Tahunan', ''],
  ]);
  expect(await found('instructor', 'gula')).toEqual([]);
});

it('finds lessons, quizzes and surveys by name, and shows the course or the path', async () => {
  const course_id = await addRecord(test.sql, 'course', 'coding', { name: 'Belajar Seduh' });
  const section_id = await addRecord(test.sql, 'section', 'coding', { course_id });
  await addRecord(test.sql, 'lesson', 'coding', { section_id, name: 'Menyeduh Melati' });
  await addRecord(test.sql, 'quiz', 'coding', { section_id, name: 'Kuis Melati', type: 'QUIZ' });
  await addRecord(test.sql, 'quiz', 'coding', { section_id, name: 'Survei Melati', type: 'SURVEY' });
  const path_id = await addRecord(test.sql, 'learning-path', 'coding', { name: 'Jalur Minum' });
  await addRecord(test.sql, 'quiz', 'coding', { path_id, name: 'Ujian Melati', type: 'QUIZ' });
  const all = await found('instructor', 'melati');
  expect(all.toSorted((one, other) => (one[1]! < other[1]! ? -1 : 1))).toEqual([
    ['quiz', 'Kuis Melati', 'Belajar Seduh'],
    ['lesson', 'Menyeduh Melati', 'Belajar Seduh'],
    ['survey', 'Survei Melati', 'Belajar Seduh'],
    ['quiz', 'Ujian Melati', 'Jalur Minum'],
  ]);
  expect(await found('customer-service', 'melati')).toEqual([]);
});

it('finds a certificate by code and name, with the id of its course', async () => {
  const course_id = await addRecord(test.sql, 'course', 'coding', { name: 'Belajar Jahe' });
  const fields = { course_id, name: 'Wati Jahe', course_name: 'Jahe Dasar', code: 'JAHE234567' };
  await addRecord(test.sql, 'certificate', 'coding', fields);
  const certificate = { kind: 'certificate', id: course_id, name: 'Wati Jahe · Jahe Dasar', hint: 'JAHE234567' };
  const instructor = await test.as('instructor');
  for (const q of ['jahe2345', 'wati jahe'])
    expect((await instructor.call(searchEverything, { query: { q } })).body.found).toEqual([certificate]);
  expect(await found('customer-service', 'jahe2345')).toEqual([]);
  const other = await test.as('admin', 'data');
  expect((await other.call(searchEverything, { query: { q: 'jahe2345' } })).body.found).toEqual([]);
});

it('finds an event voucher by code and event, with the id of its subscription', async () => {
  const user_id = await addRecord(test.sql, 'user', 'coding', { name: 'Tari Sereh', email: 'tari@example.test' });
  const subscription_id = await addRecord(test.sql, 'subscription', 'coding', { user_id });
  const fields = { subscription_id, event_name: 'Webinar Kapulaga', code: 'KAPULAGA77' };
  await addRecord(test.sql, 'event-voucher', 'coding', fields);
  await addRecord(test.sql, 'event-voucher', 'cyber', { event_name: 'Webinar Kapulaga Lain', code: 'KAPULAGA78' });
  const admin = await test.as('admin');
  for (const q of ['kapulaga7', 'webinar kapul'])
    expect((await admin.call(searchEverything, { query: { q } })).body.found).toEqual([
      { kind: 'event-voucher', id: subscription_id, name: 'Tari Sereh · Webinar Kapulaga', hint: 'KAPULAGA77' },
    ]);
  for (const role of ['instructor', 'customer-service'] as const) expect(await found(role, 'kapulaga77')).toEqual([]);
  const other = await test.as('admin', 'data');
  expect((await other.call(searchEverything, { query: { q: 'kapulaga77' } })).body.found).toEqual([]);
});

it('treats wildcards as plain text', async () => {
  expect(await found('admin', '%_kopi')).toEqual(discounts);
  expect(await found('admin', 'k_pi')).toEqual([]);
});

it('shows a role only results of lists that it may open', async () => {
  expect(await found('instructor', 'kopi')).toEqual(courses);
  expect(await found('customer-service', 'kopi')).toEqual(users);
});

it('returns at most six of a kind', async () => {
  for (let n = 1; n <= 8; n += 1) await course('coding', 0, `Teh ${n}`);
  expect((await found('admin', 'teh')).map(([, name]) => name)).toEqual([8, 7, 6, 5, 4, 3].map((n) => `Teh ${n}`));
});

it('finds subscriptions by subscriber, for roles that may open them', async () => {
  await test.sql(`with person as (insert into "user" (tenant, email, name, password_hash, role, phone_number)
      values ('coding', 'sari@example.test', 'Sari Wangi', 'none', 'member', '+62 813-7777-1111') returning id),
    plan as (insert into subscription_plan (tenant, name, duration_months) values ('coding', 'Langganan Bulanan', 1) returning id)
    insert into subscription (tenant, user_id, plan_id, start_date, end_date)
      select 'coding', person.id, plan.id, current_date, current_date + 29 from person, plan`);
  const user = ['user', 'Sari Wangi', 'sari@example.test'];
  for (const q of ['sari wangi', '0813 7777'])
    expect(await found('admin', q)).toEqual([user, ['subscription', 'Sari Wangi', 'Langganan Bulanan']]);
  expect(await found('customer-service', 'sari')).toEqual([user]);
});
