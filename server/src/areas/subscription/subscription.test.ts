/** Tests the list of subscribers and their profiles. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallInput } from '#contract/kernel/endpoint.ts';
import { getSubscriberProfile, listSubscribers } from '#contract/subscription/endpoints.ts';
import { type TestApp, type TestCaller, testAppOf } from '#platform/testing/app.ts';
import { subscriptionRoutes } from './routes.ts';
import { addPlan, subscribe } from './testing/subscriptions.ts';

let test: TestApp;
let admin: TestCaller;
let planId: string;
const ids: Record<string, string> = {};

/** Name, first and last day relative to today, and whether it was cancelled. */
const people: [name: string, from: number, to: number, isCancelled?: boolean][] = [
  ['dewi Anggraini', -20, 40],
  ['Ayu Lestari', -90, -60],
  ['Élan Putra', -5, 3],
  ['Budi Santoso', -40, -10],
  ['citra Wulandari', -1, 90, true],
  ['Fajar Pratama', -30, 0],
];

beforeAll(async () => {
  test = await testAppOf([subscriptionRoutes]);
  admin = await test.as('admin');
  planId = await addPlan(test.sql);
  for (const [name, from, to, isCancelled = false] of people)
    ids[name] = (await subscribe(test.sql, planId, { name, from, to, isCancelled })).id;
});
afterAll(() => test.close());

type Query = NonNullable<CallInput<typeof listSubscribers>['query']>;
async function listed(query: Query) {
  const { status, body } = await admin.call(listSubscribers, { query });
  expect(status).toBe(200);
  return { ...body, names: body.subscribers.map(({ user }) => user.name) };
}

const byName = ['Ayu Lestari', 'Budi Santoso', 'citra Wulandari', 'dewi Anggraini', 'Fajar Pratama', 'Élan Putra'];

describe('the list of subscribers', () => {
  it('has ten a page and is sorted by name by default', async () => {
    expect(await listed({})).toMatchObject({ page: 1, pageSize: 10, totalItems: 6, names: byName });
  });

  it.each<[NonNullable<Query['sort']>, string[]]>([
    ['alpha', byName],
    ['alpha-desc', byName.toReversed()],
    ['latest', ['citra Wulandari', 'Élan Putra', 'dewi Anggraini', 'Fajar Pratama', 'Budi Santoso', 'Ayu Lestari']],
    [
      'ending-soon',
      ['Fajar Pratama', 'Élan Putra', 'dewi Anggraini', 'citra Wulandari', 'Budi Santoso', 'Ayu Lestari'],
    ],
  ])('sorted by %s is complete, in consecutive pages', async (sort, names) => {
    expect((await listed({ sort })).names).toEqual(names);
    for (const size of [1, 2, 4]) {
      const pages = Array.from({ length: Math.ceil(names.length / size) }, (_, n) => n + 1);
      const found = await Promise.all(pages.map((page) => listed({ sort, size, page })));
      expect(found.flatMap((page) => page.names)).toEqual(names);
      expect(found[0]).toMatchObject({ pageSize: size, totalItems: 6 });
    }
    expect((await listed({ sort, page: 9 })).names).toEqual([]);
  });

  it('is filtered by status; an empty filter and all have no effect', async () => {
    expect((await listed({ filter: 'active' })).names).toEqual(['dewi Anggraini', 'Fajar Pratama', 'Élan Putra']);
    expect((await listed({ filter: 'expired', sort: 'ending-soon' })).names).toEqual(['Budi Santoso', 'Ayu Lestari']);
    expect((await listed({ filter: 'cancelled' })).subscribers).toMatchObject([{ status: 'cancelled' }]);
    for (const filter of ['all', ''] as const) expect((await listed({ filter })).totalItems).toBe(6);
  });

  it('is searched by the current name, e-mail and phone', async () => {
    const { id, userId } = await subscribe(test.sql, planId, { name: 'Gita Permata' });
    const found = async (search: string) => (await listed({ search })).subscribers.map((row) => row.id);
    expect(await found('gita perm')).toEqual([id]);
    await test.sql(
      `update "user" set name = 'Indah Permata', email = 'indah@tests.test', phone_number = '0812-3456-7890' where id = $1`,
      [userId],
    );
    expect(await found('gita')).toEqual([]);
    for (const search of ['indah', 'INDAH@TESTS', '+62 812 3456', '08123456'])
      expect(await found(search)).toEqual([id]);
    expect((await listed({ sort: 'alpha-desc' })).names.slice(0, 2)).toEqual(['Élan Putra', 'Indah Permata']);
    await test.sql('delete from subscription where id = $1', [id]);
  });

  it.each([
    [{ size: '0' }, 'size'],
    [{ size: '101' }, 'size'],
    [{ page: '0' }, 'page'],
    [{ filter: 'paused' }, 'filter'],
    [{ sort: 'name' }, 'sort'],
  ])('refuses %j', async (query, path) => {
    const { status, body } = await admin.call(listSubscribers, { query: query as never });
    expect({ status, body }).toMatchObject({
      status: 400,
      body: { errors: [{ path: expect.stringContaining(path) }] },
    });
  });

  it('is refused to customer service, instructors and members', async () => {
    for (const role of ['customer-service', 'instructor', 'member'] as const)
      expect((await (await test.as(role)).call(listSubscribers, {})).status).toBe(403);
  });

  it('shows nothing of another tenant', async () => {
    const other = await test.as('admin', 'cyber');
    expect((await other.call(listSubscribers, {})).body).toMatchObject({ totalItems: 0, subscribers: [] });
    expect((await other.call(getSubscriberProfile, { params: { id: ids['Ayu Lestari']! } })).status).toBe(404);
  });
});

describe('a subscriber’s profile', () => {
  const profile = async (id: string) => (await admin.call(getSubscriberProfile, { params: { id } })).body;

  it('shows the user, the plan, the period and the event vouchers', async () => {
    const { id, userId } = await subscribe(test.sql, planId, { name: 'Hana Maharani' });
    await test.sql(
      `insert into event_voucher (tenant, subscription_id, event_name, code, quota, used, expired_at)
        values ('coding', $1, 'Temu Alumni', 'TEMU2026', 2, 1, now() + interval '1 day')`,
      [id],
    );
    expect(await profile(id)).toMatchObject({
      id,
      user: { id: userId, name: 'Hana Maharani' },
      planId,
      planName: 'Langganan Bulanan',
      status: 'active',
      orderId: null,
      invoiceNumber: null,
      eventVoucherQuota: 3,
      eventVouchersUsed: 1,
      eventVouchersFree: 1,
      redeemConflict: null,
    });
  });

  it('states why nothing can be redeemed', async () => {
    expect(await profile(ids['Ayu Lestari']!)).toMatchObject({ redeemConflict: expect.stringContaining('ended') });
    expect(await profile(ids['citra Wulandari']!)).toMatchObject({
      redeemConflict: expect.stringContaining('cancelled'),
    });
    const { id } = await subscribe(test.sql, planId, { from: 2, to: 30 });
    expect(await profile(id)).toMatchObject({ redeemConflict: expect.stringContaining('not begun') });
  });

  it('keeps the quota of the plan at its beginning', async () => {
    const plan = await addPlan(test.sql, 5);
    const { id } = await subscribe(test.sql, plan);
    await test.sql('update subscription_plan set event_voucher_quota = 1 where id = $1', [plan]);
    expect(await profile(id)).toMatchObject({ eventVoucherQuota: 5, eventVouchersFree: 5 });
  });
});
