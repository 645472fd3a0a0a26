/** Tests the chase order over HTTP: candidates, ranking, the rule, and how documents are taken in. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listChase, getChaseRule, takeInOrders, updateChaseRule } from '#contract/order-tracking/chase.ts';
import { chaseDefaults } from '#contract/order-tracking/chase-order.ts';
import type { CallInput } from '#contract/kernel/endpoint.ts';
import * as desk from '#contract/order-tracking/desk.ts';
import { type TestApp, type TestCaller, testAppOf } from '#platform/testing/app.ts';
import { orderDeskRoutes } from './routes.ts';
import { type Contents, storeDocument } from './testing/stored-document.ts';

let test: TestApp;
let admin: TestCaller;
let service: TestCaller;
beforeAll(async () => {
  test = await testAppOf([orderDeskRoutes]);
  [admin, service] = [await test.as('admin'), await test.as('customer-service')];
});
beforeEach(async () => {
  for (const table of ['desk_order', 'tracking_document', 'chase_document', 'chase_reading', 'discount', 'course'])
    await test.sql(`delete from ${table}`);
});
afterAll(() => test.close());

const hour = 3_600_000;
const day = 24 * hour;
/** Start of the default window of 30 days, from a whole hour. */
const windowStart = () => Math.floor(Date.now() / hour) * hour - 30 * day;
const ago = (ms: number) => new Date(Date.now() - ms).toISOString();

const documentOf = (id: string, more: Contents = {}) => ({
  id,
  contents: { status: 'unpaid' as const, orderedAt: ago(hour), ...more },
});
type Document = ReturnType<typeof documentOf>;
/** Stores documents and takes them in. */
async function takeIn(documents: Document[], readFrom: string | null = null) {
  for (const { id, contents } of documents) await storeDocument(test.sql, id, contents);
  return service.call(takeInOrders, { body: { ids: documents.map(({ id }) => id), readFrom } });
}
const setTo = async (id: string, status: 'paid' | 'unpaid') => {
  await storeDocument(test.sql, id, documentOf(id, { status }).contents);
  await service.call(desk.noteStatus, { params: { id }, body: {} });
};
const listed = async (who: TestCaller, query: CallInput<typeof listChase>['query'] = {}) =>
  (await who.call(listChase, { query })).body;
const idsOf = async (who: TestCaller, query?: CallInput<typeof listChase>['query']) =>
  (await listed(who, query)).orders.map(({ documentId }) => documentId);

async function addCourse(price: number): Promise<string> {
  const [course] = await test.sql(
    `insert into course (tenant, name, slug, type, price) values ('coding', 'Kursus', 'k' || gen_random_uuid(), 0, $1) returning id`,
    [price],
  );
  return String(course?.['id']);
}

/** Half the price until a moment. */
async function addDiscount(course: string, endDate: string): Promise<void> {
  await test.sql(
    `with made as (insert into discount (tenant, name, value, discount_type, product_type, end_date, is_active)
      values ('coding', 'Promo', 50, 2, 'courses', $2, true) returning id)
      insert into discount_course (tenant, discount_id, course_id) select 'coding', id, $1 from made`,
    [course, endDate],
  );
}

describe('the chase order', () => {
  it('ranks open documents by value, age, the end of the discount and the last contact, and returns the parts of each score', async () => {
    const [dear, reduced] = [await addCourse(1_250_000), await addCourse(1_000_000)];
    await addDiscount(reduced, new Date(Date.now() + 30 * hour).toISOString());
    await takeIn([
      documentOf('plain'),
      documentOf('old', { orderedAt: ago(2 * day + hour) }),
      documentOf('dear', { courseId: dear, orderedAt: ago(2 * day + hour), status: 'pending' }),
      documentOf('ends', { courseId: reduced }),
      documentOf('elsewhere', { courseId: 'GO-101', orderedAt: ago(3 * hour) }),
    ]);
    expect(await idsOf(service)).toEqual(['dear', 'ends', 'old', 'plain', 'elsewhere']);
    await service.call(desk.workOrder, { params: { id: 'dear' }, body: { contact: { templateId: null } } });
    const { orders, totalItems, rule } = await listed(service);
    expect(totalItems).toBe(5);
    expect(rule).toEqual(chaseDefaults);
    expect(orders.map(({ documentId, score }) => [documentId, score])).toEqual([
      ['ends', 37],
      ['old', 20],
      ['plain', 0],
      ['elsewhere', 0],
      ['dear', -6],
    ]);
    expect(orders[0]).toMatchObject({
      value: 500_000,
      discountEndsAt: expect.any(String),
      parts: [
        { kind: 'value', points: 10 },
        { kind: 'discount', points: 27 },
      ],
    });
    expect(orders[4]?.parts).toEqual([
      { kind: 'value', points: 24 },
      { kind: 'age', points: 20 },
      { kind: 'contact', points: -50 },
    ]);
  });

  it('excludes orders that are settled, undated, outside the window or claimed by others, and counts the rest', async () => {
    await takeIn([
      documentOf('open'),
      documentOf('mine'),
      documentOf('theirs'),
      documentOf('old', { orderedAt: ago(31 * day) }),
      documentOf('paid', { status: 'paid' }),
      documentOf('undated', { orderedAt: null }),
    ]);
    const claim = (who: TestCaller, id: string) => who.call(desk.workOrder, { params: { id }, body: { claim: true } });
    await claim(service, 'mine');
    await claim(admin, 'theirs');
    expect((await idsOf(service)).toSorted()).toEqual(['mine', 'open']);
    expect((await idsOf(admin)).toSorted()).toEqual(['open', 'theirs']);
    expect((await service.call(desk.countDesk, {})).body.chase).toBe(2);
    await setTo('mine', 'paid');
    expect(await idsOf(service)).toEqual(['open']);
    await setTo('mine', 'unpaid');
    expect((await idsOf(service)).toSorted()).toEqual(['mine', 'open']);
  });

  it('counts the orders that it lists, also in the first hour of the window', async () => {
    await takeIn([documentOf('edge', { orderedAt: new Date(windowStart() + 1).toISOString() })]);
    expect(await idsOf(service)).toEqual(['edge']);
    expect((await service.call(desk.countDesk, {})).body.chase).toBe(1);
  });

  it('is paged, and filtered by e-mail, customer service and date', async () => {
    await takeIn([
      documentOf('a', { userEmail: 'siti@demo.test' }),
      documentOf('b', { servicePhone: '+62811', orderedAt: ago(2 * day + hour) }),
      documentOf('c', { orderedAt: ago(5 * day) }),
    ]);
    expect(await idsOf(service, { pageSize: 2 })).toEqual(['c', 'b']);
    expect(await idsOf(service, { pageSize: 2, page: 2 })).toEqual(['a']);
    expect(await idsOf(service, { email: 'siti@demo.test' })).toEqual(['a']);
    expect(await idsOf(service, { handledBy: '+62811' })).toEqual(['b']);
    expect(await idsOf(service, { since: ago(3 * day) })).toEqual(['b', 'a']);
  });

  it('contains only the caller’s brand, and returns 403 to roles without order tracking', async () => {
    await takeIn([documentOf('ours')]);
    expect(await idsOf(await test.as('admin', 'cyber'))).toEqual([]);
    const member = await test.as('instructor');
    expect((await member.call(listChase, {})).status).toBe(403);
    expect((await member.call(takeInOrders, { body: { ids: [], readFrom: null } })).status).toBe(403);
  });
});

describe('taking documents in', () => {
  it('requests the whole window first and after a gap, nothing right after a reading, and otherwise from two days before the last one', async () => {
    const { readFrom } = await listed(service);
    expect(Date.parse(readFrom ?? '')).toBe(windowStart());
    await takeIn([], readFrom);
    expect((await listed(admin)).readFrom).toBeNull();
    await test.sql(`update chase_reading set read_at = now() - interval '1 hour'`);
    expect(Date.parse((await listed(service)).readFrom ?? '')).toBeCloseTo(Date.now() - 2 * day - hour, -5);
    // A gap between two readings starts over.
    await test.sql(`update chase_reading set read_at = now() - interval '10 days'`);
    await takeIn([], ago(2 * day));
    expect(Date.parse((await listed(service)).readFrom ?? '')).toBe(windowStart());
  });

  it('removes documents that are no longer open, and updates their status at the desk', async () => {
    await takeIn([documentOf('a'), documentOf('b')]);
    await service.call(desk.workOrder, { params: { id: 'a' }, body: { claim: true } });
    await takeIn([documentOf('a', { status: 'paid' }), documentOf('b', { status: 'waiting' })]);
    expect(await idsOf(service)).toEqual([]);
    const { orders } = (await service.call(desk.readDesk, { query: { ids: 'a/b' } })).body;
    expect(orders.map(({ documentId, status }) => [documentId, status])).toEqual([['a', 'paid']]);
  });

  it('adds no invented order, and removes a deleted one', async () => {
    await takeIn([documentOf('a')]);
    await test.sql('delete from tracking_document');
    const ids = ['a', 'invented'];
    expect((await service.call(takeInOrders, { body: { ids, readFrom: null } })).status).toBe(200);
    expect(await idsOf(service)).toEqual([]);
  });

  it('stores a document once that a request contains twice', async () => {
    expect((await takeIn([documentOf('a'), documentOf('a')])).status).toBe(200);
    expect(await idsOf(service)).toEqual(['a']);
  });
});

describe('the rule', () => {
  const changed = { ...chaseDefaults, valuePoints: 0, agePoints: 1 };
  afterAll(() => admin.call(updateChaseRule, { body: chaseDefaults }));

  it('can be changed only by admins, applies to the next list, and is in the audit trail', async () => {
    const before = (await service.call(getChaseRule, {})).body;
    expect(before).toMatchObject(chaseDefaults);
    expect((await service.call(updateChaseRule, { body: changed })).status).toBe(403);
    const saved = await admin.call(
      updateChaseRule,
      { body: changed },
      { headers: { 'if-match': `"${before.version}"` } },
    );
    expect(saved.body).toMatchObject({ ...changed, version: before.version + 1 });
    await takeIn([documentOf('a', { orderedAt: ago(4 * day + hour) })]);
    expect((await listed(service)).orders).toMatchObject([{ documentId: 'a', score: 4 }]);
    const [entry] = await test.sql(
      `select actor_name, after from audit where table_name = 'chase_rule' order by id desc limit 1`,
    );
    expect(entry).toEqual({ actor_name: 'Tester admin', after: { value_points: 0, age_points: 1 } });
  });

  it('returns 412 for a change of an earlier version', async () => {
    const { version } = (await admin.call(getChaseRule, {})).body;
    const save = (body: typeof changed) =>
      admin.call(updateChaseRule, { body }, { headers: { 'if-match': `"${version}"` } });
    expect((await save({ ...changed, agePoints: 2 })).status).toBe(200);
    expect(await save({ ...changed, agePoints: 3 })).toMatchObject({
      status: 412,
      body: { conflict: { isYou: true } },
    });
    expect((await admin.call(getChaseRule, {})).body.agePoints).toBe(2);
  });

  it('returns 400 with the field of points or days out of range', async () => {
    const body = { ...chaseDefaults, valueMost: 101, windowDays: 0 };
    expect(await admin.call(updateChaseRule, { body })).toMatchObject({
      status: 400,
      body: {
        errors: [
          { path: 'valueMost', message: 'From 0 to 100' },
          { path: 'windowDays', message: 'From 1 to 90' },
        ],
      },
    });
  });
});
