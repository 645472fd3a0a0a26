/** Tests the endpoints of discounts and of their assignments. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unassignAllProducts } from '#contract/pricing/unassign-all.ts';
import { assignments } from '#contract/assignment/table.ts';
import * as discount from '#contract/discount/endpoints.ts';
import { SwitchStatus } from '#contract/kernel/switch-status.ts';
import { badgeOf } from '#contract/pricing/promotion-badge.ts';
import { type TestApp, type TestCaller, testAppOf } from '#platform/testing/app.ts';
import { serveSwitched } from '#platform/http/serve-record.ts';
import { fromNow } from '#platform/testing/from-now.ts';
import { serveAssignment } from '#shared/assignment/assign.ts';
import { addRecord } from '#shared/testing/sample.ts';
import { discountRoutes } from './routes.ts';
import { discountRecord } from './service.ts';

let test: TestApp;
let admin: TestCaller;

const draft = {
  name: 'Promo Kemerdekaan',
  discount: 50_000,
  discountType: 1,
  productType: 'courses',
  startDate: null,
  endDate: null,
} as const;
type Draft = Parameters<typeof make>[0];
const make = async (fields: Partial<{ [Key in keyof typeof draft]: unknown }> = {}) => {
  const { body, status } = await admin.call(discount.discounts.create, { body: { ...draft, ...(fields as object) } });
  expect(status).toBe(201);
  return body.discountId;
};
const switchTo = (id: string, status: 0 | 1) =>
  admin.call(discount.discounts.setStatus, { params: { id }, body: { status } });
const addCourse = async (name: string, price = 200_000, tenant = 'coding') => {
  const [row] = await test.sql(
    `insert into course (tenant, type, name, slug, price, category) values ($1, 0, $2, $2, $3, 'programming') returning id`,
    [tenant, name, price],
  );
  return String(row?.['id']);
};
const courses = assignments.discountCourses;
const assign = (id: string, chosen: string[]) => admin.call(courses.assign, courses.inputOf(id, chosen));
const listed = async (id: string, query: object = {}) => await admin.call(courses.list, { params: { id }, query });

beforeAll(async () => {
  test = await testAppOf([discountRoutes]);
  admin = await test.as('admin');
});
afterAll(() => test.close());

describe('a discount', () => {
  it('refuses a percentage outside 1 to 100 and a period that ends before it starts, both at once', async () => {
    const { status, body } = await admin.call(discount.discounts.create, {
      body: { ...draft, discountType: 2, discount: 101, startDate: fromNow(2), endDate: fromNow(1) },
    });
    expect(status).toBe(400);
    expect(body).toMatchObject({
      errors: [
        { path: 'discount', message: 'A percentage is 1 to 100' },
        { path: 'endDate', message: 'Ends before it starts' },
      ],
    });
  });

  it('refuses a percentage beside missing fields and invalid choices, all at once', async () => {
    const { status, body } = await admin.call(discount.discounts.create, {
      body: { ...draft, name: undefined, productType: 'nothing', discountType: 2, discount: 200 } as never,
    });
    expect(status).toBe(400);
    expect(body).toMatchObject({
      errors: [{ path: 'name' }, { path: 'productType' }, { path: 'discount', message: 'A percentage is 1 to 100' }],
    });
  });

  it.each([
    ['inactive until it is switched on', {}, 0, SwitchStatus.INACTIVE],
    ['active without a period', {}, 1, SwitchStatus.ACTIVE],
    ['scheduled before its period', { startDate: fromNow(1) }, 1, SwitchStatus.SCHEDULED],
    ['expired after its period', { startDate: fromNow(-2), endDate: fromNow(-1) }, 1, SwitchStatus.EXPIRED],
  ] as [string, Draft, 0 | 1, number][])('is %s', async (_, fields, on, expected) => {
    const id = await make(fields);
    if (on) expect((await switchTo(id, 1)).body.status).toBe(expected);
    expect((await admin.call(discount.discounts.get, { params: { id } })).body.status).toBe(expected);
    const found = await admin.call(discount.discounts.list, {
      query: { status: String(expected) as '0', pageSize: 100 },
    });
    expect(found.body.discounts.map((row) => row.discountId)).toContain(id);
    expect(new Set(found.body.discounts.map((row) => row.status))).toEqual(new Set([expected]));
  });

  it('is listed as one with nothing assigned, not as active, until a product is assigned', async () => {
    const id = await make({ name: 'Lencana kosong' });
    await switchTo(id, 1);
    const found = async () => {
      const by = async (status: 'active' | 'no-products' | '1') =>
        (await admin.call(discount.discounts.list, { query: { search: 'lencana', status } })).body.discounts;
      return [(await by('active')).length, (await by('no-products')).length, (await by('1')).map(badgeOf)];
    };
    expect(await found()).toEqual([0, 1, ['no-products']]);
    await assign(id, [await addCourse('Kelas Lencana')]);
    expect(await found()).toEqual([1, 0, ['active']]);
  });

  it.each(['used-up', 'draft'])('refuses the status %s, which only vouchers have', async (status) => {
    expect(await admin.call(discount.discounts.list, { query: { status } as never })).toMatchObject({ status: 400 });
  });

  it('is found by a part of its name in any case, page by page', async () => {
    const ids: string[] = [];
    for (const name of ['Gebyar Satu', 'Gebyar Dua', 'Gebyar Tiga']) ids.unshift(await make({ name }));
    const found = async (query: object) => (await admin.call(discount.discounts.list, { query })).body;
    expect(await found({ search: 'gebyar', page: 2, pageSize: 2 })).toMatchObject({
      totalItems: 3,
      page: 2,
      pageSize: 2,
      discounts: [{ discountId: ids[2], name: 'Gebyar Satu' }],
    });
    expect((await found({ search: 'BYAR dua' })).discounts.map(({ discountId }) => discountId)).toEqual([ids[1]]);
    expect(await found({ search: 'gebyar', status: '1' })).toMatchObject({ totalItems: 0, discounts: [] });
  });

  it('is changed only with the current version', async () => {
    const id = await make();
    const first = await admin.call(
      discount.discounts.update,
      { params: { id }, body: { ...draft, name: 'First' } },
      { ifMatch: '"v1"' },
    );
    expect(first).toMatchObject({ status: 200, headers: { etag: '"v2"' } });
    const second = await admin.call(
      discount.discounts.update,
      { params: { id }, body: { ...draft, name: 'Second' } },
      { ifMatch: '"v1"' },
    );
    expect(second).toMatchObject({ status: 412, body: { conflict: { by: 'Tester admin', version: 2 } } });
    const blind = await admin.call(discount.discounts.update, { params: { id }, body: { ...draft, name: 'Blind' } });
    expect(blind.status).toBe(200);
  });

  it('keeps its period when a change omits it; updatedBy is who changed it last, not who assigned to it', async () => {
    const id = await make({ startDate: fromNow(3), endDate: fromNow(9) });
    const { startDate: _start, endDate: _end, ...bare } = draft;
    expect(
      (await admin.call(discount.discounts.update, { params: { id }, body: { ...bare, name: 'Tanpa periode' } }))
        .status,
    ).toBe(200);
    const { body } = await admin.call(discount.discounts.get, { params: { id } });
    expect([body.startDate, body.endDate]).not.toContain(null);
    const superadmin = await test.as('superadmin');
    await superadmin.call(courses.assign, courses.inputOf(id, [await addCourse('kelas-orang-lain')]));
    const stale = await admin.call(discount.discounts.update, { params: { id }, body: draft }, { ifMatch: '"v1"' });
    expect(stale).toMatchObject({ status: 412, body: { conflict: { by: 'Tester admin' } } });
  });

  it('is created once, however often the same create is sent', async () => {
    const create = (name: string) =>
      admin.call(discount.discounts.create, { body: { ...draft, name } }, { headers: { 'idempotency-key': 'try-1' } });
    const answers = await Promise.all([create('Once'), create('Once'), create('Once')]);
    expect(answers.map((answer) => answer.status)).toEqual([201, 201, 201]);
    const stored = await test.sql(`select id from discount where name = 'Once'`);
    expect(stored).toHaveLength(1);
    expect(answers.map((answer) => answer.body.discountId)).toEqual(answers.map(() => stored[0]?.['id']));
    expect((await create('Another body')).status).toBe(409);
  });
});

// Registers its own routes, which separately running servers do not have.
it.skipIf(process.env['SEVERAL'])(
  'a record that cannot be deleted states the reason in advance and in the refusal',
  async () => {
    const message = 'It holds products; unassign these first';
    const kept = await testAppOf([
      (app) =>
        serveSwitched(app, discount.discounts, {
          ...discountRecord,
          removalConflict: ({ record }) => (record.totalAssigned > 0 ? message : null),
        }),
      (app) => serveAssignment(app, courses),
    ]);
    try {
      const caller = await kept.as('admin');
      const { body: made } = await caller.call(discount.discounts.create, { body: draft });
      const one = { params: { id: made.discountId } };
      expect((await caller.call(discount.discounts.get, one)).body.removalConflict).toBeNull();
      const course = await addRecord(kept.sql, 'course', 'coding');
      await caller.call(courses.assign, courses.inputOf(made.discountId, [course]));
      expect((await caller.call(discount.discounts.get, one)).body.removalConflict).toBe(message);
      expect(await caller.call(discount.discounts.remove, one)).toMatchObject({ status: 409, body: { message } });
      await caller.call(courses.unassign, courses.inputOf(made.discountId, [course]));
      expect((await caller.call(discount.discounts.remove, one)).status).toBe(200);
    } finally {
      await kept.close();
    }
  },
);

describe('assigning', () => {
  it('lists assigned and available items, with the price after the active discount', async () => {
    const id = await make({ discountType: 2, discount: 25 });
    const [one, two] = [await addCourse('Kelas Satu', 100_001), await addCourse('Kelas Dua')];
    expect((await assign(id, [one, one, two])).body).toEqual({ changed: 2 });
    expect((await assign(id, [one])).body).toEqual({ changed: 0 });
    expect((await listed(id, { isAssigned: 'true' })).body).toMatchObject({ totalItems: 2 });
    await switchTo(id, 1);
    const { body } = await listed(id, { search: 'kelas SATU', category: 'programming' });
    expect(courses.rowsOf(body)).toMatchObject([{ id: one, isAssigned: true, price: 100_001, finalPrice: 75_000 }]);
    expect((await listed(id, { category: 'cyber' })).body.totalItems).toBe(0);
    expect((await admin.call(courses.unassign, courses.inputOf(id, [one, two]))).body).toEqual({
      changed: 2,
    });
  });

  it('is all or nothing: one unknown or foreign id and nothing is assigned', async () => {
    const id = await make();
    const [own, foreign] = [await addCourse('Kelas Tiga'), await addCourse('Kelas Asing', 1, 'cyber')];
    const refused = await assign(id, [own, foreign]);
    expect(refused).toMatchObject({ status: 400, body: { message: 'One of these does not exist' } });
    expect((await listed(id, { isAssigned: 'true' })).body.totalItems).toBe(0);
  });

  it('allows a product in one active discount at a time, and names the other', async () => {
    const course = await addCourse('Kelas Rebutan');
    const [first, second, later] = [
      await make({ name: 'Promo A' }),
      await make({ name: 'Promo B' }),
      await make({ name: 'Promo C', startDate: fromNow(30) }),
    ];
    await switchTo(first, 1);
    await assign(first, [course]);
    await assign(second, [course]);
    expect(await switchTo(second, 1)).toMatchObject({
      status: 409,
      body: { message: '"Kelas Rebutan" already has the active discount "Promo A", no end date' },
    });
    await switchTo(later, 1);
    expect((await assign(later, [course])).status).toBe(409);
    await admin.call(discount.discounts.update, { params: { id: first }, body: { ...draft, endDate: fromNow(20) } });
    expect((await assign(later, [course])).status).toBe(200);
    const longer = await admin.call(discount.discounts.update, {
      params: { id: first },
      body: { ...draft, endDate: fromNow(40) },
    });
    expect(longer.status).toBe(409);
  });

  it('conflicts with a discount that starts in the minute it ends in, and with none that starts after that minute', async () => {
    const course = await addCourse('Kelas Berganti');
    const first = await make({ endDate: '2998-12-31T16:59:00.000Z' });
    const [same, next] = [
      await make({ startDate: '2998-12-31T16:59:00Z' }),
      await make({ startDate: '2998-12-31T17:00:00Z' }),
    ];
    for (const id of [first, same, next]) await assign(id, [course]);
    await switchTo(first, 1);
    expect([(await switchTo(same, 1)).status, (await switchTo(next, 1)).status]).toEqual([409, 200]);
    const { body } = await admin.call(discount.discounts.get, { params: { id: first } });
    expect(body.endDate).toBe('2998-12-31T16:59:00.000Z');
  });

  it('names up to five products that another discount has, and each list names the discount of a price', async () => {
    const held = await Promise.all(
      ['A', 'B', 'C', 'D', 'E', 'F'].map((letter) => addCourse(`Kelas Bersama ${letter}`)),
    );
    const [first, second] = [await make({ name: 'Promo Dulu' }), await make({ name: 'Promo Kemudian' })];
    await assign(first, held);
    await switchTo(first, 1);
    await assign(second, held.slice(0, 2));
    expect((await switchTo(second, 1)).body).toMatchObject({
      message:
        '"Kelas Bersama A" already has the active discount "Promo Dulu", no end date; "Kelas Bersama B" already has the active discount "Promo Dulu", no end date',
    });
    await assign(second, held);
    expect((await switchTo(second, 1)).body).toMatchObject({
      message: expect.stringMatching(
        /^("Kelas Bersama [A-E]" already has the active discount "Promo Dulu", no end date; ){5}and others$/,
      ),
    });
    const { body } = await listed(second, { isAssigned: 'true', search: 'Bersama A', pageSize: 10 });
    expect(courses.rowsOf(body).find(({ name }) => name === 'Kelas Bersama A')).toMatchObject({
      price: 200_000,
      finalPrice: 150_000,
      discountedBy: { id: first, name: 'Promo Dulu' },
    });
  });

  it('shows conflicts in advance with the same words as the refusal', async () => {
    const [held, free] = [await addCourse('Kelas Kena Satu'), await addCourse('Kelas Kena Dua')];
    const [first, second] = [await make({ name: 'Promo Lama', endDate: '2999-01-01T00:00:00Z' }), await make()];
    await switchTo(first, 1);
    await assign(first, [held]);
    const conflicts = async () =>
      courses.rowsOf((await listed(second, { search: 'kelas kena' })).body).map((row) => [row.id, row.conflict]);
    expect(await conflicts()).toEqual([
      [free, null],
      [held, null],
    ]);
    await switchTo(second, 1);
    const message = 'already has the active discount "Promo Lama", until 1 Jan 2999, 07.00 WIB';
    expect(await conflicts()).toEqual([
      [free, null],
      [held, message],
    ]);
    expect(await assign(second, [held, free])).toMatchObject({
      status: 409,
      body: { message: `"Kelas Kena Satu" ${message}` },
    });
    expect((await listed(second, { isAssigned: 'true' })).body.totalItems).toBe(0);
  });

  it('accepts only the discount’s product type, which changes only while nothing is assigned', async () => {
    const id = await make({ productType: 'learning paths' });
    const course = await addCourse('Kelas Salah Alamat');
    expect(await assign(id, [course])).toMatchObject({
      status: 400,
      body: { message: 'This discount applies to learning paths' },
    });
    const change = (productType: 'courses' | 'products') =>
      admin.call(discount.discounts.update, { params: { id }, body: { ...draft, productType } });
    expect((await change('courses')).status).toBe(200);
    expect((await assign(id, [course])).status).toBe(200);
    expect(await change('products')).toMatchObject({
      status: 409,
      body: { message: 'It is assigned to courses; unassign these first', errors: [{ path: 'productType' }] },
    });
  });

  it('of an ended discount conflicts with nothing: it can be renamed, and products added', async () => {
    const [course, next] = [await addCourse('Kelas Usai'), await addCourse('Kelas Lanjut')];
    const [ended, running] = [
      await make({ name: 'Promo Usai', startDate: fromNow(-9), endDate: fromNow(-8) }),
      await make({ name: 'Promo Jalan' }),
    ];
    await assign(ended, [course]);
    await switchTo(ended, 1);
    await switchTo(running, 1);
    expect((await assign(running, [course, next])).status).toBe(200);
    const renamed = await admin.call(discount.discounts.update, {
      params: { id: ended },
      body: { ...draft, name: 'Promo Lama', startDate: fromNow(-9), endDate: fromNow(-8) },
    });
    expect(renamed.status).toBe(200);
    expect((await assign(ended, [next])).status).toBe(200);
    const revived = await admin.call(discount.discounts.update, {
      params: { id: ended },
      body: { ...draft, name: 'Promo Lama', endDate: fromNow(8) },
    });
    expect(revived).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('already has the active discount "Promo Jalan"') },
    });
  });

  it('lets only one of two discounts have a product when both are switched on at once', async () => {
    const course = await addCourse('Kelas Balapan');
    const [a, b] = [await make(), await make()];
    await assign(a, [course]);
    await assign(b, [course]);
    const answers = await Promise.all([switchTo(a, 1), switchTo(b, 1)]);
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200, 409]));
  });

  it('unassigns everything, and a deleted discount unassigns its courses', async () => {
    const id = await make();
    const course = await addCourse('Kelas Sisa');
    const [path] = await test.sql(
      `insert into learning_path (tenant, name, slug) values ('coding', 'Jalur', 'jalur') returning id`,
    );
    await assign(id, [course]);
    // Data from before discounts were limited to one type of product.
    await test.sql(`insert into discount_path (tenant, discount_id, path_id) values ('coding', $1, $2)`, [
      id,
      path?.['id'],
    ]);
    expect((await admin.call(discount.discounts.get, { params: { id } })).body).toMatchObject({
      assignedCourses: [{ id: course, name: 'Kelas Sisa' }],
      assignedPaths: [{ id: path?.['id'], name: 'Jalur' }],
      totalAssigned: 2,
    });
    expect((await admin.call(unassignAllProducts, { params: { id } })).body).toEqual({ changed: 2 });
    expect((await admin.call(discount.discounts.remove, { params: { id } })).status).toBe(200);
    expect(await test.sql('select 1 as there from course where id = $1', [course])).toEqual([{ there: 1 }]);
  });
});
