/** Tests vouchers: codes, locked fields of used ones, and their effect. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assignments } from '#contract/assignment/table.ts';
import { DiscountType } from '#contract/pricing/price.ts';
import { badgeOf, promotionBadges } from '#contract/pricing/promotion-badge.ts';
import { vouchers, listRedemptions } from '#contract/voucher/endpoints.ts';
import { unassignAllFromVoucher } from '#contract/pricing/unassign-all.ts';
import { voucherEffect } from '#contract/voucher/effect.ts';
import { assignToVoucher, unassignFromVoucher } from '#contract/voucher/choice.ts';
import { type TestApp, type TestCaller, testAppOf } from '#platform/testing/app.ts';
import { fromNow } from '#platform/testing/from-now.ts';
import { addRecord } from '#shared/testing/sample.ts';
import { voucherRoutes } from './routes.ts';

let test: TestApp;
let admin: TestCaller;
beforeAll(async () => {
  test = await testAppOf([voucherRoutes]);
  admin = await test.as('admin');
});
afterAll(() => test.close());

let made = 0;
const draft = (over: object = {}) => {
  made += 1;
  const own = { name: `Hemat ${made}`, code: `HEMAT${made}`, startDate: '2026-11-01T00:00:00Z' };
  return { ...own, discountType: DiscountType.PERCENTAGE, discountPrice: 20, ...over };
};
const create = (over: object = {}, by = admin) => by.call(vouchers.create, { body: draft(over) });
const aVoucher = async (over: object = {}) => (await create(over)).body.voucherId;
const get = async (id: string) => (await admin.call(vouchers.get, { params: { id } })).body;
/** Saves a change with all other fields unchanged, like a form. */
const put = async (id: string, change: object) => {
  const { name, code, discountType, discountPrice, startDate } = await get(id);
  const body = { name, code, discountType, discountPrice, startDate, ...change };
  return admin.call(vouchers.update, { params: { id }, body });
};
/** Uses the voucher in orders of different members. */
async function use(id: string, times: number) {
  for (let n = 0; n < times; n += 1) {
    const orderId = await addRecord(test.sql, 'order', 'coding', { status: 'paid' });
    await test.sql(
      `insert into voucher_redemption (tenant, order_id, voucher_id, user_id, amount) select tenant, id, $2, user_id, 1000 from "order" where id = $1`,
      [orderId, id],
    );
  }
}
const listed = async (query: object) =>
  (await admin.call(vouchers.list, { query: { pageSize: 100, ...query } })).body.vouchers;

describe('a voucher', () => {
  it('is created from name, code, reduction and start; other fields have defaults', async () => {
    const { status, body } = await create({ name: 'Awal', code: 'AWAL26' });
    expect(status).toBe(201);
    expect(await get(body.voucherId)).toMatchObject({
      name: 'Awal',
      code: 'AWAL26',
      description: '',
      discountType: 2,
      discountPrice: 20,
      maxDiscount: null,
      minPurchase: null,
      startDate: '2026-11-01T00:00:00.000Z',
      endDate: null,
      quota: null,
      usedCount: 0,
      quotaPerUser: 1,
      isRepeating: false,
      isStackable: false,
      allProduct: false,
      isPublished: false,
      status: 0,
      totalAssigned: 0,
      removalConflict: null,
    });
  });

  it('has a code of 4 to 20 letters and digits, case-insensitive and unique in its brand', async () => {
    const id = await aVoucher({ code: ' gajian25 ' });
    expect((await get(id)).code).toBe('GAJIAN25');
    expect(await create({ code: 'Gajian25' })).toMatchObject({
      status: 409,
      body: { errors: [{ path: 'code', message: 'Another one has this code already' }] },
    });
    for (const code of ['ABC', 'ABC-', 'A'.repeat(21), 'HEMAT 50', 'HEMAT-50', 'HÉMAT50', null])
      expect(await create({ code })).toMatchObject({ status: 400, body: { errors: [{ path: 'code' }] } });
    const elsewhere = await test.as('admin', 'cyber');
    expect((await create({ code: 'GAJIAN25' }, elsewhere)).status).toBe(201);
  });

  it('gets a generated code if none is entered, when it is created and later', async () => {
    const [one, other] = [await aVoucher({ code: '' }), await aVoucher({ code: undefined })];
    const [code, another] = [(await get(one)).code, (await get(other)).code];
    expect([code, another]).toEqual([expect.stringMatching(/^[A-Z2-9]{8}$/), expect.stringMatching(/^[A-Z2-9]{8}$/)]);
    expect(code).not.toBe(another);
    expect((await put(one, { code: '' })).status).toBe(200);
    expect((await get(one)).code).toMatch(/^[A-Z2-9]{8}$/);
    expect((await get(one)).code).not.toBe(code);
  });

  it('is listed by what its badge says: a draft, one without products or a used-up one is not active', async () => {
    const course = await addRecord(test.sql, 'course', 'coding');
    const usable = { isPublished: true, allProduct: true };
    const later = fromNow(5);
    const ids: Record<string, string> = {};
    const add = async (name: string, fields: object, isOn = true) => {
      const id = await aVoucher({ name: `Lencana ${name}`, ...fields });
      if (isOn) await admin.call(vouchers.setStatus, { params: { id }, body: { status: 1 } });
      ids[name] = id;
    };
    await add('aktif', usable);
    await add('kelas', { isPublished: true });
    await test.sql(`insert into voucher_course (tenant, voucher_id, course_id) values ('coding', $1, $2)`, [
      ids['kelas'],
      course,
    ]);
    await add('nanti', { ...usable, startDate: later });
    await add('nanti konsep', { allProduct: true, startDate: later });
    await add('konsep', { allProduct: true });
    await add('kosong', { isPublished: true });
    await add('habis', { ...usable, quota: 1 });
    await add('mati', {}, false);
    await use(ids['habis']!, 1);
    const found = async (status: string) =>
      (await listed({ search: 'lencana', status })).map(({ name }) => name.replace('Lencana ', '')).toSorted();
    const all = await listed({ search: 'lencana', pageSize: 100 });
    const expected = {
      active: ['aktif', 'kelas'],
      scheduled: ['nanti'],
      inactive: ['mati'],
      expired: [],
      draft: ['konsep', 'nanti konsep'],
      'no-products': ['kosong'],
      'used-up': ['habis'],
    };
    for (const badge of promotionBadges) {
      expect([badge, await found(badge)]).toEqual([badge, expected[badge]]);
      const shown = all.filter((row) => badgeOf(row) === badge).map(({ name }) => name.replace('Lencana ', ''));
      expect([badge, shown.toSorted()]).toEqual([badge, expected[badge]]);
    }
    expect(await found('1')).toEqual(['aktif', 'habis', 'kelas', 'konsep', 'kosong']);
  });

  it('is found by its name and by its code, by status and by publication', async () => {
    const id = await aVoucher({ name: 'Cari aku', code: 'TEMUKAN1', isPublished: true });
    const other = await aVoucher({ name: 'Cari dia', code: 'TEMUKAN2' });
    await admin.call(vouchers.setStatus, { params: { id }, body: { status: 1 } });
    const ids = async (query: object) => (await listed(query)).map(({ voucherId }) => voucherId);
    expect(await ids({ search: 'temukan' })).toEqual([other, id]);
    expect(await ids({ search: 'cari aku' })).toEqual([id]);
    expect(await ids({ search: 'temukan', isPublished: 'false' })).toEqual([other]);
    expect(await ids({ search: 'temukan', status: '1' })).toEqual([id]);
  });

  it.each([
    ['a percentage of nothing', { discountPrice: 0 }, 'discountPrice'],
    ['more than all', { discountPrice: 101 }, 'discountPrice'],
    ['an end before its start', { endDate: '2026-10-31T00:00:00Z' }, 'endDate'],
    ['no start', { startDate: null }, 'startDate'],
    ['no uses', { quota: 0 }, 'quota'],
    ['no uses by anybody', { quotaPerUser: 0 }, 'quotaPerUser'],
    ['at most nothing off', { maxDiscount: 0 }, 'maxDiscount'],
  ])('is refused with %s', async (_, over, path) => {
    expect(await create(over)).toMatchObject({ status: 400, body: { errors: [{ path }] } });
  });

  it('that was used keeps its period and code, cannot have fewer uses or be deleted; other fields can be changed', async () => {
    const id = await aVoucher({ quota: 10, endDate: '2026-12-01T00:00:00Z' });
    await use(id, 4);
    const before = await get(id);
    expect(before).toMatchObject({ usedCount: 4, removalConflict: 'It was used; it stays' });
    for (const [change, path] of [
      [{ startDate: '2026-11-02T00:00:00Z' }, 'startDate'],
      [{ endDate: '2026-12-02T00:00:00Z' }, 'endDate'],
      [{ endDate: null }, 'endDate'],
      [{ code: 'LAINNYA' }, 'code'],
      [{ code: '' }, 'code'],
      [{ quota: 3 }, 'quota'],
    ] as const)
      expect(await put(id, change)).toMatchObject({ status: 409, body: { errors: [{ path }] } });
    expect(await admin.call(vouchers.remove, { params: { id } })).toMatchObject({
      status: 409,
      body: { message: 'It was used; it stays' },
    });
    expect(await get(id)).toEqual(before);
    // Same times and code in another notation.
    expect(
      (
        await put(id, {
          name: 'Nama baru',
          code: before.code.toLowerCase(),
          startDate: '2026-11-01T07:00:00+07:00',
          quota: 4,
        })
      ).status,
    ).toBe(200);
    await admin.call(vouchers.setStatus, { params: { id }, body: { status: 1 } });
    expect(await get(id)).toMatchObject({
      name: 'Nama baru',
      quota: 4,
      removalConflict: 'It was used; deactivate it instead',
    });
  });

  it('keeps its period and its code after its only use was released', async () => {
    const id = await aVoucher();
    await use(id, 1);
    await test.sql('update voucher_redemption set released_at = now() where voucher_id = $1', [id]);
    expect((await get(id)).usedCount).toBe(0);
    for (const change of [{ code: 'LAINNYA' }, { endDate: '2026-12-02T00:00:00Z' }])
      expect((await put(id, change)).status).toBe(409);
  });

  it('shows its uses with user and order, latest first, including released ones', async () => {
    const id = await aVoucher();
    await use(id, 3);
    const { body } = await admin.call(listRedemptions, { params: { id }, query: { pageSize: 2 } });
    expect(body).toMatchObject({ totalItems: 3, page: 1, pageSize: 2 });
    const [latest] = await test.sql(
      `update voucher_redemption set released_at = now() where voucher_id = $1 and order_id = (
        select order_id from voucher_redemption where voucher_id = $1 order by redeemed_at desc limit 1)
      returning order_id, user_id`,
      [id],
    );
    const after = await admin.call(listRedemptions, { params: { id } });
    expect(after.body.redemptions).toHaveLength(3);
    expect(after.body.redemptions[0]).toMatchObject({
      orderId: latest?.['order_id'],
      user: { id: latest?.['user_id'] },
      amount: 1000,
      status: 'paid',
      releasedAt: expect.any(String) as string,
    });
    expect(await get(id)).toMatchObject({ usedCount: 2 });
    const [, second] = after.body.redemptions;
    const query = { search: second!.invoiceNumber };
    expect((await admin.call(listRedemptions, { params: { id }, query })).body.redemptions).toEqual([second]);
    const stranger = await test.as('admin', 'cyber');
    expect((await stranger.call(listRedemptions, { params: { id } })).status).toBe(404);
  });

  it('is not found by another brand, and only admins can use it', async () => {
    const id = await aVoucher();
    const stranger = await test.as('admin', 'cyber');
    expect((await stranger.call(vouchers.get, { params: { id } })).status).toBe(404);
    const teacher = await test.as('instructor');
    expect((await teacher.call(vouchers.get, { params: { id } })).status).toBe(403);
  });

  it('unassigns everything at once', async () => {
    const id = await aVoucher();
    const { voucherCourses, voucherPaths, voucherPlans, voucherProducts } = assignments;
    for (const [link, kind] of [
      [voucherCourses, 'course'],
      [voucherPaths, 'learning-path'],
      [voucherPlans, 'plan'],
      [voucherProducts, 'product'],
    ] as const)
      await admin.call(link.assign, link.inputOf(id, [await addRecord(test.sql, kind, 'coding')]));
    expect(await get(id)).toMatchObject({
      totalAssigned: 4,
      totalCourses: 1,
      totalPaths: 1,
      totalPlans: 1,
      totalProducts: 1,
    });
    expect((await admin.call(unassignAllFromVoucher, { params: { id } })).body).toEqual({ changed: 4 });
    expect(await get(id)).toMatchObject({ totalAssigned: 0, totalProducts: 0 });
  });

  it('has the specification’s messages', () => {
    const { create: creating, update, remove, setStatus } = vouchers;
    expect([creating, update, remove, setStatus].map(({ messages }) => messages)).toMatchObject([
      { ok: 'Voucher created successfully', fail: 'Failed to create new voucher' },
      { ok: 'Voucher berhasil disimpan' },
      { ok: 'Voucher deleted successfully', fail: 'Failed to delete voucher' },
      { fail: 'Fail to toggle voucher status' },
    ]);
    const { voucherCourses, voucherPaths, voucherPlans, voucherProducts } = assignments;
    for (const { assign, unassign, list } of [voucherCourses, voucherPaths, voucherPlans, voucherProducts])
      expect([assign.messages?.ok, unassign.messages?.ok, assign.messages?.fail, list.messages]).toEqual([
        'Courses, Paths and Subs assigned to voucher successfully',
        'Products unassigned from voucher successfully',
        'Failed to assign or unassign to voucher',
        { fail: 'Failed to get voucher courses, paths, subs or assigned voucher products' },
      ]);
  });
});

describe('products of every kind, assigned to a voucher at once', () => {
  const total = async (id: string) => {
    const { totalCourses, totalPaths, totalPlans, totalProducts } = await get(id);
    return [totalCourses, totalPaths, totalPlans, totalProducts];
  };

  it('are all assigned, counted if they are new, and unassigned the same way', async () => {
    const id = await aVoucher();
    const [courseA, courseB, path, plan, product] = [
      await addRecord(test.sql, 'course', 'coding'),
      await addRecord(test.sql, 'course', 'coding'),
      await addRecord(test.sql, 'learning-path', 'coding'),
      await addRecord(test.sql, 'plan', 'coding'),
      await addRecord(test.sql, 'product', 'coding'),
    ];
    await admin.call(assignToVoucher, { params: { id }, body: { courseIds: [courseA] } });
    const body = { courseIds: [courseA, courseB], pathIds: [path], subscriptionIds: [plan], productIds: [product] };
    const all = await admin.call(assignToVoucher, { params: { id }, body });
    expect(all.body).toEqual({ changed: 4 });
    expect(await total(id)).toEqual([2, 1, 1, 1]);
    const gone = await admin.call(unassignFromVoucher, { params: { id }, body: { ...body, courseIds: [courseB] } });
    expect(gone.body).toEqual({ changed: 4 });
    expect(await total(id)).toEqual([1, 0, 0, 0]);
  });

  it('are refused when one does not exist or is of another brand, or nothing is chosen', async () => {
    const id = await aVoucher();
    const course = await addRecord(test.sql, 'course', 'coding');
    const others = await addRecord(test.sql, 'product', 'cyber');
    const refused = await admin.call(assignToVoucher, {
      params: { id },
      body: { courseIds: [course], productIds: [others] },
    });
    expect(refused.status).toBe(400);
    expect(JSON.stringify(refused.body)).toContain('productIds');
    expect((await admin.call(assignToVoucher, { params: { id }, body: {} })).status).toBe(400);
    expect(await total(id)).toEqual([0, 0, 0, 0]);
  });

  it('are each assigned once by two concurrent saves', async () => {
    const id = await aVoucher();
    const courses = await Promise.all(Array.from({ length: 5 }, () => addRecord(test.sql, 'course', 'coding')));
    const plans = await Promise.all(Array.from({ length: 5 }, () => addRecord(test.sql, 'plan', 'coding')));
    const body = { courseIds: courses, subscriptionIds: plans };
    const turned = { courseIds: courses.toReversed(), subscriptionIds: plans.toReversed() };
    const answers = await Promise.all(
      [body, turned, body, turned].map((one) => admin.call(assignToVoucher, { params: { id }, body: one })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(answers.reduce((sum, { body: { changed } }) => sum + changed, 0)).toBe(10);
    expect(await total(id)).toEqual([5, 0, 5, 0]);
  });
});

describe('the effect of a voucher', () => {
  const effect = async (id: string, all?: 'true' | 'false') =>
    (await admin.call(voucherEffect, { params: { id }, query: all === undefined ? {} : { all } })).body.prices;

  it('is computed from prices after the discount in force, for published products only, with one example of each kind', async () => {
    const id = await aVoucher();
    const course = (fields: object) =>
      addRecord(test.sql, 'course', 'coding', { price: 300_000, is_published: true, ...fields });
    const [first, second, third, draftOne] = [
      await course({ name: 'Zig' }),
      await course({ name: 'Ada' }),
      await course({ name: 'Basic' }),
      await course({ name: 'Cobol', is_published: false }),
    ];
    const discountId = await addRecord(test.sql, 'discount', 'coding', {
      product_type: 'courses',
      discount_type: 1,
      value: 50_000,
      is_active: true,
      start_date: null,
      end_date: null,
    });
    await test.sql(`insert into discount_course (tenant, discount_id, course_id) values ('coding', $1, $2)`, [
      discountId,
      third,
    ]);
    await addRecord(test.sql, 'product', 'coding', { price: 1, is_published: true });
    await admin.call(assignToVoucher, { params: { id }, body: { courseIds: [first, second, third, draftOne] } });
    const prices = (await effect(id)).toSorted((one, other) => one.price - other.price);
    expect(prices).toEqual([
      {
        price: 250_000,
        products: 1,
        isDiscounted: true,
        witness: { productType: 'courses', productId: third, name: 'Basic' },
      },
      {
        price: 300_000,
        products: 2,
        isDiscounted: false,
        witness: { productType: 'courses', productId: second, name: 'Ada' },
      },
    ]);
    const everything = (await effect(id, 'true')).reduce((sum, { products }) => sum + products, 0);
    expect(everything).toBeGreaterThan(3);
    expect(await effect(await aVoucher())).toEqual([]);
    expect((await effect(await aVoucher({ allProduct: true }))).reduce((sum, { products }) => sum + products, 0)).toBe(
      everything,
    );
  });
});
