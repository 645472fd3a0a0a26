/** Tests event vouchers that members list and redeem on another site. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listMemberVouchers, redeemMemberVoucher } from '#contract/integration/event-vouchers.ts';
import { addRecord } from '#shared/testing/sample.ts';
import { membersSite } from './testing/site.ts';

let site: Awaited<ReturnType<typeof membersSite>>;
beforeAll(async () => {
  site = await membersSite();
});
afterAll(() => site.test.close());

const listed = async (externalId: string) =>
  (await site.key.call(listMemberVouchers, { params: { externalId } })).body.items;
const redeem = (externalId: string, subscriptionId: string, eventName: string, key?: string) =>
  site.key.call(
    redeemMemberVoucher,
    { params: { externalId }, body: { subscriptionId, eventName } },
    { headers: key ? { 'idempotency-key': key } : {} },
  );

async function subscriber(endDate = '2096-01-31') {
  const person = await site.course.person(false);
  const planId = await addRecord(site.test.sql, 'plan', 'coding', { name: 'Tahunan' });
  const [row] = await site.test.sql(
    `insert into subscription (tenant, user_id, plan_id, start_date, end_date, event_voucher_quota) values ('coding', $1, $2, '2026-01-01', $3, 2) returning id`,
    [person.id, planId, endDate],
  );
  return { ...person, subscriptionId: String(row?.['id']) };
}

it('are issued and used once for an idempotency key, until the subscription has none, and listed', async () => {
  const { externalId, subscriptionId } = await subscriber();
  const first = await redeem(externalId, subscriptionId, 'Temu Alumni', 'a');
  expect([first.status, first.body]).toMatchObject([
    200,
    { eventName: 'Temu Alumni', usedCount: 1, status: 'redeemed' },
  ]);
  expect((await redeem(externalId, subscriptionId, 'Temu Alumni', 'a')).body).toEqual(first.body);
  const used = await redeem(externalId, subscriptionId, 'temu alumni');
  expect([used.status, used.problem.message]).toEqual([409, 'The voucher for "Temu Alumni" was redeemed already']);
  expect((await redeem(externalId, subscriptionId, 'Bedah CV')).status).toBe(200);
  expect((await redeem(externalId, subscriptionId, 'Hackathon')).problem.message).toMatch(/All 2 event vouchers/);
  expect(await listed(externalId)).toMatchObject([
    {
      subscriptionId,
      planName: 'Tahunan',
      endDate: '2096-01-31',
      status: 'active',
      eventVouchersFree: 0,
      eventVouchers: [{ eventName: 'Bedah CV' }, first.body],
    },
  ]);
});

it('say why nothing can be redeemed, and are refused for the subscription of somebody else', async () => {
  const { externalId, subscriptionId } = await subscriber('2026-02-28');
  const [item] = await listed(externalId);
  const ended = await redeem(externalId, subscriptionId, 'Temu Alumni');
  expect([ended.status, ended.problem.message]).toEqual([409, item?.reason]);
  expect(item?.reason).toMatch(/has ended/);
  const other = await subscriber();
  const strange = await redeem(externalId, other.subscriptionId, 'Temu Alumni');
  expect([strange.status, strange.problem.errors?.[0]?.path]).toEqual([400, 'subscriptionId']);
  expect(await listed(other.externalId)).toMatchObject([{ eventVouchers: [] }]);
  const unread = await site.test.asKey(['access:read']);
  const params = { externalId };
  const body = { subscriptionId, eventName: 'Temu Alumni' };
  expect((await unread.call(redeemMemberVoucher, { params, body })).status).toBe(403);
});
