/** Tests the subscription of a user. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { getUserSubscription } from '#contract/user/endpoints.ts';
import { type TestApp, testAppOf } from '#platform/testing/app.ts';
import { addUser } from '#platform/testing/user.ts';
import { userRoutes } from './routes.ts';

let test: TestApp;
let planId: string;
beforeAll(async () => {
  test = await testAppOf([userRoutes]);
  const [plan] = await test.sql(
    `insert into subscription_plan (tenant, name, duration_months) values ('coding', 'Langganan Bulanan', 1) returning id`,
  );
  planId = String(plan?.['id']);
});
afterAll(() => test.close());

let people = 0;
const person = () => {
  const name = `Peserta ${(people += 1)}`;
  return addUser(test.sql, 'coding', { name, email: `p${people}@tests.test`, role: 'member', hash: '-' });
};

/** Inserts a subscription; `from` and `to`: days relative to today in Jakarta. */
const subscribed = (userId: string, from: number, to: number, isCancelled = false) =>
  test.sql(
    `insert into subscription (tenant, user_id, plan_id, start_date, end_date, cancelled_at)
      select 'coding', $1, $2, today + $3::int, today + $4::int, case when $5 then now() end
      from (select (now() at time zone 'Asia/Jakarta')::date as today) t
      returning id, start_date::text as "startDate", end_date::text as "endDate"`,
    [userId, planId, from, to, isCancelled],
  );

async function subscriptionOf(userId: string) {
  const caller = await test.as('customer-service');
  const { status, body } = await caller.call(getUserSubscription, { params: { id: userId } });
  expect(status).toBe(200);
  return body.subscription;
}

it('is null for a user who never had one', async () => {
  expect(await subscriptionOf(await person())).toBeNull();
});

it('shows plan, days and status; the last day is included', async () => {
  const userId = await person();
  const [row] = await subscribed(userId, -30, 0);
  expect(await subscriptionOf(userId)).toEqual({
    ...row,
    planId,
    planName: 'Langganan Bulanan',
    status: 'active',
    orderId: null,
  });
  const other = await person();
  await subscribed(other, -30, -1);
  expect(await subscriptionOf(other)).toMatchObject({ status: 'expired' });
});

it('is the one that ends last among those not cancelled, else a cancelled one', async () => {
  const userId = await person();
  await subscribed(userId, -90, -60);
  const [longest] = await subscribed(userId, -10, 20);
  await subscribed(userId, 0, 90, true);
  expect(await subscriptionOf(userId)).toMatchObject({ id: longest?.['id'], status: 'active' });
  const other = await person();
  await subscribed(other, -5, 25, true);
  expect(await subscriptionOf(other)).toMatchObject({ status: 'cancelled' });
});

it('returns 404 for an unknown user and for another tenant’s', async () => {
  const userId = await person();
  await subscribed(userId, 0, 30);
  const admin = await test.as('admin', 'cyber');
  expect((await admin.call(getUserSubscription, { params: { id: userId } })).status).toBe(404);
});
