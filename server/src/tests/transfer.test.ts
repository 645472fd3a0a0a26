/** Tests that places of a course move to another one, or wait, all or none, with money, results and submissions; and their undo. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { assignments } from '#contract/assignment/table.ts';
import { undoBatch } from '#contract/batch/endpoints.ts';
import { batches } from '#contract/batch/starts.ts';
import { getOrder } from '#contract/order/endpoints.ts';
import { listDeferred, previewTransfer, transferPlaces } from '#contract/user/transfer.ts';
import type { Letter } from '#platform/mail/mailer.ts';
import type { TestApp, TestCaller } from '#platform/testing/app.ts';
import { addUser } from '#platform/testing/user.ts';
import { recordCheck } from '#shared/access-gaps.ts';
import { addRecord } from '#shared/testing/sample.ts';
import { taughtCourse } from '#shared/testing/taught-course.ts';
import { sendPlaceMail } from '../areas/user/transfer/mail.ts';
import { testApp } from './app.ts';
import { batchOf, resultsOf, undoneOf } from './batch-work.ts';

let test: TestApp;
let admin: TestCaller;
beforeAll(async () => {
  test = await testApp();
  admin = await test.as('admin');
});
afterAll(() => test.close());

type Cohort = Awaited<ReturnType<typeof cohort>>;
/** Cohort with two articles, a class, a quiz and a final project. */
async function cohort(price = 900_000, capacity: number | null = null) {
  const made = await taughtCourse(test.sql);
  await test.sql('update course set price = $2, capacity = $3 where id = $1', [made.course, price, capacity]);
  const [reading, exercise] = [await made.lesson('Bacaan'), await made.lesson('Latihan')];
  const meeting = await made.lesson('Kelas', 'LIVE_CLASS');
  const quiz = await made.quiz('Kuis');
  await made.project(70);
  return { ...made, reading, exercise, meeting, quiz };
}

interface Sold {
  price?: number;
  discount?: number;
  /** Total of the order; default: the item's price less its discount. */
  total?: number;
}
/** A member who has paid for the course. */
async function buyer(
  { course }: Pick<Cohort, 'course'>,
  name: string,
  { price = 900_000, discount = 0, total }: Sold = {},
) {
  const userId = await addUser(test.sql, 'coding', { name });
  await test.sql(
    `with made as (insert into "order" (tenant, invoice_number, user_id, user_name, user_email, user_phone, subtotal, total_amount,
          status, payment_provider, payment_method, paid_at)
        values ('coding', 'INV/' || new_id(), $2, 'x', 'x@sample.test', '', $3, $5, 'paid', 'manual', 'transfer', now()) returning id)
      insert into order_item (tenant, order_id, line, product_type, product_id, product_name, price, discount_amount, is_opened)
        select 'coding', id, 1, 'courses', $1, 'Kelas', $3, $4, true from made`,
    [course, userId, price, discount, total ?? price - discount],
  );
  await test.sql(
    `insert into course_user (tenant, course_id, user_id, assigned_at) values ('coding', $1, $2, '2026-01-02T03:04:05.678901Z')`,
    [course, userId],
  );
  return userId;
}
const orderOf = async (userId: string) =>
  String((await test.sql('select id from "order" where user_id = $1', [userId]))[0]?.['id']);

const preview = (from: string, body: object, by = admin) =>
  by.call(previewTransfer, { params: { id: from }, body: body as never });
const move = (from: string, body: object, by = admin) =>
  by.call(transferPlaces, { params: { id: from }, body: body as never });
const waiting = async (from: string, search = '') =>
  (await admin.call(listDeferred, { params: { id: from }, query: { search } })).body.places.map(({ userId }) => userId);

/** All that a transfer may change. */
const state = async () => ({
  members: await test.sql('select course_id, user_id, assigned_at::text from course_user order by 1, 2'),
  lessons: await test.sql('select lesson_id, user_id, completed_at::text from lesson_completion order by 1, 2'),
  attempts: await test.sql('select quiz_id, user_id, attempt, score, answers from quiz_attempt order by 1, 2, 3'),
  submissions: await test.sql('select id, course_id, attempt, review_score from project_submission order by 1'),
  marks: await test.sql('select lesson_id, user_id, status from attendance order by 1, 2'),
  current: await test.sql('select id from place_transfer where is_current order by 1'),
});
const coursesOf = async (userId: string) =>
  (await test.sql('select course_id from course_user where user_id = $1', [userId])).map(({ course_id: id }) => id);

let from: Cohort;
let to: Cohort;
beforeEach(async () => {
  [from, to] = [await cohort(), await cohort(1_000_000)];
});

it('shows each place with its payment, difference, results and problem, and moves exactly that', async () => {
  const sari = await buyer(from, 'Sari', { discount: 100_000 });
  const gift = await from.member('Diberi');
  const [reading, quizScore] = [from.reading, 80];
  await from.complete(sari, reading, from.exercise);
  await from.attempt(sari, from.quiz, quizScore, { q: 'a' });
  await from.mark(sari, from.meeting, 'PRESENT');
  await from.handIn(sari, 90);
  await test.sql(`update lesson set name = 'Lain' where id = $1`, [to.exercise]);
  const body = { userIds: [sari, gift], toCourseId: to.course };
  const before = await state();
  const { body: shown } = await preview(from.course, body);
  expect(await state()).toEqual(before);
  expect(shown).toMatchObject({
    problem: null,
    toPay: 200_000,
    toRefund: 0,
    to: { price: 1_000_000, totalMembers: 0 },
  });
  expect(shown.people).toMatchObject([
    {
      userId: sari,
      problem: null,
      paidBy: 'order',
      order: { id: await orderOf(sari) },
      value: 800_000,
      difference: 200_000,
      results: 3,
      keptResults: 2,
      submissions: 1,
      attendances: 1,
    },
    { userId: gift, problem: null, paidBy: 'none', order: null, value: null, difference: null, results: 0 },
  ]);
  const moved = await move(from.course, { ...body, seen: shown.seen });
  expect([moved.status, moved.body]).toEqual([201, { moved: 2, toPay: 200_000, toRefund: 0 }]);
  expect([await coursesOf(sari), await coursesOf(gift)]).toEqual([[to.course], [to.course]]);
  const after = await state();
  expect(after.lessons).toHaveLength(3);
  expect(after.lessons).toContainEqual({
    ...before.lessons.find((one) => one['lesson_id'] === reading),
    lesson_id: to.reading,
  });
  expect(after.attempts).toContainEqual({ quiz_id: to.quiz, user_id: sari, attempt: 1, score: quizScore, answers: {} });
  expect(after.submissions.filter((one) => one['course_id'] === to.course)).toMatchObject([
    { attempt: 1, review_score: 90 },
  ]);
  expect(after.marks).toEqual(before.marks);

  const { body: undone } = await undoneOf(admin, moved);
  expect(undone).toMatchObject({ state: 'done', undone: 2, kept: 0 });
  expect(await state()).toEqual(before);
});

it('leaves results and submissions in the former course if they start again', async () => {
  const sari = await buyer(from, 'Sari');
  await from.complete(sari, from.reading);
  await from.handIn(sari, null);
  const before = await state();
  const body = { userIds: [sari], toCourseId: to.course, progress: 'restart', submissions: 'restart' };
  expect((await move(from.course, body)).status).toBe(201);
  const { lessons, submissions } = await state();
  expect({ lessons, submissions }).toEqual({ lessons: before.lessons, submissions: before.submissions });
});

it('moves those who can as they were seen, without those who cannot', async () => {
  const mover = await buyer(from, 'Sari');
  const stranger = await addUser(test.sql, 'coding', { name: 'Tamu' });
  const { body: shown } = await preview(from.course, { userIds: [mover, stranger], toCourseId: to.course });
  expect(shown.people.map(({ problem }) => problem)).toEqual([null, 'Is not a member of the course']);
  const moved = await move(from.course, { userIds: [mover], toCourseId: to.course, seen: shown.seen });
  expect([moved.status, moved.body.moved]).toEqual([201, 1]);
});

it('moves nobody if one cannot move, the course is full, or something changed since the preview', async () => {
  const people = [await buyer(from, 'Sari'), await buyer(from, 'Budi')];
  const stranger = await addUser(test.sql, 'coding', { name: 'Tamu' });
  const there = await buyer(from, 'Rangkap');
  await test.sql(`insert into course_user (tenant, course_id, user_id) values ('coding', $1, $2)`, [to.course, there]);
  const before = await state();
  const refused = await move(from.course, { userIds: [...people, stranger, there], toCourseId: to.course });
  expect([refused.status, refused.problem.errors]).toEqual([
    409,
    [{ path: 'userIds', message: '"Tamu" is not a member of the course; "Rangkap" is in the other course already' }],
  ]);
  await test.sql('update course set capacity = 2 where id = $1', [to.course]);
  const { body: full } = await preview(from.course, { userIds: people, toCourseId: to.course });
  expect(full.problem).toBe('This course has no room for 2 more: 1 of 2 places are taken');
  const crowded = await move(from.course, { userIds: people, toCourseId: to.course });
  expect([crowded.status, crowded.problem.errors]).toEqual([409, [{ path: 'toCourseId', message: full.problem }]]);
  await test.sql('update course set capacity = 3, price = 950000 where id = $1', [to.course]);
  const stale = await move(from.course, { userIds: people, toCourseId: to.course, seen: full.seen });
  expect([stale.status, stale.problem.message]).toEqual([
    409,
    'Something has changed since: look at the preview again',
  ]);
  expect(await state()).toEqual(before);
});

it('names who has the course another way only', async () => {
  const byPath = await addUser(test.sql, 'coding', { name: 'Jalur' });
  const path = await addRecord(test.sql, 'learning-path', 'coding');
  await test.sql(`insert into learning_path_course (tenant, path_id, course_id, position) values ('coding', $1, $2, 1024)`, [path, from.course]); // prettier-ignore
  await test.sql(`insert into learning_path_user (tenant, path_id, user_id) values ('coding', $1, $2)`, [path, byPath]);
  const subscriber = await addUser(test.sql, 'coding', { name: 'Langganan' });
  await addRecord(test.sql, 'subscription', 'coding', { user_id: subscriber });
  const { body } = await preview(from.course, { userIds: [byPath, subscriber], toCourseId: null });
  expect(body.people.map(({ problem }) => problem)).toEqual([
    'Has the course by a learning path only',
    'Has the course by a subscription only',
  ]);
});

it('counts discounts of the course, vouchers of the order and refunds; a waived difference has a reason', async () => {
  const voucher = await buyer(from, 'Voucher', { discount: 100_000, total: 650_000 });
  const full = await buyer(from, 'Penuh', { price: 1_200_000 });
  const refund = await addRecord(test.sql, 'refund', 'coding', {
    order_id: await orderOf(full),
    amount: 50_000,
    state: 'done',
    done_at: '2026-02-01T00:00:00Z',
  });
  await test.sql(`delete from refund_item where refund_id = $1`, [refund]);
  await test.sql(`insert into refund_item (tenant, refund_id, line, amount) values ('coding', $1, 1, 50000)`, [refund]);
  const discount = await addRecord(test.sql, 'discount', 'coding', {
    discount_type: 2,
    value: 10,
    product_type: 'courses',
    is_active: true,
    start_date: null,
    end_date: null,
  });
  await test.sql(`insert into discount_course (tenant, discount_id, course_id) values ('coding', $1, $2)`, [discount, to.course]); // prettier-ignore
  const body = { userIds: [voucher, full], toCourseId: to.course };
  const { body: shown } = await preview(from.course, body);
  expect(shown.people.map(({ value, difference }) => [value, difference])).toEqual([
    [650_000, 250_000],
    [1_150_000, -250_000],
  ]);
  expect([shown.toPay, shown.toRefund]).toEqual([250_000, 250_000]);
  const waived = await move(from.course, { ...body, waiveReason: 'Kelas dibatalkan' });
  expect(waived.body).toEqual({ moved: 2, toPay: 0, toRefund: 0 });
  expect(await test.sql('select difference, waive_reason, value from place_transfer where to_course_id = $1 order by 1', [to.course])).toEqual([
    { difference: -250_000, waive_reason: 'Kelas dibatalkan', value: 900_000 },
    { difference: 250_000, waive_reason: 'Kelas dibatalkan', value: 900_000 },
  ]); // prettier-ignore
});

it('lets places wait, lists them, and moves them on with their results and what was paid', async () => {
  const [sari, budi] = [await buyer(from, 'Sari'), await buyer(from, 'Budi')];
  await from.complete(sari, from.reading);
  const begun = await state();
  const deferred = await move(from.course, { userIds: [sari, budi], toCourseId: null });
  expect(deferred.body).toEqual({ moved: 2, toPay: 0, toRefund: 0 });
  expect([await coursesOf(sari), await waiting(from.course), await waiting(from.course, 'bud')]).toEqual([
    [],
    [sari, budi],
    [budi],
  ]);
  const again = await move(from.course, { userIds: [sari], toCourseId: null });
  expect([again.status, again.problem.message]).toEqual([409, '"Sari" waits already']);
  const later = await state();
  const placed = await move(from.course, { userIds: [sari], toCourseId: to.course });
  expect(placed.body).toEqual({ moved: 1, toPay: 100_000, toRefund: 0 });
  expect([await coursesOf(sari), await waiting(from.course)]).toEqual([[to.course], [budi]]);
  expect((await state()).lessons).toHaveLength(later.lessons.length + 1);
  // What it counts for is the price that was settled.
  const { body: onward } = await preview(to.course, { userIds: [sari], toCourseId: from.course });
  expect(onward.people).toMatchObject([{ value: 1_000_000, difference: -100_000, order: { id: await orderOf(sari) } }]);

  const early = (await undoneOf(admin, deferred)).body;
  expect(early).toMatchObject({ undone: 1, kept: 1 });
  expect((await resultsOf(admin, early.batchId)).get(sari)?.state).toBe('kept');
  expect(await coursesOf(budi)).toEqual([from.course]);
  await undoneOf(admin, placed);
  expect([await waiting(from.course), await coursesOf(sari)]).toEqual([[sari], []]);
  expect((await state()).lessons).toEqual(later.lessons);
  expect((await state()).lessons).toEqual(begun.lessons);
});

it('a waiting place returns to its own course', async () => {
  const sari = await buyer(from, 'Sari');
  await move(from.course, { userIds: [sari], toCourseId: null });
  const back = await move(from.course, { userIds: [sari], toCourseId: from.course });
  expect(back.body).toEqual({ moved: 1, toPay: 0, toRefund: 0 });
  expect([await coursesOf(sari), await waiting(from.course)]).toEqual([[from.course], []]);
});

it('the undo keeps who left since, or whose course is full, with the reason', async () => {
  const [sari, budi, tono] = [await buyer(from, 'Sari'), await buyer(from, 'Budi'), await buyer(from, 'Tono')];
  const moved = await move(from.course, { userIds: [sari, budi, tono], toCourseId: to.course });
  await admin.call(assignments.courseUsers.unassign, { params: { id: to.course }, body: { userId: sari } });
  await test.sql('update course set capacity = 1 where id = $1', [from.course]);
  const { body } = await undoneOf(admin, moved);
  expect(body).toMatchObject({ undone: 1, kept: 2 });
  const results = await resultsOf(admin, batchOf(moved));
  expect(results.get(sari)).toMatchObject({ state: 'kept', reason: 'Tester admin set it to Another place since' });
  const reasons = [budi, tono].map((id) => results.get(id)?.reason);
  expect(reasons).toContain('This course is full: 1 of 1 places are taken');
});

it('a refund of the order ends the place where it is now, or takes it out of the queue; the undo gives it back', async () => {
  const [sari, budi] = [await buyer(from, 'Sari'), await buyer(from, 'Budi')];
  await move(from.course, { userIds: [sari], toCourseId: to.course });
  const deferred = await move(from.course, { userIds: [budi], toCourseId: null });
  const ids = [await orderOf(sari), await orderOf(budi)];
  const refund = { ids, expected: 2, value: 'refunded' as const, removeAccess: true };
  const { body } = await admin.call(batches.orderStatus.start, { query: {}, body: refund });
  expect(body).toMatchObject({ done: 2 });
  expect([await coursesOf(sari), await coursesOf(budi), await waiting(from.course)]).toEqual([[], [], []]);
  const { problem } = await move(from.course, { userIds: [budi], toCourseId: to.course });
  expect(problem.message).toBe('"Budi" has an order that is no longer paid');
  expect((await undoneOf(admin, deferred)).body).toMatchObject({ undone: 0, kept: 1 });
  await admin.call(undoBatch, { params: { id: body.batchId } });
  expect([await coursesOf(sari), await coursesOf(budi), await waiting(from.course)]).toEqual([[to.course], [], [budi]]);
});

it('paid and access agree after a move, and while a place waits', async () => {
  const [sari, budi] = [await buyer(from, 'Sari'), await buyer(from, 'Budi')];
  await move(from.course, { userIds: [sari], toCourseId: to.course });
  await move(from.course, { userIds: [budi], toCourseId: null });
  const check = () => recordCheck(test.database.tenant('coding'), true);
  const gaps = () => test.sql('select kind, product_id from access_gap where user_id = any($1)', [[sari, budi]]);
  await check();
  expect(await gaps()).toEqual([]);
  const accessOf = async (user: string) =>
    (await admin.call(getOrder, { params: { id: await orderOf(user) } })).body.items.map(({ access }) => access);
  expect([await accessOf(sari), await accessOf(budi)]).toEqual([['unpublished'], ['closed']]);
  await admin.call(assignments.courseUsers.unassign, { params: { id: to.course }, body: { userId: sari } });
  await check();
  expect(await gaps()).toEqual([{ kind: 'paid-no-access', product_id: to.course }]);
});

it('refuses bad input at its field, and roles that may not assign', async () => {
  const sari = await buyer(from, 'Sari');
  const unknown = '01890000-0000-7000-8000-000000000001';
  const before = await state();
  const statusOf = async (course: string, body: object, by = admin) => {
    const { status, problem } = await move(course, body, by);
    return [status, problem.errors?.[0]?.path];
  };
  expect(await statusOf(from.course, { userIds: [sari], toCourseId: unknown })).toEqual([400, 'toCourseId']);
  expect(await statusOf(from.course, { userIds: [sari], toCourseId: from.course })).toEqual([400, 'toCourseId']);
  expect(await statusOf(from.course, { userIds: [unknown], toCourseId: to.course })).toEqual([400, 'userIds']);
  expect(await statusOf(from.course, { userIds: [], toCourseId: to.course })).toEqual([400, 'userIds']);
  expect(await statusOf(from.course, { userIds: [sari] })).toEqual([400, 'toCourseId']);
  const blank = { userIds: [sari], toCourseId: to.course, waiveReason: ' ' };
  expect(await statusOf(from.course, blank)).toEqual([400, 'waiveReason']);
  expect(await statusOf(unknown, { userIds: [sari], toCourseId: null })).toEqual([404, undefined]);
  for (const role of ['instructor', 'customer-service'] as const)
    expect(await statusOf(from.course, { userIds: [sari], toCourseId: null }, await test.as(role))).toEqual([
      403,
      undefined,
    ]);
  const other = await test.as('admin', 'cyber');
  expect(await statusOf(from.course, { userIds: [sari], toCourseId: null }, other)).toEqual([404, undefined]);
  expect(await state()).toEqual(before);
});

it('writes to those who move if that is chosen, unless the transfer was undone', async () => {
  const [sari, budi] = [await buyer(from, 'Sari'), await buyer(from, 'Budi')];
  await move(from.course, { userIds: [sari], toCourseId: to.course });
  const moved = await move(from.course, { userIds: [budi], toCourseId: to.course, notify: true });
  const written = await test.sql(`select moved.id, user_id from outbox
    join place_transfer moved on moved.id::text = ids ->> 'transferId' where job = 'send-place-mail'`);
  expect(written).toMatchObject([{ user_id: budi }]);
  const letters: Letter[] = [];
  const send = (key: string) =>
    sendPlaceMail.run({
      db: test.database.tenant('coding'),
      tenant: 'coding',
      ids: { transferId: String(written[0]?.['id']) },
      key,
      config: test.app.deps.config,
      mailer: { send: async (letter: Letter) => void letters.push(letter) },
    } as never);
  await send('01890000-0000-7000-8000-0000000000a1');
  expect(letters).toMatchObject([{ subject: 'Kelas Anda dipindahkan: Kelas', to: { name: 'Budi' } }]);
  expect(letters[0]?.text).toContain('Selisih harga Rp100.000 perlu dibayar.');
  await undoneOf(admin, moved);
  await send('01890000-0000-7000-8000-0000000000a2');
  expect(letters).toHaveLength(1);
});
