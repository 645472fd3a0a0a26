/** Tests campaigns with the whole server: the undo of their switch as a bulk change, and their report beside *Sales*. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { getBatch, undoBatch } from '#contract/batch/endpoints.ts';
import { campaigns } from '#contract/campaign/endpoints.ts';
import { addPromotions, campaignSales } from '#contract/campaign/promotions.ts';
import { discounts } from '#contract/discount/endpoints.ts';
import { tenants } from '#contract/kernel/endpoint.ts';
import { readSales } from '#contract/order/sales.ts';
import type { TestApp, TestCaller } from '#platform/testing/app.ts';
import { fromNow } from '#platform/testing/from-now.ts';
import { addRecord } from '#shared/testing/sample.ts';
import { fillDemo } from '../demo/fill.ts';
import { testApp } from './app.ts';
import { resultsOf } from './batch-work.ts';

let test: TestApp;
let admin: TestCaller;
beforeAll(async () => {
  test = await testApp();
  await fillDemo(test.ownerUrl, new Date());
  admin = await test.as('admin');
});
afterAll(() => test.close());

const switchTo = (id: string, status: 0 | 1) => admin.call(campaigns.setStatus, { params: { id }, body: { status } });
const promotionsOf = async (id: string) => (await admin.call(campaigns.get, { params: { id } })).body.promotions;

it.each(tenants)('reports what Sales says of each promotion, for every demo campaign of %s', async (tenant) => {
  const caller = await test.as('admin', tenant);
  const { body } = await caller.call(campaigns.list, {});
  expect(body.campaigns.map(({ status }) => status).toSorted()).toEqual([1, 2]);
  for (const { campaignId, totalAssigned } of body.campaigns) {
    const { period, rows } = (await caller.call(campaignSales, { params: { id: campaignId } })).body;
    if (!period) continue;
    expect(rows).toHaveLength(totalAssigned);
    expect(rows.some(({ orders }) => orders > 0)).toBe(true);
    const sales = await caller.call(readSales, { query: { ...period, by: 'promotion' } });
    for (const { id, orders, discounts: off, net, usedCount, kind } of rows) {
      const row = sales.body.rows.find(({ key }) => key === id);
      expect({ orders, off, net }).toEqual({
        orders: row?.orders ?? 0,
        off: row?.discounts ?? 0,
        net: row?.net ?? 0,
      });
      const [counted] = await test.sql(
        'select count(*)::int as n from voucher_redemption where voucher_id = $1 and released_at is null',
        [id],
      );
      expect(usedCount).toBe(kind === 'voucher' ? counted!['n'] : 0);
    }
  }
});

it('undoes the switch of a campaign as one bulk change, except what somebody changed since', async () => {
  const body = { name: 'Promo Undo', startDate: fromNow(1), endDate: fromNow(2), discount: 10 };
  const { campaignId: id } = (await admin.call(campaigns.create, { body })).body;
  const voucher = await addRecord(test.sql, 'voucher', 'coding', { is_active: false, name: 'Kupon Undo' });
  await admin.call(addPromotions, { params: { id }, body: { voucherIds: [voucher] } });
  const [discount] = await promotionsOf(id);
  const { headers, status } = await switchTo(id, 1);
  expect(status).toBe(200);
  const batchId = String(headers['batch-id']);
  expect((await admin.call(getBatch, { params: { id: batchId } })).body).toMatchObject({
    title: 'Activate the campaign “Promo Undo”',
    total: 3,
    done: 3,
  });
  await admin.call(discounts.setStatus, { params: { id: discount!.id }, body: { status: 0 } });
  expect((await admin.call(undoBatch, { params: { id: batchId } })).body).toMatchObject({ undone: 3, kept: 0 });
  expect(await admin.call(campaigns.get, { params: { id } })).toMatchObject({ body: { status: 0 } });
  expect((await promotionsOf(id)).map((one) => one.status)).toEqual([0, 0]);
});

it('leaves a discount off whose products another one has by now, with the reason', async () => {
  const body = { name: 'Promo Tetap', startDate: fromNow(1), endDate: fromNow(2), discount: 10 };
  const { campaignId: id } = (await admin.call(campaigns.create, { body })).body;
  const [discount] = await promotionsOf(id);
  await switchTo(id, 1);
  const batchId = String((await switchTo(id, 0)).headers['batch-id']);
  const rival = await admin.call(discounts.create, {
    body: { name: 'Saingan', discount: 5, discountType: 2, productType: 'courses' },
  });
  const course = await addRecord(test.sql, 'course', 'coding');
  for (const one of [discount!.id, rival.body.discountId])
    await test.sql(`insert into discount_course (tenant, discount_id, course_id) values ('coding', $1, $2)`, [
      one,
      course,
    ]);
  await admin.call(discounts.setStatus, { params: { id: rival.body.discountId }, body: { status: 1 } });
  expect((await admin.call(undoBatch, { params: { id: batchId } })).body).toMatchObject({ undone: 1, kept: 1 });
  expect((await resultsOf(admin, batchId)).get(discount!.id)?.reason).toContain(
    'already has the active discount "Saingan"',
  );
});
