/** Tests paid and access: what a check finds, giving and removing access with undo, marks, settled rows, the list. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  checkAccess,
  giveAccess,
  giveItemAccess,
  listAccessGaps,
  markIntended,
  removeAccess,
  undoAccess,
} from '#contract/access/endpoints.ts';
import type { CallInput, Tenant } from '#contract/kernel/endpoint.ts';
import { type TestApp, type TestCaller, testAppOf } from '#platform/testing/app.ts';
import { recordCheck } from '#shared/access-gaps.ts';
import { addRecord } from '#shared/testing/sample.ts';
import { checkPaidAccess } from './jobs.ts';
import { accessRoutes } from './routes.ts';

let test: TestApp;
let admin: TestCaller;
beforeAll(async () => {
  test = await testAppOf([accessRoutes]);
  admin = await test.as('admin');
});
beforeEach(async () => {
  for (const table of ['access_mend', 'access_gap', 'order_item', '"order"', 'course_user', 'learning_path_user'])
    await test.sql(`delete from ${table}`);
  for (const table of ['subscription', 'tracking_document', 'access_check']) await test.sql(`delete from ${table}`);
});
afterAll(() => test.close());

const add = (kind: Parameters<typeof addRecord>[1], values: object = {}, tenant: Tenant = 'coding') =>
  addRecord(test.sql, kind, tenant, { ...values });
const member = (name = 'Siti Wulandari') => add('user', { name, phone_number: '0812-3456-789' });
const types = { course: 'courses', 'learning-path': 'learning paths', plan: 'subscriptions' } as const;

/** Order of one product; paid unless another status is given. */
async function order(userId: string, kind: keyof typeof types, productId: string, values: object = {}) {
  const paid = { status: 'paid', paid_at: '2026-11-01T03:00:00Z', ...values };
  const id = await add('order', { user_id: userId, user_name: 'Siti', ...paid });
  await test.sql(
    `insert into order_item (tenant, order_id, line, product_type, product_id, product_name, price, discount_amount)
      values ('coding', $1, 1, $2, $3, 'Produk', 200000, 50000)`,
    [id, types[kind], productId],
  );
  return id;
}
const enrol = (userId: string, courseId: string, at = '2026-10-01T00:00:00.123456Z') =>
  test.sql(`insert into course_user (tenant, course_id, user_id, assigned_at) values ('coding', $1, $2, $3)`, [
    courseId,
    userId,
    at,
  ]);
const enrolments = (userId: string) =>
  test.sql('select course_id, assigned_at::text from course_user where user_id = $1 order by 1', [userId]);
const check = (hasTracking = true) => recordCheck(test.database.tenant('coding'), hasTracking);

type Query = CallInput<typeof listAccessGaps>['query'];
const list = async (query: Query = {}, who = admin) => (await who.call(listAccessGaps, { query })).body.gaps;
const unpaid = () => list({ view: 'access-unpaid' });
const idsOf = (gaps: Awaited<ReturnType<typeof list>>) => gaps.map(({ gapId }) => gapId);
const give = async (ids: string[]) => (await admin.call(giveAccess, { body: { ids } })).body;
const remove = async (ids: string[]) => (await admin.call(removeAccess, { body: { ids } })).body;
const undo = async (ids: string[]) => (await admin.call(undoAccess, { body: { ids } })).body;

describe('a check', () => {
  it('finds paid orders without access, and none that a course or a path gives', async () => {
    const [user, course, path, plan] = [
      await member(),
      await add('course'),
      await add('learning-path'),
      await add('plan'),
    ];
    const orders = [
      await order(user, 'course', course),
      await order(user, 'learning-path', path),
      await order(user, 'plan', plan, { paid_at: '2026-11-03T03:00:00Z' }),
    ];
    await order(user, 'course', await add('course'), { status: 'refunded' });
    await check();
    const gaps = await list();
    expect(gaps.map(({ order: of, amount }) => [of?.orderId, amount]).toSorted()).toEqual(
      orders.map((id) => [id, 150_000]).toSorted(),
    );
    expect(gaps[0]).toMatchObject({
      kind: 'paid-no-access',
      user: { id: user, name: 'Siti Wulandari' },
      product: { productType: 'subscriptions', productId: plan },
      since: '2026-11-03T03:00:00.000Z',
      source: 'order',
      order: { status: 'paid' },
      intended: null,
    });
    await test.sql(
      `insert into learning_path_course (tenant, path_id, course_id, position) values ('coding', $1, $2, 1)`,
      [path, course],
    );
    await test.sql(`insert into learning_path_user (tenant, path_id, user_id) values ('coding', $1, $2)`, [path, user]);
    await check();
    expect((await list()).map(({ product }) => product.productId)).toEqual([plan]);
  });

  it('compares paid tracking documents by e-mail and course, unless they are hosted elsewhere', async () => {
    const [user, course] = [await add('user', { email: 'Siti@Sample.test' }), await add('course')];
    const text = (stringValue: string) => ({ stringValue });
    const fields = { user_email: text('siti@sample.test'), course_id: text(course), course_name: text('Kelas') };
    await test.sql(
      `insert into tracking_document (tenant, collection, id, fields, status) values
        ('coding', 'order_staging', 'D1', $1, '{"stringValue": "paid"}'), ('coding', 'order_staging', 'D2', $1, '{"stringValue": "unpaid"}')`,
      [JSON.stringify(fields)],
    );
    await check(false);
    expect(await list()).toEqual([]);
    await check();
    expect(await list({ source: 'tracking' })).toMatchObject([{ documentId: 'D1', order: null, user: { id: user } }]);
    await enrol(user, course);
    await check();
    expect([await list(), await unpaid()]).toEqual([[], []]);
    await test.sql(`update tracking_document set status = '{"stringValue": "refunded"}' where id = 'D1'`);
    await check();
    expect(await unpaid()).toMatchObject([{ user: { id: user }, source: 'none' }]);
  });

  it('compares paid tracking documents whose e-mail is written in capitals, and those of a merged account', async () => {
    const [user, course] = [await add('user', { email: 'Siti.Rahma@sample.test' }), await add('course')];
    const merged = await add('user', { email: 'rahma@sample.test', status: 0, merged_into: user });
    const paid = async (id: string, email: string) => {
      const fields = { user_email: { stringValue: email }, course_id: { stringValue: course } };
      await test.sql(
        `insert into tracking_document (tenant, collection, id, fields, status) values ('coding', 'order_staging', $1, $2, '{"stringValue": "paid"}')`,
        [id, JSON.stringify(fields)],
      );
    };
    for (const email of ['SITI.Rahma@Sample.test', 'rahma@sample.test', 'Rahma@sample.test']) {
      await test.sql('delete from tracking_document');
      await paid('D1', email);
      await check();
      expect(await list({ source: 'tracking' })).toMatchObject([{ documentId: 'D1', user: { id: user } }]);
      await test.sql('delete from access_gap');
    }
    await test.sql('delete from "user" where id = $1', [merged]);
  });

  it('finds access that nothing pays for, with the latest order', async () => {
    const [user, course, free] = [
      await member(),
      await add('course', { name: 'Dasar SQL' }),
      await add('course', { price: 0 }),
    ];
    for (const one of [course, free]) await enrol(user, one);
    await enrol(await add('user', { role: 'instructor' }), course);
    await order(user, 'course', course, { status: 'unpaid', created_at: '2026-10-01T00:00:00Z' });
    const refunded = await order(user, 'course', course, { status: 'refunded', created_at: '2026-10-02T00:00:00Z' });
    await check();
    expect(await unpaid()).toMatchObject([
      {
        product: { productId: course, name: 'Dasar SQL' },
        amount: 150_000,
        order: { orderId: refunded, status: 'refunded' },
      },
    ]);
    expect(await list()).toEqual([]);
    const plan = await add('plan', { price: 0 });
    await add('subscription', { user_id: user, plan_id: plan });
    await check();
    expect(await unpaid()).toEqual([]);
  });

  it('finds running subscriptions without a paid order', async () => {
    const [user, plan] = [await member(), await add('plan')];
    await add('subscription', { user_id: user, plan_id: plan });
    await add('subscription', {
      user_id: await member(),
      plan_id: plan,
      start_date: '2026-01-01',
      end_date: '2026-01-31',
    });
    await check();
    const gaps = await unpaid();
    expect(gaps).toMatchObject([{ user: { id: user }, product: { productType: 'subscriptions' } }]);
    const { mends } = await remove(idsOf(gaps));
    expect(await test.sql('select id from subscription where cancelled_at is not null')).toHaveLength(1);
    expect(await undo(mends)).toEqual({ changed: 1, skipped: [] });
    expect(await test.sql('select id from subscription where cancelled_at is not null')).toEqual([]);
    expect(await unpaid()).toHaveLength(1);
  });

  // A worker of several servers runs the job before it can be read.
  it.skipIf(process.env['SEVERAL'])('runs as a job that the call enqueues, and says when it ended', async () => {
    const state = async () => (await admin.call(listAccessGaps, {})).body;
    expect(await state()).toMatchObject({ checkedAt: null, isRunning: false, hasTracking: true });
    await order(await member(), 'course', await add('course'));
    expect((await admin.call(checkAccess, {})).status).toBe(200);
    expect(await state()).toMatchObject({ checkedAt: null, isRunning: true });
    expect(await test.sql(`select job from outbox where job = 'check-access'`)).toHaveLength(1);
    const { config } = test.app.deps;
    await checkPaidAccess.run({ db: test.database.tenant('coding'), tenant: 'coding', config } as never);
    expect(await state()).toMatchObject({
      checkedAt: expect.any(String),
      isRunning: false,
      counts: { 'paid-no-access': 1, 'access-unpaid': 0, intended: 0 },
    });
    expect((await (await test.as('admin', 'cyber')).call(listAccessGaps, {})).body.checkedAt).toBeNull();
  });
});

describe('giving access', () => {
  it('assigns what was paid for, and undo leaves nothing of it', async () => {
    const [user, course, path, plan] = [
      await member(),
      await add('course'),
      await add('learning-path'),
      await add('plan'),
    ];
    await order(user, 'course', course);
    await order(user, 'learning-path', path);
    await order(user, 'plan', plan);
    await check();
    const before = await list();
    const outcome = await give(idsOf(before));
    expect(outcome).toMatchObject({ changed: 3, skipped: [] });
    expect(await list()).toEqual([]);
    expect((await enrolments(user)).map((row) => row['course_id'])).toEqual([course]);
    expect(await test.sql('select is_opened from order_item')).toEqual(
      [true, true, true].map((is_opened) => ({ is_opened })),
    );
    await check();
    expect([await list(), await unpaid()]).toEqual([[], []]);
    expect(await undo(outcome.mends)).toEqual({ changed: 3, skipped: [] });
    expect(await enrolments(user)).toEqual([]);
    expect(await test.sql('select id from subscription')).toEqual([]);
    expect(await test.sql('select from order_item where is_opened')).toEqual([]);
    expect((await list()).map(({ order: of }) => of?.orderId).toSorted()).toEqual(
      before.map(({ order: of }) => of?.orderId).toSorted(),
    );
    expect((await undo(outcome.mends)).skipped.map(({ reason }) => reason)).toEqual(Array(3).fill('Undone already'));
  });

  it('skips a full course with the reason, and gives the others', async () => {
    const [one, other] = [await member('Budi'), await member('Tono')];
    const full = await add('course', { capacity: 1, name: 'Penuh' });
    await enrol(await member(), full);
    for (const user of [one, other]) await order(user, 'course', full);
    const course = await add('course');
    await order(one, 'course', course);
    await check();
    const { changed, skipped } = await give(idsOf(await list()));
    expect(changed).toBe(1);
    expect(skipped.map(({ user, product, reason }) => [user, product, reason]).toSorted()).toEqual(
      ['Budi', 'Tono'].map((name) => [name, 'Penuh', 'This course is full: 1 of 1 places are taken']),
    );
    expect(await list()).toHaveLength(2);
    expect((await enrolments(one)).map((row) => row['course_id'])).toEqual([course]);
  });

  it('skips rows that are settled, intended, in the other list or deleted since the check', async () => {
    const [user, course] = [await member(), await add('course')];
    await order(user, 'course', course);
    await check();
    const [gap] = await list();
    const id = gap!.gapId;
    const reasons = async (run: Promise<{ skipped: { reason: string }[] }>) =>
      (await run).skipped.map(({ reason }) => reason);
    expect(await reasons(remove([id]))).toEqual(['Not in the list “Access without payment”']);
    await admin.call(markIntended, { body: { marks: [{ gapId: id, reason: 'gift' }] } });
    expect(await reasons(give([id]))).toEqual(['Marked as intended: put it back into the list first']);
    await admin.call(markIntended, { body: { marks: [{ gapId: id, reason: null }] } });
    await test.sql('delete from order_item');
    expect(await reasons(give([id]))).toEqual(['Settled meanwhile: payment and access agree']);
    expect(await admin.call(giveAccess, { body: { ids: [id] } })).toMatchObject({
      status: 400,
      body: { message: 'No longer in the list: settled meanwhile' },
    });
    const other = await member();
    await order(other, 'course', course);
    await check();
    const [left] = await list();
    expect(await give([id, left!.gapId])).toMatchObject({
      changed: 1,
      skipped: [{ user: '', reason: 'No longer in the list' }],
    });
    expect(await enrolments(user)).toEqual([]);
  });

  it('is not undone when the access was removed and given anew meanwhile', async () => {
    const [user, course] = [await member(), await add('course')];
    await order(user, 'course', course);
    await check();
    const { mends } = await give(idsOf(await list()));
    await test.sql('delete from course_user');
    await enrol(user, course);
    expect(await undo(mends)).toMatchObject({ changed: 0, skipped: [{ reason: 'The access was changed meanwhile' }] });
    expect(await enrolments(user)).toHaveLength(1);
  });

  it('of the same rows by two people at once happens once', async () => {
    const [user, plan] = [await member(), await add('plan')];
    await order(user, 'plan', plan);
    await check();
    const ids = idsOf(await list());
    const answers = await Promise.all(Array.from({ length: 3 }, () => admin.call(giveAccess, { body: { ids } })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400]);
    expect(await test.sql('select id from subscription')).toHaveLength(1);
  });
});

describe('access to one item of an order', () => {
  const giveItem = (id: string, productId: string, who = admin) =>
    who.call(giveItemAccess, { params: { id }, body: { productType: 'courses', productId } });

  it('is given without a check, once, and undo takes it back', async () => {
    const [user, course] = [await member(), await add('course')];
    const id = await order(user, 'course', course);
    const answer = await giveItem(id, course);
    expect(answer).toMatchObject({ status: 200, body: { changed: 1 } });
    expect((await enrolments(user)).map((row) => row['course_id'])).toEqual([course]);
    expect((await giveItem(id, course)).body).toEqual({ changed: 0, mends: [] });
    expect(await undo(answer.body.mends)).toEqual({ changed: 1, skipped: [] });
    expect(await enrolments(user)).toEqual([]);
  });

  it('is given for the order that is named, where two of a plan lack it', async () => {
    const [user, plan] = [await member(), await add('plan')];
    const orders = [
      await order(user, 'plan', plan),
      await order(user, 'plan', plan, { paid_at: '2026-11-03T03:00:00Z' }),
    ];
    for (const [index, id] of orders.entries()) {
      const body = { productType: 'subscriptions' as const, productId: plan };
      const run = async () => (await admin.call(giveItemAccess, { params: { id }, body })).body.changed;
      expect([await run(), await run()]).toEqual([1, 0]);
      const added = await test.sql('select order_id from subscription order by start_date');
      expect(added.map((row) => row['order_id'])).toEqual(orders.slice(0, index + 1));
      expect((await list()).map((gap) => gap.order?.orderId)).toEqual(orders.slice(index + 1));
    }
  });

  it('is refused with the reason, and changes nothing', async () => {
    const [user, full] = [await member(), await add('course', { capacity: 1 })];
    await enrol(await member(), full);
    const id = await order(user, 'course', full);
    expect(await giveItem(id, full)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('This course is full') as string },
    });
    const other = await add('course');
    const unpaidOrder = await order(user, 'course', other, { status: 'unpaid' });
    expect((await giveItem(unpaidOrder, other)).body).toEqual({ changed: 0, mends: [] });
    expect((await giveItem(unpaidOrder, full)).body).toEqual({ changed: 0, mends: [] });
    expect(await giveItem(id, '01890000-0000-7000-8000-00000000dead')).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'productId' }] },
    });
    expect((await giveItem('01890000-0000-7000-8000-00000000dead', full)).status).toBe(404);
    expect((await giveItem(id, full, await test.as('instructor'))).status).toBe(403);
    expect(await enrolments(user)).toEqual([]);
  });
});

it('removed access is restored with the time at which it was assigned', async () => {
  const [user, course] = [await member(), await add('course')];
  await enrol(user, course);
  const before = await enrolments(user);
  await check();
  const { changed, mends } = await remove(idsOf(await unpaid()));
  expect([changed, await enrolments(user), await unpaid()]).toEqual([1, [], []]);
  expect(await undo(mends)).toEqual({ changed: 1, skipped: [] });
  expect(await enrolments(user)).toEqual(before);
  expect(await unpaid()).toHaveLength(1);
});

describe('a mark', () => {
  it('moves a row to the intended ones, through every check, and is undone by what it was before', async () => {
    const [user, course] = [await member(), await add('course')];
    await enrol(user, course);
    await check();
    const [gap] = await unpaid();
    const marks = [{ gapId: gap!.gapId, reason: 'scholarship' as const }];
    const { body } = await admin.call(markIntended, { body: { marks } });
    expect(body).toEqual({ changed: 1, before: [{ gapId: gap!.gapId, reason: null }] });
    await check();
    expect(await unpaid()).toEqual([]);
    expect(await list({ view: 'intended' })).toMatchObject([
      { kind: 'access-unpaid', intended: { reason: 'scholarship', by: 'Tester admin' } },
    ]);
    const entries = await test.sql(
      `select actor_name, after ->> 'intended_reason' as reason, belongs_to from audit where table_name = 'access_gap' and action = 'update'
        order by id desc limit 1`,
    );
    expect(entries).toMatchObject([{ actor_name: 'Tester admin', reason: 'scholarship' }]);
    expect(entries[0]?.['belongs_to']).toContain(`user:${user}`);
    await admin.call(markIntended, { body: { marks: body.before } });
    expect(await unpaid()).toHaveLength(1);
  });

  it('is that of who had set it, from then, when putting it back or replacing it is undone', async () => {
    const [user, course] = [await member(), await add('course')];
    await enrol(user, course);
    await check();
    const gapId = (await unpaid())[0]!.gapId;
    await admin.call(markIntended, { body: { marks: [{ gapId, reason: 'scholarship' }] } });
    const marked = await list({ view: 'intended' });
    const other = await test.as('superadmin');
    for (const reason of [null, 'gift'] as const) {
      const { body } = await other.call(markIntended, { body: { marks: [{ gapId, reason }] } });
      await other.call(markIntended, { body: { marks: body.before, isUndo: true } });
      expect(await list({ view: 'intended' })).toEqual(marked);
    }
  });
});

describe('a row goes as soon as its cause is gone', () => {
  it.each([
    [
      'the course is assigned',
      `insert into course_user (tenant, course_id, user_id) select tenant, product_id, user_id from access_gap`,
    ],
    ['the order is refunded', `update "order" set status = 'refunded'`],
  ])('when %s', async (_, change) => {
    await order(await member(), 'course', await add('course'));
    await check();
    expect(await list()).toHaveLength(1);
    await test.sql(change);
    expect(await list()).toEqual([]);
  });

  it.each([
    ['the course is unassigned', `delete from course_user`],
    ['the order is paid', `update "order" set status = 'paid'`],
  ])('when %s', async (_, change) => {
    const [user, course] = [await member(), await add('course')];
    await enrol(user, course);
    await order(user, 'course', course, { status: 'unpaid' });
    await check();
    expect(await unpaid()).toHaveLength(1);
    await test.sql(change);
    expect(await unpaid()).toEqual([]);
  });
});

describe('the list', () => {
  it('is searched by member, phone, product and invoice, filtered and sorted', async () => {
    const [siti, budi] = [await member(), await add('user', { name: 'Budi Santoso', email: 'budi@kampus.test' })];
    const [course, path] = [
      await add('course', { name: 'Dasar SQL' }),
      await add('learning-path', { name: 'Jalur Data' }),
    ];
    await order(siti, 'course', course, { invoice_number: 'INV/coding/1', paid_at: '2026-11-02T00:00:00Z' });
    await order(budi, 'learning-path', path, { invoice_number: 'INV/coding/2', paid_at: '2026-11-01T00:00:00Z' });
    await check();
    const names = async (query: Query) => (await list(query)).map(({ user }) => user.name);
    expect(await names({})).toEqual(['Siti Wulandari', 'Budi Santoso']);
    expect(await names({ sort: 'since' })).toEqual(['Budi Santoso', 'Siti Wulandari']);
    for (const search of ['wulan', '+62 812-3456', 'dasar s', 'inv/coding/1'])
      expect([search, await names({ search })]).toEqual([search, ['Siti Wulandari']]);
    expect(await names({ productType: 'learning paths' })).toEqual(['Budi Santoso']);
    expect(await names({ pageSize: 1, page: 2 })).toEqual(['Budi Santoso']);
    expect(await list({}, await test.as('admin', 'cyber'))).toEqual([]);
  });

  it('is refused to instructors', async () => {
    expect((await (await test.as('instructor')).call(listAccessGaps, {})).status).toBe(403);
  });
});

describe('customer service', () => {
  it('gives what was paid, undoes that, and runs the check', async () => {
    const [user, course] = [await member(), await add('course')];
    await order(user, 'course', course);
    const service = await test.as('customer-service');
    expect((await service.call(checkAccess, {})).status).toBe(200);
    await check();
    const { status, body } = await service.call(giveAccess, { body: { ids: idsOf(await list({}, service)) } });
    expect([status, body.changed]).toEqual([200, 1]);
    expect((await enrolments(user)).map((row) => row['course_id'])).toEqual([course]);
    expect((await service.call(undoAccess, { body: { ids: body.mends } })).body).toEqual({ changed: 1, skipped: [] });
    expect(await enrolments(user)).toEqual([]);
  });

  it('removes nothing, restores nothing that an admin removed, and marks nothing', async () => {
    const [user, course] = [await member(), await add('course', { price: 100_000 })];
    await enrol(user, course);
    await check();
    const service = await test.as('customer-service');
    const [gapId = ''] = idsOf(await unpaid());
    expect((await service.call(removeAccess, { body: { ids: [gapId] } })).status).toBe(403);
    expect((await service.call(markIntended, { body: { marks: [{ gapId, reason: 'gift' }] } })).status).toBe(403);
    expect(await enrolments(user)).toHaveLength(1);
    const { mends } = await remove([gapId]);
    expect(await service.call(undoAccess, { body: { ids: mends } })).toMatchObject({
      status: 403,
      body: { message: 'An admin removed this access: only an admin can restore it' },
    });
    expect(await enrolments(user)).toEqual([]);
  });
});
