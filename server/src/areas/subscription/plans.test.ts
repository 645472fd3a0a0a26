/** Tests subscription plans as records: created, listed, changed, deleted unless subscribed to. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plans } from '#contract/subscription/plans.ts';
import { type TestApp, type TestCaller, testAppOf } from '#platform/testing/app.ts';
import { addRecord } from '#shared/testing/sample.ts';
import { subscriptionRoutes } from './routes.ts';
import { subscribe } from './testing/subscriptions.ts';

let test: TestApp;
let admin: TestCaller;
beforeAll(async () => {
  test = await testAppOf([subscriptionRoutes]);
  admin = await test.as('admin');
});
afterAll(() => test.close());

const draft = { name: 'Langganan Bulanan', price: 149_000, durationMonths: 1 as const };
const create = (over: object) => admin.call(plans.create, { body: { ...draft, ...over } });
const aPlan = async (over: object = {}) => (await create(over)).body.planId;
const get = async (id: string) => (await admin.call(plans.get, { params: { id } })).body;

describe('a subscription plan', () => {
  it('is created as a draft, changed, and has the price after its discount', async () => {
    const id = await aPlan({ eventVoucherQuota: 2 });
    expect(await get(id)).toMatchObject({
      ...draft,
      description: '',
      eventVoucherQuota: 2,
      isPublished: false,
      finalPrice: 149_000,
      version: 1,
    });
    const body = { ...draft, durationMonths: 3 as const, price: 399_000, isPublished: true };
    expect((await admin.call(plans.update, { params: { id }, body })).status).toBe(200);
    const fields = { product_type: 'subscriptions', discount_type: 2, value: 10, is_active: true };
    const discount = await addRecord(test.sql, 'discount', 'coding', fields);
    await test.sql(`insert into discount_plan (tenant, discount_id, plan_id) values ('coding', $1, $2)`, [
      discount,
      id,
    ]);
    expect(await get(id)).toMatchObject({ durationMonths: 3, eventVoucherQuota: 2, finalPrice: 359_100 });
  });

  it.each([
    ['a short name', { name: 'ab' }, 'name'],
    ['a negative price', { price: -1 }, 'price'],
    ['two months', { durationMonths: 2 }, 'durationMonths'],
    ['fewer vouchers than none', { eventVoucherQuota: -1 }, 'eventVoucherQuota'],
  ])('is refused with %s', async (_, over, path) => {
    expect(await create(over)).toMatchObject({ status: 400, body: { errors: [{ path }] } });
  });

  it('is listed newest first, by name or price, by a part of its name, published or not', async () => {
    for (const [name, price, isPublished] of [
      ['Urut b', 1, false],
      ['Urut a', 3, true],
      ['Urut c', 2, false],
    ])
      await aPlan({ name, price, isPublished });
    const names = async (query: object) =>
      (await admin.call(plans.list, { query: { search: 'urut', ...query } })).body.plans.map(({ name }) => name);
    expect(await names({})).toEqual(['Urut c', 'Urut a', 'Urut b']);
    expect(await names({ sort: 'name' })).toEqual(['Urut a', 'Urut b', 'Urut c']);
    expect(await names({ sort: '-price' })).toEqual(['Urut a', 'Urut c', 'Urut b']);
    expect(await names({ isPublished: 'true' })).toEqual(['Urut a']);
  });

  it('is deleted unless it has subscriptions', async () => {
    const [taken, free] = [await aPlan(), await aPlan()];
    await subscribe(test.sql, taken);
    const message = 'Somebody has subscribed to it; unpublish it instead';
    expect((await get(taken)).removalConflict).toBe(message);
    const refused = await admin.call(plans.remove, { params: { id: taken } });
    expect(refused).toMatchObject({ status: 409, body: { message } });
    expect((await admin.call(plans.remove, { params: { id: free } })).status).toBe(200);
  });

  it('is not found by another brand, and only admins can use it', async () => {
    const id = await aPlan();
    const call = async (caller: TestCaller) => (await caller.call(plans.get, { params: { id } })).status;
    expect(await call(await test.as('admin', 'cyber'))).toBe(404);
    expect(await call(await test.as('customer-service'))).toBe(403);
  });
});
