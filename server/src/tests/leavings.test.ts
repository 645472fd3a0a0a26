/**
 * Tests planned leavings from a discount to another that starts later: prices before and after, histories, undo,
 * concurrency.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assignments } from '#contract/assignment/table.ts';
import { leftAtOnce, listAudit } from '#contract/kernel/audit.ts';
import { discounts } from '#contract/discount/endpoints.ts';
import { discountEffect } from '#contract/discount/effect.ts';
import { quoteOrder } from '#contract/order/new-order.ts';
import type { TestApp, TestCaller } from '#platform/testing/app.ts';
import { fromNow } from '#platform/testing/from-now.ts';
import { addRecord } from '#shared/testing/sample.ts';
import { removeLeftProducts } from '../areas/discount/jobs.ts';
import { testApp } from './app.ts';
import { batchOf, resultsOf, undoneOf } from './batch-work.ts';

let test: TestApp;
let admin: TestCaller;
beforeAll(async () => {
  test = await testApp();
  admin = await test.as('admin');
});
afterAll(() => test.close());

const courses = assignments.discountCourses;
const draft = { discountType: 0, productType: 'courses', endDate: null } as const;
interface Options {
  price: number;
  startDate?: string | null;
  isOn?: boolean;
}
const bodyOf = (name: string, { price, startDate = null }: Options) => ({ ...draft, name, discount: price, startDate });

async function discount(name: string, chosen: readonly string[], options: Options): Promise<string> {
  const { body } = await admin.call(discounts.create, { body: bodyOf(name, options) });
  if (chosen.length > 0) await admin.call(courses.assign, courses.inputOf(body.discountId, chosen));
  if (options.isOn ?? true) await switchTo(body.discountId, 1);
  return body.discountId;
}
const switchTo = async (id: string, status: 0 | 1) =>
  (await admin.call(discounts.setStatus, { params: { id }, body: { status } })).status;
const course = () => addRecord(test.sql, 'course', 'coding', { price: 200_000 });
const take = (id: string, course_ids: string[] = [], when: 'start' | 'now' = 'start') =>
  admin.call(courses.takeOver!, { params: { id }, body: { course_ids, when } });
const keep = (id: string) => admin.call(courses.keep!, { params: { id } });
const priceOf = async (productId: string, at: string | null = null) => {
  const items = [{ productType: 'courses' as const, productId }];
  return (await admin.call(quoteOrder, { body: { items, at } })).body.items[0]?.finalPrice;
};
const rowIn = async (id: string, itemId: string) => {
  const query = { isAssigned: 'true', pageSize: '100' } as const;
  const { body } = await admin.call(courses.list, { params: { id }, query });
  return courses.rowsOf(body).find((row) => row.id === itemId);
};
const effectOf = async (id: string) => (await admin.call(discountEffect, { params: { id } })).body;
const historyOf = async (entityId: string) =>
  (await admin.call(listAudit, { query: { entity: 'discount', entityId } })).body.entries;
const moveStart = (id: string, name: string, price: number, startDate: string | null) =>
  admin.call(discounts.update, { params: { id }, body: bodyOf(name, { price, startDate }) });
/** Runs the job, which reads nothing but the database of its context. */
const settle = () => removeLeftProducts.run({ db: test.database.tenant('coding') } as never);

/** Courses taken in the current test. */
const taken: string[] = [];

/** A course in an active discount, and a second discount that starts in ten days and takes the course. */
async function planned(isOn = true) {
  const item = await course();
  const old = await discount('Lama', [item], { price: 150_000 });
  const next = await discount('Baru', isOn ? [] : [item], { price: 100_000, startDate: fromNow(10), isOn });
  const taken = await take(next, isOn ? [item] : []);
  return { item, old, next, taken };
}

describe('a product that leaves for a discount that starts later', () => {
  it('has the price of the old discount until then, and of the new one afterwards', async () => {
    const { item, old, next, taken } = await planned();
    expect(taken).toMatchObject({
      status: 200,
      body: { changed: 1, isPlanned: true },
    });
    expect([await priceOf(item), await priceOf(item, fromNow(9)), await priceOf(item, fromNow(11))]).toEqual([
      150_000, 150_000, 100_000,
    ]);
    expect(await rowIn(old, item)).toMatchObject({
      finalPrice: 150_000,
      leavesFor: [{ id: next, name: 'Baru', startDate: expect.any(String), isActive: true }],
    });
    expect(await rowIn(next, item)).toMatchObject({ heldBy: [] });
    expect(await effectOf(next)).toMatchObject({ conflicting: 0, leaving: [{ discountId: old, products: 1 }] });
  });

  it('follows the start of the new discount, also when it becomes the present', async () => {
    const { item, old, next } = await planned();
    await moveStart(next, 'Baru', 100_000, fromNow(20));
    expect([await priceOf(item, fromNow(19)), await priceOf(item, fromNow(21))]).toEqual([150_000, 100_000]);
    await moveStart(next, 'Baru', 100_000, fromNow(-1));
    expect(await priceOf(item)).toBe(100_000);
    expect(await rowIn(next, item)).toMatchObject({ finalPrice: 100_000, discountedBy: { id: next } });
    expect(await rowIn(old, item)).toBeUndefined();
  });

  it('has the new price from that moment on; a repeated job then unassigns it from the old discount', async () => {
    const item = await course();
    const old = await discount('Lama', [item], { price: 150_000, isOn: false });
    const next = await discount('Baru', [item], { price: 100_000 });
    // As if the new discount had started since.
    await test.sql(
      `insert into discount_course_leaving (tenant, holder_id, course_id, taker_id) values ('coding', $1, $2, $3)`,
      [old, item, next],
    );
    expect(await switchTo(old, 1)).toBe(200);
    expect(await priceOf(item)).toBe(100_000);
    expect(await rowIn(next, item)).toMatchObject({ finalPrice: 100_000, discountedBy: { id: next } });
    await settle();
    await settle();
    expect(await rowIn(old, item)).toBeUndefined();
    const removed = (await historyOf(old)).filter(({ action }) => action === 'delete');
    expect(removed.map(({ actorName, table, count }) => [actorName, table, count]).toSorted()).toEqual([
      ['The system', 'discount_course', 1],
      ['The system', 'discount_course_leaving', 1],
    ]);
  });

  it.each([
    ['switched off', (id: string) => switchTo(id, 0)],
    ['deleted', (id: string) => admin.call(discounts.remove, { params: { id } })],
    ['moved into the future again', (id: string) => moveStart(id, 'Baru', 100_000, fromNow(5))],
    ['left by the product', (id: string) => admin.call(courses.unassign, courses.inputOf(id, taken))],
  ])('stays away once it left, even when the new discount is %s', async (_, change) => {
    const { item, old, next } = await planned();
    taken[0] = item;
    await moveStart(next, 'Baru', 100_000, fromNow(-1));
    await change(next);
    expect(await rowIn(old, item)).toBeUndefined();
    expect(await priceOf(item)).toBe(200_000);
  });

  it.each([
    ['deleted', (id: string) => admin.call(discounts.remove, { params: { id } })],
    ['left by the product', (id: string) => admin.call(courses.unassign, courses.inputOf(id, taken))],
  ])('stays when the new discount is %s before it starts', async (_, change) => {
    const { item, old, next } = await planned();
    taken[0] = item;
    await change(next);
    const row = await rowIn(old, item);
    expect([row?.finalPrice, row?.leavesFor]).toEqual([150_000, undefined]);
    expect(await priceOf(item, fromNow(11))).toBe(150_000);
  });

  it('stays while the new discount is switched off, and leaves when it is switched on after its start', async () => {
    const { item, next } = await planned(false);
    expect(await priceOf(item, fromNow(11))).toBe(150_000);
    await moveStart(next, 'Baru', 100_000, null);
    expect(await priceOf(item)).toBe(150_000);
    expect(await switchTo(next, 1)).toBe(200);
    expect(await priceOf(item)).toBe(100_000);
  });

  it('leaves at once when the new discount is in force, or on request', async () => {
    const [one, two] = [await course(), await course()];
    const old = await discount('Lama', [one, two], { price: 150_000 });
    const running = await discount('Berjalan', [], { price: 100_000 });
    expect((await take(running, [one])).body).toMatchObject({ changed: 1, isPlanned: false });
    const later = await discount('Nanti', [], { price: 100_000, startDate: fromNow(10) });
    expect((await take(later, [two], 'now')).body).toMatchObject({ changed: 1, isPlanned: false });
    expect([await rowIn(old, one), await rowIn(old, two)]).toEqual([undefined, undefined]);
    expect([await priceOf(one), await priceOf(two)]).toEqual([100_000, 200_000]);
  });
});

describe('undo', () => {
  it('of the bulk change restores everything', async () => {
    const { item, old, next, taken: takeOver } = await planned();
    expect((await undoneOf(admin, takeOver)).body).toMatchObject({ undone: 1, kept: 0 });
    const row = await rowIn(old, item);
    expect([row?.finalPrice, row?.leavesFor, await rowIn(next, item)]).toEqual([150_000, undefined, undefined]);
  });

  it('of the bulk change leaves a course alone that has left since, and says so', async () => {
    const { item, old, next, taken: takeOver } = await planned();
    await moveStart(next, 'Baru', 100_000, fromNow(-1));
    expect((await undoneOf(admin, takeOver)).body).toMatchObject({ undone: 0, kept: 1 });
    expect((await resultsOf(admin, batchOf(takeOver))).get(item)?.reason).toMatch(/set it to Other discounts since$/);
    expect([await rowIn(old, item), await rowIn(next, item)]).toMatchObject([undefined, { finalPrice: 100_000 }]);
  });

  it('at a later time: an inactive discount’s products are contested again, an active one loses them', async () => {
    const off = await planned(false);
    expect((await keep(off.next)).body).toEqual({ changed: 1 });
    expect(await effectOf(off.next)).toMatchObject({ conflicting: 1, leaving: [] });
    expect(await rowIn(off.next, off.item)).toBeDefined();
    const on = await planned();
    expect((await keep(on.next)).body).toEqual({ changed: 1 });
    expect([await rowIn(on.next, on.item), (await rowIn(on.old, on.item))?.leavesFor]).toEqual([undefined, undefined]);
  });

  it('is refused after it has left', async () => {
    const { item, old, next } = await planned();
    await moveStart(next, 'Baru', 100_000, fromNow(-1));
    expect((await keep(next)).body).toEqual({ changed: 0 });
    expect([await rowIn(old, item), await rowIn(next, item)]).toMatchObject([undefined, { finalPrice: 100_000 }]);
  });
});

it('both histories show who planned it, for which courses, from when, and who ended it', async () => {
  const { item, old, next } = await planned();
  await keep(next);
  const entry = { table: 'discount_course_leaving', actorName: expect.stringMatching(/./), count: 1 };
  for (const id of [old, next]) {
    const entries = (await historyOf(id)).filter(({ table }) => table === entry.table);
    expect(entries).toMatchObject([
      { ...entry, action: 'delete' },
      { ...entry, action: 'create', after: { course_id: item, planned_start: expect.any(String) } },
    ]);
    expect(entries[1]?.belongsTo).toEqual([`discount:${next}`, `discount:${old}`, `course:${item}`]);
  }
});

it('both histories show that courses were taken over at once, and nothing stays planned', async () => {
  const item = await course();
  const old = await discount('Lama', [item], { price: 150_000 });
  const next = await discount('Baru', [item], { price: 100_000, isOn: false });
  expect((await take(next, [], 'now')).body).toMatchObject({ changed: 1, isPlanned: false });
  for (const id of [old, next]) {
    const entries = (await historyOf(id)).filter(({ table }) => table === 'discount_course_leaving');
    expect(entries).toMatchObject([
      { action: 'delete', before: { planned_start: leftAtOnce } },
      { action: 'create', after: { course_id: item, planned_start: leftAtOnce }, count: 1 },
    ]);
    expect(entries[1]?.belongsTo).toEqual([`discount:${next}`, `discount:${old}`, `course:${item}`]);
  }
  expect(await test.sql('select from discount_course_leaving where taker_id = $1', [next])).toEqual([]);
});

it('a course that is planned to leave keeps its plan when another one is taken over at once', async () => {
  const [planned, other] = [await course(), await course()];
  await discount('Lama', [planned, other], { price: 150_000 });
  const next = await discount('Baru', [planned], { price: 100_000, startDate: fromNow(10) });
  expect((await take(next)).body).toMatchObject({ changed: 1, isPlanned: true });
  expect((await take(next, [other], 'now')).body).toMatchObject({ changed: 1, isPlanned: false });
  expect(await test.sql('select course_id from discount_course_leaving where taker_id = $1', [next])).toEqual([
    { course_id: planned },
  ]);
});

it('when two discounts plan to take the same course at once, only one can be active at the same time', async () => {
  const item = await course();
  await discount('Lama', [item], { price: 150_000 });
  const both = [
    await discount('Satu', [item], { price: 100_000, startDate: fromNow(3), isOn: false }),
    await discount('Dua', [item], { price: 50_000, startDate: fromNow(4), isOn: false }),
  ];
  expect((await Promise.all(both.map((id) => take(id)))).map(({ status }) => status)).toEqual([200, 200]);
  const switched = await Promise.all(both.map((id) => switchTo(id, 1)));
  expect(switched.toSorted()).toEqual([200, 409]);
  const isFirst = switched[0] === 200;
  expect([await priceOf(item), await priceOf(item, fromNow(5))]).toEqual([150_000, isFirst ? 100_000 : 50_000]);
});

it('the list of assignable products omits those of others, and includes those that will have left', async () => {
  const [free, held, leaving] = [await course(), await course(), await course()];
  await discount('Lama', [held, leaving], { price: 150_000 });
  const next = await discount('Baru', [], { price: 100_000, startDate: fromNow(10) });
  await take(next, [leaving]);
  const later = await discount('Lain', [], { price: 90_000, startDate: fromNow(1), isOn: false });
  await admin.call(discounts.update, {
    params: { id: later },
    body: { ...bodyOf('Lain', { price: 90_000, startDate: fromNow(1) }), endDate: fromNow(2) },
  });
  const found = async (id: string) => {
    const query = { isAssigned: 'false', withoutConflict: 'true', pageSize: '100' } as const;
    const { body } = await admin.call(courses.list, { params: { id }, query });
    const ids = new Set(courses.rowsOf(body).map((row) => row.id));
    return [free, held, leaving].map((one) => ids.has(one));
  };
  expect(await found(later)).toEqual([true, false, false]);
  const much = await discount('Jauh', [], { price: 90_000, startDate: fromNow(30), isOn: false });
  expect(await found(much)).toEqual([true, false, false]);
  expect(await found(next)).toEqual([true, false, false]);
});
