/** Tests campaigns: dates and switch of all their promotions together, or of none; membership; conflicts; timeline. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { campaigns } from '#contract/campaign/endpoints.ts';
import {
  addPromotions,
  campaignEffect,
  campaignSales,
  previewDates,
  removePromotions,
} from '#contract/campaign/promotions.ts';
import { readTimeline } from '#contract/campaign/timeline.ts';
import { type TestApp, type TestCaller, testAppOf } from '#platform/testing/app.ts';
import { fromNow } from '#platform/testing/from-now.ts';
import { addRecord } from '#shared/testing/sample.ts';
import { campaignRoutes } from './routes.ts';

let test: TestApp;
let admin: TestCaller;
beforeAll(async () => {
  test = await testAppOf([campaignRoutes]);
  admin = await test.as('admin');
});
afterAll(() => test.close());

const dates = { startDate: fromNow(10), endDate: fromNow(20) };
const draft = { name: 'Promo Lebaran', ...dates };
const create = (over: object = {}) => admin.call(campaigns.create, { body: { ...draft, ...over } });
const aCampaign = async (over: object = {}) => (await create(over)).body.campaignId;
const get = async (id: string) => (await admin.call(campaigns.get, { params: { id } })).body;
const setDates = (id: string, period: object, options = {}) =>
  admin.call(campaigns.update, { params: { id }, body: { ...draft, ...period } }, options);
const switchTo = (id: string, status: 0 | 1, options = {}) =>
  admin.call(campaigns.setStatus, { params: { id }, body: { status } }, options);
const add = (id: string, members: object, by = admin) =>
  by.call(addPromotions, { params: { id }, body: { discountIds: [], voucherIds: [], ...members } });

const remove = (id: string, members: object) =>
  admin.call(removePromotions, { params: { id }, body: { discountIds: [], voucherIds: [], ...members } });

const addCourse = () => addRecord(test.sql, 'course', 'coding', { price: 200_000, is_published: true });
/** Discount on 10 percent of these courses; without dates. */
async function discountOn(courses: readonly string[], over: object = {}): Promise<string> {
  const id = await addRecord(test.sql, 'discount', 'coding', {
    product_type: 'courses',
    discount_type: 2,
    value: 10,
    is_active: false,
    ...over,
  });
  for (const course of courses)
    await test.sql(`insert into discount_course (tenant, discount_id, course_id) values ('coding', $1, $2)`, [
      id,
      course,
    ]);
  return id;
}
const aVoucher = (over: object = {}) =>
  addRecord(test.sql, 'voucher', 'coding', { is_active: false, start_date: fromNow(1), ...over });
/** Records that an order used the voucher. */
const use = async (voucherId: string) =>
  test.sql(
    `insert into voucher_redemption (tenant, order_id, voucher_id, user_id, amount) values ('coding', $1, $2, $3, 1)`,
    [await addRecord(test.sql, 'order', 'coding'), voucherId, await addRecord(test.sql, 'user', 'coding')],
  );
const stored = async (table: 'discount' | 'voucher', id: string) =>
  (await test.sql(`select is_active, start_date, end_date from ${table} where id = $1`, [id]))[0]!;
const isOn = async (table: 'discount' | 'voucher', id: string) => (await stored(table, id))['is_active'];
const instant = (value: unknown) => new Date(value as string).toISOString();

describe('a campaign', () => {
  it('is created with its first discount, which is inactive and has its name and dates', async () => {
    const { status, body } = await create({ discount: 25, discountType: 2, productType: 'courses' });
    expect(status).toBe(201);
    const campaign = await get(body.campaignId);
    expect(campaign).toMatchObject({ ...dates, status: 0, totalDiscounts: 1, totalVouchers: 0, totalAssigned: 1 });
    expect(campaign.promotions).toMatchObject([
      { kind: 'discount', name: 'Promo Lebaran', value: 25, discountType: 2, ...dates, status: 0, totalAssigned: 0 },
    ]);
    expect((await get(await aCampaign())).promotions).toEqual([]);
  });

  it.each([
    ['without a start', { startDate: null }, 'startDate'],
    ['with an end before the start', { endDate: fromNow(1) }, 'endDate'],
    ['with a discount of 101 percent', { discount: 101, discountType: 2 }, 'discount'],
    ['with a short name', { name: 'ab' }, 'name'],
  ])('is refused %s', async (_, over, path) => {
    expect(await create(over)).toMatchObject({ status: 400, body: { errors: [{ path }] } });
  });

  it('is listed by status, and found by a part of its name', async () => {
    const id = await aCampaign({ name: 'Semarak Tujuhbelasan' });
    await add(id, { voucherIds: [await aVoucher()] });
    const list = async (query: object) => (await admin.call(campaigns.list, { query })).body.campaigns;
    expect(await list({ search: 'tujuhbelas' })).toMatchObject([{ campaignId: id, totalVouchers: 1 }]);
    expect(await list({ search: 'tujuhbelas', status: 'scheduled' })).toEqual([]);
    await switchTo(id, 1);
    expect(await list({ search: 'tujuhbelas', status: 'scheduled' })).toMatchObject([{ status: 2 }]);
  });

  it('leaves its promotions when it is deleted', async () => {
    const [id, discount] = [await aCampaign(), await discountOn([])];
    await add(id, { discountIds: [discount] });
    expect((await admin.call(campaigns.remove, { params: { id } })).status).toBe(200);
    expect(await stored('discount', discount)).toBeDefined();
    expect((await add(await aCampaign(), { discountIds: [discount] })).body).toMatchObject({ changed: 1 });
  });

  it('is not found by another brand, and is for admins only', async () => {
    const id = await aCampaign();
    const stranger = await test.as('admin', 'cyber');
    expect((await stranger.call(campaigns.get, { params: { id } })).status).toBe(404);
    const foreign = await addRecord(test.sql, 'discount', 'cyber');
    expect((await add(id, { discountIds: [foreign] })).status).toBe(400);
    const agent = await test.as('customer-service');
    expect((await agent.call(campaigns.get, { params: { id } })).status).toBe(403);
    expect((await agent.call(readTimeline, {})).status).toBe(403);
  });
});

describe('adding promotions', () => {
  it('gives them the dates, once, and removing leaves these', async () => {
    const [id, discount, voucher] = [await aCampaign(), await discountOn([]), await aVoucher()];
    expect((await add(id, { discountIds: [discount], voucherIds: [voucher] })).body).toMatchObject({ changed: 2 });
    expect((await add(id, { discountIds: [discount] })).body).toEqual({ changed: 0, before: [] });
    expect((await remove(id, { discountIds: [discount], voucherIds: [voucher] })).body).toEqual({ changed: 2 });
    for (const row of [await stored('discount', discount), await stored('voucher', voucher)])
      expect([instant(row['start_date']), instant(row['end_date'])]).toEqual([dates.startDate, dates.endDate]);
  });

  it('is undone with the former dates, except where somebody changed them since', async () => {
    const former = { startDate: fromNow(1), endDate: fromNow(5) };
    const period = { start_date: former.startDate, end_date: former.endDate };
    const [id, discountId] = [await aCampaign(), await discountOn([], period)];
    const datesNow = async () => {
      const row = await stored('discount', discountId);
      return { startDate: instant(row['start_date']), endDate: instant(row['end_date']) };
    };
    const members = { discountIds: [discountId] };
    expect((await add(id, members)).body).toEqual({ changed: 1, before: [{ id: discountId, ...former }] });
    expect(await datesNow()).toEqual(dates);
    expect((await remove(id, { ...members, dates: former })).body).toEqual({ changed: 1 });
    expect(await datesNow()).toEqual(former);
    await add(id, members);
    const changed = { startDate: fromNow(2), endDate: fromNow(3) };
    await test.sql('update discount set start_date = $2, end_date = $3 where id = $1', [
      discountId,
      ...Object.values(changed),
    ]);
    await remove(id, { ...members, dates: former });
    expect(await datesNow()).toEqual(changed);
  });

  it('after a removal can leave them their own dates', async () => {
    const [id, voucher] = [await aCampaign(), await aVoucher()];
    await add(id, { voucherIds: [voucher] });
    const endDate = fromNow(25);
    await test.sql('update voucher set end_date = $2 where id = $1', [voucher, endDate]);
    await remove(id, { voucherIds: [voucher] });
    expect((await add(id, { voucherIds: [voucher], keepsDates: true })).body.changed).toBe(1);
    expect((await get(id)).promotions).toMatchObject([{ startDate: dates.startDate, endDate }]);
  });

  it.each([
    ['an end before the start', { startDate: fromNow(5), endDate: fromNow(1) }, 'dates.endDate'],
    ['no start of a voucher', { startDate: null, endDate: null }, 'dates'],
  ])('is not undone with %s, and nothing changes', async (_, former, path) => {
    const [id, voucher] = [await aCampaign(), await aVoucher()];
    await add(id, { voucherIds: [voucher] });
    expect(await remove(id, { voucherIds: [voucher], dates: former })).toMatchObject({
      status: 400,
      body: { errors: [{ path }] },
    });
    expect((await get(id)).promotions).toMatchObject([dates]);
  });

  it('refuses one of another campaign, an unknown one, and none, and adds nothing', async () => {
    const [first, second, taken, free] = [
      await aCampaign({ name: 'Pertama' }),
      await aCampaign(),
      await aVoucher(),
      await aVoucher(),
    ];
    await add(first, { voucherIds: [taken] });
    expect(await add(second, { voucherIds: [free, taken] })).toMatchObject({
      status: 409,
      body: {
        message: expect.stringContaining('is in the campaign "Pertama"') as string,
        errors: [{ path: 'voucherIds' }],
      },
    });
    expect((await add(second, { discountIds: [free] })).status).toBe(400);
    expect((await add(second, {})).status).toBe(400);
    expect((await get(second)).promotions).toEqual([]);
  });

  it('lets one of two campaigns have a promotion that both add at the same time', async () => {
    const [one, other, discount] = [await aCampaign(), await aCampaign(), await discountOn([])];
    const answers = await Promise.all([one, other].map((id) => add(id, { discountIds: [discount] })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const held = await Promise.all([one, other].map(async (id) => (await get(id)).totalDiscounts));
    expect(held.toSorted()).toEqual([0, 1]);
  });

  it('refuses a used voucher of other dates, and takes one with the same dates', async () => {
    const [id, used, fitting] = [
      await aCampaign(),
      await aVoucher(),
      await aVoucher({ start_date: dates.startDate, end_date: dates.endDate }),
    ];
    await use(used);
    await use(fitting);
    expect(await add(id, { voucherIds: [used] })).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('It was used: its period cannot change') as string },
    });
    expect((await add(id, { voucherIds: [fitting] })).body).toMatchObject({ changed: 1 });
  });
});

describe('the dates of a campaign', () => {
  const later = { startDate: fromNow(30), endDate: fromNow(40) };

  it('become those of its promotions, as the preview lists', async () => {
    const [id, discount, voucher] = [await aCampaign(), await discountOn([]), await aVoucher()];
    await add(id, { discountIds: [discount], voucherIds: [voucher] });
    const preview = (query: typeof later) => admin.call(previewDates, { params: { id }, query });
    expect((await preview(dates)).body.changes).toEqual([]);
    expect((await preview(later)).body.changes).toMatchObject([
      { id: discount, refusal: null },
      { id: voucher, refusal: null },
    ]);
    expect((await setDates(id, later)).status).toBe(200);
    expect((await get(id)).promotions).toMatchObject([later, later]);
  });

  it('do not overwrite other dates of a promotion when only the name is saved', async () => {
    const [id, voucher] = [await aCampaign(), await aVoucher()];
    await add(id, { voucherIds: [voucher] });
    await test.sql('update voucher set end_date = $2 where id = $1', [voucher, fromNow(25)]);
    await setDates(id, { name: 'Nama Baru' });
    expect(instant((await stored('voucher', voucher))['end_date'])).not.toBe(dates.endDate);
  });

  it('are refused as a whole by the rule of one promotion, by its name, which the preview tells', async () => {
    const course = await addCourse();
    const busy = await discountOn([course], {
      is_active: true,
      start_date: later.startDate,
      end_date: later.endDate,
      name: 'Promo Lama',
    });
    const [id, free] = [await aCampaign(), await discountOn([])];
    const clashing = await discountOn([course], { name: 'Promo Baru' });
    await add(id, { discountIds: [clashing, free] });
    await switchTo(id, 1);
    const reason = 'already has the active discount "Promo Lama"';
    const { body } = await admin.call(previewDates, { params: { id }, query: later });
    expect(body.changes.find((one) => one.id === clashing)?.refusal).toContain(reason);
    expect(await setDates(id, later)).toMatchObject({
      status: 409,
      body: {
        message: expect.stringMatching(/of "Promo Baru" already has the active discount "Promo Lama"/) as string,
        errors: [{ path: 'startDate' }],
      },
    });
    expect(await get(id)).toMatchObject(dates);
    expect(instant((await stored('discount', free))['start_date'])).toBe(dates.startDate);
    await test.sql('update discount set is_active = false where id = $1', [busy]);
    expect((await setDates(id, later)).status).toBe(200);
  });

  it('are saved with the current version only', async () => {
    const id = await aCampaign();
    expect((await setDates(id, later, { ifMatch: '"v1"' })).status).toBe(200);
    expect((await setDates(id, dates, { ifMatch: '"v1"' })).status).toBe(412);
    expect((await switchTo(id, 1, { ifMatch: '"v1"' })).status).toBe(412);
  });
});

describe('the switch of a campaign', () => {
  it('turns all its promotions on and off', async () => {
    const [id, discount, voucher] = [await aCampaign(), await discountOn([await addCourse()]), await aVoucher()];
    await add(id, { discountIds: [discount], voucherIds: [voucher] });
    expect((await admin.call(campaignEffect, { params: { id } })).body).toEqual({
      productsOff: 1,
      productsOn: 0,
      conflicting: 0,
      conflicts: [],
    });
    expect((await switchTo(id, 1)).body).toMatchObject({ campaignId: id, status: 2 });
    expect([await isOn('discount', discount), await isOn('voucher', voucher)]).toEqual([true, true]);
    expect((await switchTo(id, 0)).body).toMatchObject({ status: 0 });
    expect([await isOn('discount', discount), await isOn('voucher', voucher)]).toEqual([false, false]);
  });

  it('changes nothing if another active discount has one of the products, and shows it before', async () => {
    const course = await addCourse();
    const other = await discountOn([course], { is_active: true, name: 'Promo Lain' });
    const [id, discount, voucher] = [await aCampaign(), await discountOn([course]), await aVoucher()];
    await add(id, { discountIds: [discount], voucherIds: [voucher] });
    expect((await admin.call(campaignEffect, { params: { id } })).body.conflicts).toMatchObject([
      { id: discount, discountId: other, holder: 'Promo Lain', products: 1, takeable: 1 },
    ]);
    expect(await switchTo(id, 1)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('already has the active discount "Promo Lain"') as string },
    });
    expect(await isOn('voucher', voucher)).toBe(false);
    expect(await get(id)).toMatchObject({ status: 0 });
  });

  it('is refused for two of its own discounts on one product, which conflict only together', async () => {
    const course = await addCourse();
    const id = await aCampaign();
    const both = [await discountOn([course]), await discountOn([course])];
    await add(id, { discountIds: both });
    const { conflicting, conflicts } = (await admin.call(campaignEffect, { params: { id } })).body;
    expect(conflicts.map(({ takeable }) => takeable)).toEqual([0, 0]);
    expect([conflicting, conflicts.map((one) => one.id).toSorted()]).toEqual([1, both.toSorted()]);
    expect((await switchTo(id, 1)).status).toBe(409);
    expect([await isOn('discount', both[0]!), await isOn('discount', both[1]!)]).toEqual([false, false]);
  });

  it('lets one of two campaigns with discounts on one product become active at the same time', async () => {
    const course = await addCourse();
    const ids = [await aCampaign(), await aCampaign()];
    for (const id of ids) await add(id, { discountIds: [await discountOn([course])] });
    const answers = await Promise.all(ids.map((id) => switchTo(id, 1)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });
});

describe('the report of a campaign', () => {
  it('has no period before its first day, and one row for each promotion from then on', async () => {
    const [id, voucher] = [await aCampaign(), await aVoucher()];
    await add(id, { voucherIds: [voucher] });
    const report = async () => (await admin.call(campaignSales, { params: { id } })).body;
    expect(await report()).toEqual({ period: null, total: { orders: 0, net: 0 }, rows: [] });
    await setDates(id, { startDate: fromNow(-5) });
    expect(await report()).toMatchObject({ rows: [{ kind: 'voucher', id: voucher, orders: 0, net: 0, usedCount: 0 }] });
  });

  /** Order of two courses, paid today, each with its discount, and the voucher if there is one. */
  async function sell(discounts: readonly string[], voucher: string | null, over: object = {}): Promise<string> {
    const order = await addRecord(test.sql, 'order', 'coding', {
      status: 'paid',
      paid_at: fromNow(0),
      subtotal: 200_000,
      total_amount: 150_000,
      voucher_code: voucher && 'PROMO',
      ...over,
    });
    for (const [line, discount] of discounts.entries())
      await test.sql(
        `insert into order_item (tenant, order_id, line, product_type, product_id, product_name, price, discount_amount, discount_id)
          values ('coding', $1, $2, 'courses', new_id(), 'Kelas', 100000, 10000, $3)`,
        [order, line + 10, discount],
      );
    if (voucher)
      await test.sql(
        `insert into voucher_redemption (tenant, order_id, voucher_id, user_id, amount) values ('coding', $1, $2, new_id(), 1)`,
        [order, voucher],
      );
    return order;
  }

  it('has an order with two discounts and a voucher once, and none without them', async () => {
    const id = await aCampaign({ startDate: fromNow(-5) });
    const [discountIds, voucher] = [
      [await discountOn([]), await discountOn([])],
      await aVoucher({ code: 'LEBARAN30' }),
    ];
    await add(id, { discountIds, voucherIds: [voucher] });
    await sell(discountIds, voucher);
    await sell([await discountOn([])], null);
    const report = async () => (await admin.call(campaignSales, { params: { id } })).body;
    expect(await report()).toMatchObject({
      total: { orders: 1, net: 150_000 },
      rows: [{ orders: 1 }, { orders: 1 }, { orders: 1, net: 150_000 }],
    });
    await sell([], null, { voucher_code: 'LEBARAN30' });
    await sell([], voucher, { status: 'refunded', refunded_at: fromNow(0) });
    expect(await report()).toMatchObject({ total: { orders: 3, net: 300_000 } });
  });
});

describe('the timeline', () => {
  const read = async (query: object = {}) => (await admin.call(readTimeline, { query })).body;
  const named = async (query: object, names: readonly string[]) =>
    (await read(query)).bars.map(({ name }) => name).filter((name) => names.includes(name));

  it('has what touches the 90 days before and after now, with its campaign', async () => {
    const names = ['Lama', 'Jauh', 'Baru', 'Abadi'];
    await discountOn([], { name: 'Lama', start_date: fromNow(-120), end_date: fromNow(-91) });
    await discountOn([], { name: 'Jauh', start_date: fromNow(91), end_date: null });
    await discountOn([], { name: 'Baru', start_date: fromNow(-100), end_date: fromNow(-89) });
    const forever = await discountOn([], { name: 'Abadi' });
    expect(await named({}, names)).toEqual(['Baru', 'Abadi']);
    const id = await aCampaign();
    await add(id, { discountIds: [forever] });
    const { bars } = await read();
    expect(bars.find((one) => one.id === forever)).toMatchObject({
      campaign: { id, name: draft.name, status: 0 },
      ...dates,
    });
  });

  it('has those of a kind, a status, or a product', async () => {
    const course = await addCourse();
    await aVoucher({ name: 'Kupon', all_product: true, is_active: true, is_published: true });
    await discountOn([course], { name: 'Kursus' });
    const names = ['Kupon', 'Kursus'];
    expect(await named({ kind: 'voucher' }, names)).toEqual(['Kupon']);
    expect(await named({ productId: course }, names)).toEqual(['Kursus', 'Kupon']);
    expect(await named({ productId: course, status: 'inactive' }, names)).toEqual(['Kursus']);
  });

  it('marks discounts whose products another one has at the same time, active or not, with their number', async () => {
    const courses = [await addCourse(), await addCourse()];
    const active = await discountOn(courses, { is_active: true, start_date: fromNow(-1), end_date: fromNow(2) });
    const planned = await discountOn(courses, { start_date: fromNow(1), end_date: fromNow(3) });
    const { bars } = await read();
    const marks = new Map(bars.map(({ id, conflicting }) => [id, conflicting]));
    expect([marks.get(planned), marks.get(active)]).toEqual([2, 2]);
  });

  it('marks two inactive discounts on one course with overlapping days, whatever the filters leave out', async () => {
    const course = await addCourse();
    const [one, other] = [
      await discountOn([course], { start_date: fromNow(1), end_date: fromNow(5) }),
      await discountOn([course], { start_date: fromNow(4), end_date: fromNow(6) }),
    ];
    await discountOn([course], { start_date: fromNow(7), end_date: fromNow(8), is_active: true });
    const over = await discountOn([course], { start_date: fromNow(-9), end_date: fromNow(-1) });
    const conflicting = async (query: object) => (await read(query)).bars.map((bar) => [bar.id, bar.conflicting]);
    expect(await conflicting({ productId: course, kind: 'discount', status: 'inactive' })).toEqual([
      [over, 0],
      [one, 1],
      [other, 1],
    ]);
    await test.sql('update discount set is_active = true where id = $1', [one]);
    expect(await conflicting({ productId: course, status: 'inactive', kind: 'discount' })).toEqual([
      [over, 0],
      [other, 1],
    ]);
  });

  it('leaves out what is beyond 200 of a kind, and tells how many', async () => {
    await test.sql(`insert into voucher (tenant, name, code, value, discount_type, start_date)
      select 'coding', 'Banyak', 'BANYAK' || n, 10, 2, now() from generate_series(1, 230) n`);
    const { bars, more } = await read({ kind: 'voucher' });
    const touching = await test.sql('select from voucher where start_date < $1 and coalesce(end_date >= $2, true)', [
      fromNow(90),
      fromNow(-90),
    ]);
    expect(bars).toHaveLength(200);
    expect(more).toEqual({ discount: 0, voucher: touching.length - 200 });
  });
});
