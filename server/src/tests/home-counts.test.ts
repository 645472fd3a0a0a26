/** Tests the counts of the navigation: per role, per brand, as on the pages behind them, and their limit. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { getCounts } from '#contract/home/counts.ts';
import { getToday, setAside } from '#contract/home/endpoints.ts';
import { listClasses } from '#contract/course/class-calendar/endpoints.ts';
import type { Role, Tenant } from '#contract/kernel/endpoint.ts';
import { type TestApp, testAppOf } from '#platform/testing/app.ts';
import type { WaitingSource } from '#shared/waiting.ts';
import { addRecord } from '#shared/testing/sample.ts';
import { classCalendarRoutes } from '../areas/course/class-calendar/routes.ts';
import { homeRoutes } from '../areas/home/routes.ts';

const now = new Date('2026-12-01T10:00:00Z');
const hour = 3_600_000;
const at = (ms: number) => new Date(now.getTime() + ms).toISOString();

/** Source that can be counted, but not read. */
const onlyCounted: WaitingSource = {
  kind: 'chase',
  opens: { roles: ['superadmin'] },
  find: () => Promise.reject(new Error('read for its total')),
  count: () => Promise.resolve({ total: 7 }),
};

let test: TestApp;
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now });
  test = await testAppOf([homeRoutes([onlyCounted]), classCalendarRoutes]);
});
afterAll(async () => {
  await test.close();
  vi.useRealTimers();
});

type Kind = Parameters<typeof addRecord>[1];
const add = (kind: Kind, values: object = {}) => addRecord(test.sql, kind, 'coding', { ...values });
const counts = async (role: Role, tenant: Tenant = 'coding') =>
  Object.fromEntries(
    (await (await test.as(role, tenant)).call(getCounts, {})).body.counts.map(({ group, what, total }) => [
      `${group}: ${what}`,
      total,
    ]),
  );

async function addWork() {
  const course_id = await add('course', { is_published: false });
  const section_id = await add('section', { course_id, start_at: null });
  const klass = { section_id, type: 'LIVE_CLASS' };
  await add('lesson', { ...klass, start_at: at(-hour) });
  await add('lesson', { ...klass, start_at: at(24 * hour) });
  await test.sql('update course set is_published = true where id = $1', [course_id]);
  await add('submission', { course_id, status: 'not-reviewed' });
  await add('submission', { course_id, status: null });
  await add('access-gap', { kind: 'paid-no-access', intended_reason: null });
  await add('access-gap', { kind: 'paid-no-access', intended_reason: 'gift', intended_at: at(0) });
  await add('access-gap', { kind: 'access-unpaid', intended_reason: null });
  for (const [id, follow_up_at] of [
    ['late', at(-hour)],
    ['later', at(hour)],
  ])
    await test.sql(`insert into desk_order (tenant, id, status, follow_up_at) values ('coding', $1, 'unpaid', $2)`, [
      id,
      follow_up_at,
    ]);
  const people = [await add('user'), await add('user'), await add('user', { status: 0 })].toSorted();
  for (const [first, second] of [
    [0, 1],
    [0, 2],
    [1, 2],
  ] as const)
    await test.sql(
      `insert into user_duplicate (tenant, first_id, second_id, reason) values ('coding', $1, $2, 'phone')`,
      [people[first], people[second]],
    );
}

it('counts what waits for the role, and leaves out what does not', async () => {
  expect(await counts('customer-service')).toEqual({});
  await addWork();
  expect(await counts('instructor')).toEqual({
    'Today: waiting': 1,
    'Calendar: classes-today': 1,
    'Review: to-review': 1,
  });
  expect(await counts('customer-service')).toMatchObject({ 'Orders: paid-no-access': 1, 'Orders: overdue': 1 });
  expect(Object.keys(await counts('admin'))).toEqual([
    'Today: waiting',
    'Calendar: classes-today',
    'Review: to-review',
    'Orders: paid-no-access',
    'Orders: overdue',
    'People: duplicates',
  ]);
  expect(await counts('admin')).toMatchObject({ 'People: duplicates': 1 });
  expect(await counts('admin', 'cyber')).toEqual({});
});

it('counts the classes of the day that the calendar shows, also of drafts', async () => {
  const course_id = await add('course', { is_published: false });
  await add('section', { course_id, start_at: at(2 * hour) });
  const query = { from: '2026-12-01', to: '2026-12-01' };
  const { classes } = (await (await test.as('instructor')).call(listClasses, { query })).body;
  expect(classes.map(({ isPublished }) => isPublished)).toEqual([true, false]);
  expect(await counts('instructor')).toMatchObject({ 'Calendar: classes-today': 2 });
});

it('has for Today the total of its page, wherever in the list something was set aside', async () => {
  for (let n = 1; n <= 5; n += 1) await add('submission', { status: 'not-reviewed', submitted_at: at(-n * hour) });
  const who = await test.as('instructor');
  const today = async () => (await who.call(getToday, { query: { kind: 'submission' } })).body;
  const totalOf = ({ kinds }: Awaited<ReturnType<typeof today>>) => kinds.reduce((sum, { total }) => sum + total, 0);
  const before = await today();
  const { key, mark } = before.items.at(-1)!;
  expect(await counts('instructor')).toMatchObject({ 'Today: waiting': totalOf(before) });
  await who.call(setAside, { body: { key, mark } });
  expect(totalOf(await today())).toBe(totalOf(before) - 1);
  expect(await counts('instructor')).toMatchObject({ 'Today: waiting': totalOf(before) - 1 });
});

it('reads no items for the total of Today', async () => {
  expect(await counts('superadmin', 'cyber')).toEqual({ 'Today: waiting': 7 });
});

it('stops at 999', async () => {
  await test.sql(`insert into desk_order (tenant, id, status, follow_up_at)
    select 'data', 'late-' || n, 'unpaid', '2026-11-30' from generate_series(1, 1000) n`);
  const { body } = await (await test.as('customer-service', 'data')).call(getCounts, {});
  expect(body.counts).toEqual([{ group: 'Orders', what: 'overdue', total: 999, isTotalCapped: true }]);
});

it('refuses a member', async () => {
  expect((await (await test.as('member')).call(getCounts, {})).status).toBe(403);
});
