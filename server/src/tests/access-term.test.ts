/**
 * Tests access to courses that ends (docs/decisions/0134): the term of a purchase, its extension and undo, what is closed
 * after it, and what it means for lists, orders, and paid and access.
 */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listAccessGaps } from '#contract/access/endpoints.ts';
import { assignments } from '#contract/assignment/table.ts';
import { type Batch, undoBatch } from '#contract/batch/endpoints.ts';
import { batches } from '#contract/batch/starts.ts';
import { updateCourse } from '#contract/course/endpoints.ts';
import { getProgress } from '#contract/course/progress.ts';
import { getMemberCourse } from '#contract/integration/contents.ts';
import { addQuizAttempt, getMemberAccess, putProgress } from '#contract/integration/learning.ts';
import { dayMs, jakartaDay, plusDays, plusMonths } from '#contract/kernel/days.ts';
import { getOrder, setOrderStatus } from '#contract/order/endpoints.ts';
import { quoteOrder } from '#contract/order/new-order.ts';
import { listUserTimeline } from '#contract/user/timeline.ts';
import { listUsers } from '#contract/user/endpoints.ts';
import type { TestApp, TestCaller } from '#platform/testing/app.ts';
import { recordCheck } from '#shared/access-gaps.ts';
import { lastDayOf } from '#shared/access/term.ts';
import { addRecord } from '#shared/testing/sample.ts';
import { taughtCourse } from '#shared/testing/taught-course.ts';
import { testApp } from './app.ts';
import { resultsOf, runOnce } from './batch-work.ts';
import { handIn } from './hand-in.ts';

let test: TestApp;
let admin: TestCaller;
let key: TestCaller;
beforeAll(async () => {
  test = await testApp();
  admin = await test.as('admin');
  key = await test.asKey(['access:read', 'progress:write', 'submissions:write']);
});
afterAll(() => test.close());

const add = (kind: Parameters<typeof addRecord>[1], values: object = {}) =>
  addRecord(test.sql, kind, 'coding', { ...values });
const member = (name = 'Siti') => add('user', { role: 'member', name });
/** Day that is so many days from today in Jakarta. */
const inDays = (days: number) => plusDays(jakartaDay(new Date()), days);
/** Day so many months after today; the last one of the month if that has no such day. */
function inMonths(months: number): string {
  const [year = 0, month = 0, day = 0] = inDays(0).split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(day, last))).toISOString().slice(0, 10);
}
const enrol = (courseId: string, userId: string, lastDay: string | null) =>
  test.sql(
    `insert into course_user (tenant, course_id, user_id, access_ends_on, assigned_at) values ('coding', $1, $2, $3, '2025-01-02T03:04:05.678901Z')`,
    [courseId, userId, lastDay],
  );
/** Last days of the members of a course. */
const endsIn = async (courseId: string): Promise<Record<string, string | null>> =>
  Object.fromEntries(
    (
      await test.sql('select user_id, access_ends_on::text as day from course_user where course_id = $1', [courseId])
    ).map(({ user_id: id, day }) => [String(id), day as string | null]),
  );

/** Order of a course that waits for its payment. */
async function order(userId: string, courseId: string): Promise<string> {
  const id = await add('order', { user_id: userId, status: 'unpaid', company_id: null });
  await test.sql(`delete from order_item where order_id = $1`, [id]);
  await test.sql(
    `insert into order_item (tenant, order_id, line, product_type, product_id, product_name, price, discount_amount)
      values ('coding', $1, 1, 'courses', $2, 'Kelas', 5, 0)`,
    [id, courseId],
  );
  return id;
}
const setStatus = async (id: string, status: 'paid' | 'refunded') =>
  expect((await admin.call(setOrderStatus, { params: { id }, body: { status } })).status).toBe(200);

describe('the last day', () => {
  it.each([
    ['2027-01-31', 1, '2027-02-28'],
    ['2028-01-31', 1, '2028-02-29'],
    ['2027-08-31', 6, '2028-02-29'],
    ['2028-02-29', 12, '2029-02-28'],
    ['2026-11-27', 12, '2027-11-27'],
    ['2026-12-15', 1, '2027-01-15'],
  ])('of access from %s for %i months is %s', async (day, months, expected) => {
    const { rows } = await sql<{
      day: string;
    }>`select ${lastDayOf(sql`${day}::date`, sql`${months}::smallint`)}::text as day`.execute(
      test.database.tenant('coding'),
    );
    expect(rows).toEqual([{ day: expected }]);
  });

  it('follows from the payment, one order or many; without months there is none', async () => {
    const [course, endless] = [await add('course', { access_months: 12 }), await add('course')];
    const [one, other] = [await member(), await member()];
    await setStatus(await order(one, course), 'paid');
    await setStatus(await order(one, endless), 'paid');
    const ids = [await order(other, course), await order(other, endless)];
    await admin.call(batches.orderStatus.start, {
      query: {},
      body: { ids, expected: 2, value: 'paid', removeAccess: true },
    });
    expect(await endsIn(course)).toEqual({ [one]: inMonths(12), [other]: inMonths(12) });
    expect(await endsIn(endless)).toEqual({ [one]: null, [other]: null });
  });

  it('does not follow a change of the course, and is that of an assignment by hand, too', async () => {
    const course = await add('course', { access_months: 12, type: 0 });
    const [before, after] = [await member(), await member()];
    const assign = (userId: string) =>
      admin.call(assignments.courseUsers.assign, { params: { id: course }, body: { userId } });
    await assign(before);
    const change = { params: { id: course }, body: { type: 0, accessMonths: 6 } } as const;
    expect((await admin.call(updateCourse, change)).status).toBe(200);
    await assign(after);
    expect(await endsIn(course)).toEqual({ [before]: inMonths(12), [after]: inMonths(6) });
    for (const accessMonths of [0, -1, 1.5, 121, '12']) {
      const { status, problem } = await admin.call(updateCourse, {
        ...change,
        body: { type: 0, accessMonths } as never,
      });
      expect([status, problem.errors?.[0]?.path]).toEqual([400, 'accessMonths']);
    }
  });
});

describe('a purchase after the end', () => {
  it.each(['alone', 'with others'])('begins access anew %s, which the refund ends', async (how) => {
    const course = await add('course', { access_months: 3, is_published: true, capacity: 1 });
    const user = await member();
    await enrol(course, user, inDays(-1));
    const items = [{ productType: 'courses' as const, productId: course, quantity: 1 }];
    const quote = await admin.call(quoteOrder, { body: { userId: user, items } });
    expect([quote.status, quote.body.items[0]?.problem ?? null]).toEqual([200, null]);
    const id = await order(user, course);
    if (how === 'alone') await setStatus(id, 'paid');
    else
      await admin.call(batches.orderStatus.start, {
        query: {},
        body: { ids: [id], expected: 1, value: 'paid', removeAccess: true },
      });
    expect(await endsIn(course)).toEqual({ [user]: inMonths(3) });
    expect((await admin.call(getOrder, { params: { id } })).body.items).toMatchObject([
      { isOpened: true, access: 'open' },
    ]);
    await setStatus(id, 'refunded');
    expect(await endsIn(course)).toEqual({});
  });
});

it('the refund of a renewal gives the last day of the earlier order back', async () => {
  const course = await add('course', { access_months: 3 });
  const user = await member();
  const [first, second] = [await order(user, course), await order(user, course)];
  await setStatus(first, 'paid');
  const paidAt = new Date(Date.now() - 200 * dayMs).toISOString();
  await test.sql(`update "order" set paid_at = $2 where id = $1`, [first, paidAt]);
  await test.sql(`update course_user set assigned_at = $2, access_ends_on = $3 where course_id = $1`, [
    course,
    paidAt,
    inDays(-100),
  ]);
  await setStatus(second, 'paid');
  expect(await endsIn(course)).toEqual({ [user]: inMonths(3) });
  await setStatus(second, 'refunded');
  expect(await endsIn(course)).toEqual({ [user]: plusMonths(inDays(-200), 3) });
});

describe('extending access', () => {
  const { start, count } = batches.courseAccess;
  const set = (courseId: string, ids: string[] | null, change: object, more: object = {}) =>
    admin.call(start, {
      query: { ownerId: courseId, ...more },
      body: { ids, expected: ids?.length ?? 0, value: 'until', ownerId: courseId, ...change } as never,
    });
  const undo = async ({ batchId }: Batch) => (await admin.call(undoBatch, { params: { id: batchId } })).body;

  it('sets the last day of one or many, never an earlier one, and the undo restores each', async () => {
    const course = await add('course', { name: 'Kelas Go' });
    const [ended, soon, later, endless, nobody] = [
      await member(),
      await member(),
      await member(),
      await member(),
      await member(),
    ];
    const before = { [ended]: inDays(-40), [soon]: inDays(3), [later]: inDays(400), [endless]: null };
    for (const [user, day] of Object.entries(before)) await enrol(course, user, day);
    const until = inDays(60);
    const ids = [ended, soon, later, endless, nobody];
    const { body, status } = await set(course, ids, { until });
    expect([status, body]).toMatchObject([201, { done: 2, failed: 3 }]);
    expect(body.title).toMatch(/^Set the access to “Kelas Go” until \d+ \S+ \d{4}$/);
    expect(await endsIn(course)).toEqual({ ...before, [ended]: until, [soon]: until });
    const results = await resultsOf(admin, body.batchId);
    expect(results.get(later)?.reason).toMatch(/^The access lasts until /);
    expect(results.get(endless)?.reason).toBe('The access has no end');
    expect(results.get(nobody)?.reason).toBe('Not a member of the course');
    expect(results.get(soon)).toMatchObject({ state: 'done', after: expect.stringMatching(/^\d+ \S+ \d{4}$/) });
    expect(await undo(body)).toMatchObject({ undone: 2, kept: 0 });
    expect(await endsIn(course)).toEqual(before);
    const one = await set(course, [soon], { until });
    expect(one.body).toMatchObject({ done: 1, state: 'done' });
    expect((await set(course, [soon], { until })).body).toMatchObject({ skipped: 1 });
  });

  it('may shorten, and removes the end; the undo keeps what was changed since', async () => {
    const course = await add('course');
    const [one, other] = [await member(), await member()];
    await enrol(course, one, inDays(400));
    await enrol(course, other, null);
    const shorter = await set(course, [one, other], { until: inDays(10), mayShorten: true });
    expect(shorter.body).toMatchObject({ done: 2 });
    expect((await set(course, [one], { value: 'unlimited' })).body).toMatchObject({ done: 1 });
    expect(await endsIn(course)).toEqual({ [one]: null, [other]: inDays(10) });
    expect(await undo(shorter.body)).toMatchObject({ undone: 1, kept: 1 });
    expect((await resultsOf(admin, shorter.body.batchId)).get(one)?.reason).toMatch(/ set it to No end since$/);
    expect(await endsIn(course)).toEqual({ [one]: null, [other]: null });
  });

  it('takes all that end soon, in a job for many', async () => {
    const course = await add('course');
    const rows = await test.sql(`with made as (insert into "user" (tenant, email, name, password_hash, role)
        select 'coding', new_id() || '@sample.test', 'Anggota ' || n, 'x', 'member' from generate_series(1, 130) n returning id)
      insert into course_user (tenant, course_id, user_id, access_ends_on) select 'coding', '${course}', id,
        case when row_number() over () > 10 then '${inDays(30)}'::date else '${inDays(31)}' end from made returning user_id`);
    expect(rows).toHaveLength(130);
    const query = { ownerId: course, term: 'soon' } as const;
    expect((await admin.call(count, { query })).body).toEqual({ total: 120 });
    const { body } = await set(course, null, { until: inDays(90), expected: 120 }, { term: 'soon' });
    expect(body).toMatchObject({ state: 'running', total: 120 });
    await runOnce(test, body.batchId);
    const days = Object.values(await endsIn(course));
    expect(days.filter((day) => day === inDays(90))).toHaveLength(120);
  });

  it('is refused without a day, for a past or impossible one, for an unknown course, and for other roles', async () => {
    const course = await add('course');
    const user = await member();
    await enrol(course, user, inDays(1));
    const pathOf = async (change: object) => {
      const { status, problem } = await set(course, [user], change);
      return [status, problem.errors?.[0]?.path];
    };
    expect(await pathOf({})).toEqual([400, 'until']);
    expect(await pathOf({ until: inDays(-1) })).toEqual([400, 'until']);
    for (const until of ['2027-02-30', '', 'besok', 5, '99999-01-01', '2027-01-01T00:00:00Z'])
      expect(await pathOf({ until })).toEqual([400, 'until']);
    expect(await pathOf({ until: inDays(5), mayShorten: 'yes' })).toEqual([400, 'mayShorten']);
    const unknown = '01890000-0000-7000-8000-00000000dead';
    expect(await pathOf({ until: inDays(5), ownerId: unknown })).toEqual([400, 'ownerId']);
    const instructor = await test.as('instructor');
    const body = { ids: [user], expected: 1, value: 'until', until: inDays(5), ownerId: course } as never;
    expect((await instructor.call(start, { query: { ownerId: course }, body })).status).toBe(403);
    const cyber = await test.as('admin', 'cyber');
    expect((await cyber.call(start, { query: { ownerId: course }, body })).status).toBe(400);
    expect(await endsIn(course)).toEqual({ [user]: inDays(1) });
  });

  it('survives that the membership is removed and restored', async () => {
    const course = await add('course', { access_months: 1 });
    const users = [await member(), await member()];
    for (const user of users) await enrol(course, user, inDays(200));
    const removed = await admin.call(assignments.courseUsers.unassign, {
      params: { id: course },
      body: { userIds: users },
    });
    expect(await endsIn(course)).toEqual({});
    await undo({ batchId: String(removed.headers['batch-id']) } as Batch);
    expect(await endsIn(course)).toEqual({ [users[0]!]: inDays(200), [users[1]!]: inDays(200) });
  });

  it('is an event for programs, if the last day is another', async () => {
    await add('webhook', { events: ['access.given'] });
    const course = await add('course');
    const user = await member();
    await enrol(course, user, inDays(1));
    await set(course, [user], { until: inDays(40) });
    await test.sql('update course_user set assigned_at = now() where user_id = $1', [user]);
    const events = await test.sql(`select type, data ->> 'memberId' as member from event where data ->> 'productId' = $1 order by id`, [course]); // prettier-ignore
    expect(events).toEqual([
      { type: 'access.given', member: user },
      { type: 'access.given', member: user },
    ]);
  });

  it('is told by the timeline of the member', async () => {
    const course = await add('course', { name: 'Kelas Rust' });
    const user = await member();
    await enrol(course, user, inDays(1));
    await set(course, [user], { until: '2090-01-05' });
    const { body } = await admin.call(listUserTimeline, { params: { id: user }, query: { kind: 'access' } });
    expect(body.entries[0]).toMatchObject({
      text: 'set the last day 5 Jan 2090 of the access to',
      record: { kind: 'course', id: course, name: 'Kelas Rust' },
    });
  });
});

describe('lists', () => {
  it('filter the members of a course, the courses of a member, and people by the end', async () => {
    const [course, other] = [await add('course'), await add('course')];
    const [soon, ended, later] = [await member('Ujung Soon'), await member('Ujung Ended'), await member('Ujung Later')];
    await enrol(course, soon, inDays(0));
    await enrol(course, ended, inDays(-1));
    await enrol(course, later, inDays(31));
    await enrol(other, soon, inDays(-9));
    const membersOf = async (term?: 'soon' | 'ended') => {
      const query = { isAssigned: 'true', ...(term && { term }) } as object;
      const { body } = await admin.call(assignments.courseUsers.list, { params: { id: course }, query });
      return [body.totalItems, assignments.courseUsers.rowsOf(body).map(({ id, accessEndsOn }) => [id, accessEndsOn])];
    };
    expect(await membersOf('soon')).toEqual([1, [[soon, inDays(0)]]]);
    expect(await membersOf('ended')).toEqual([1, [[ended, inDays(-1)]]]);
    expect((await membersOf())[0]).toBe(3);
    const { body } = await admin.call(assignments.userCourses.list, {
      params: { id: soon },
      query: { term: 'ended' },
    });
    expect(assignments.userCourses.rowsOf(body).map(({ id }) => id)).toEqual([other]);
    const people = async (access: 'soon' | 'ended') => {
      const found = await admin.call(listUsers, { query: { search: 'ujung', access, pageSize: 50 } });
      return found.body.users.map(({ name }) => name).toSorted();
    };
    expect(await people('soon')).toEqual(['Ujung Soon']);
    expect(await people('ended')).toEqual(['Ujung Ended', 'Ujung Soon']);
    expect((await admin.call(listUsers, { query: { access: 'never' } as never })).status).toBe(400);
  });

  it('leave out who has the course through a learning path, until they leave the path', async () => {
    const [course, path] = [await add('course'), await add('learning-path')];
    const user = await member('Lewat Jalur');
    await enrol(course, user, inDays(-1));
    await test.sql(
      `insert into learning_path_course (tenant, path_id, course_id, position) values ('coding', $1, $2, 1)`,
      [path, course],
    );
    const shown = async () => {
      const { courseUsers } = assignments;
      const params = { id: course };
      const all = await admin.call(courseUsers.list, { params, query: { search: 'Lewat Jalur' } });
      const ended = await admin.call(courseUsers.list, { params, query: { term: 'ended' } });
      const people = await admin.call(listUsers, { query: { search: 'Lewat Jalur', access: 'ended' } });
      return [
        courseUsers.rowsOf(all.body).map(({ accessEndsOn }) => accessEndsOn),
        courseUsers.rowsOf(ended.body).length,
        people.body.users.length,
      ];
    };
    expect(await shown()).toEqual([[inDays(-1)], 1, 1]);
    await test.sql(`insert into learning_path_user (tenant, path_id, user_id) values ('coding', $1, $2)`, [path, user]);
    expect(await shown()).toEqual([[null], 0, 0]);
    await test.sql(`delete from learning_path_user where path_id = $1`, [path]);
    expect(await shown()).toEqual([[inDays(-1)], 1, 1]);
  });
});

/** Published course with a lesson, a quiz and a project, and a member with an external id whose access ends on a day. */
async function taught(lastDay: string | null) {
  const course = await taughtCourse(test.sql);
  await test.sql('update course set is_published = true where id = $1', [course.course]);
  const [lesson, quiz] = [await course.lesson('Awal'), await course.quiz('Kuis')];
  await course.project(50);
  const user = await course.member('Siti', false);
  const externalId = `T-${user}`;
  await test.sql('update "user" set external_id = $2 where id = $1', [user, externalId]);
  await enrol(course.course, user, lastDay);
  return { courseId: course.course, lesson, quiz, user, externalId };
}

describe('after the end', () => {
  it('the course is closed with its items, and what is done in it is refused', async () => {
    const { courseId, lesson, quiz, user, externalId: member_ } = await taught(inDays(-2));
    const reason = expect.stringMatching(/^Access ended on \d+ \S+ \d{4}$/);
    const closed = { productType: 'courses', productId: courseId, open: false, reason };
    expect((await key.call(getMemberAccess, { params: { externalId: member_ } })).body.items).toEqual([closed]);
    const { body } = await key.call(getMemberCourse, { params: { externalId: member_, courseId } });
    expect(body).toMatchObject({ open: false, reason });
    expect(body.sections[0]!.items.map(({ open, reason: why }) => [open, why])).toEqual([
      [false, reason],
      [false, reason],
    ]);
    const attempt = { member: member_, quizId: quiz, answers: [] };
    const late = await key.call(addQuizAttempt, { body: { externalId: `Q-${user}`, ...attempt } });
    expect([late.status, late.problem.message]).toEqual([409, reason]);
    const project = { member: member_, productType: 'courses', productId: courseId };
    expect(await handIn(test, key, { externalId: `S-${user}`, ...project })).toEqual([409, reason]);
    const at = (days: number) => new Date(Date.now() + days * dayMs).toISOString();
    const items = [
      { member: member_, lessonId: lesson, completedAt: at(0) },
      { member: member_, lessonId: lesson, position: { seconds: 5, at: at(-1) } },
      { member: member_, lessonId: lesson, completedAt: at(-3) },
    ];
    expect((await key.call(putProgress, { body: { items } })).body).toEqual({
      changed: 1,
      items: [
        { saved: false, path: 'completedAt', message: reason },
        { saved: false, path: 'position.at', message: reason },
        { saved: true },
      ],
    });
  });

  it('takes what was done before it and arrives late', async () => {
    const { courseId, quiz, user, externalId } = await taught(inDays(-2));
    const submittedAt = new Date(Date.now() - 3 * dayMs).toISOString();
    const attempt = { externalId: `Q-${user}`, member: externalId, quizId: quiz, answers: [], submittedAt };
    expect((await key.call(addQuizAttempt, { body: attempt })).status).toBe(200);
    const project = { externalId: `S-${user}`, member: externalId, productType: 'courses', productId: courseId };
    expect((await handIn(test, key, { ...project, submittedAt }))[0]).toBe(200);
  });

  it('the rehearsal has the last day; on it the course is open', async () => {
    const { courseId, user, externalId } = await taught(inDays(0));
    const open = { productType: 'courses', productId: courseId, open: true, until: inDays(0) };
    expect((await key.call(getMemberAccess, { params: { externalId } })).body.items).toEqual([open]);
    const progress = () => admin.call(getProgress, { params: { id: courseId, userId: user } });
    expect((await progress()).body).toMatchObject({ accessEndsOn: inDays(0) });
    await test.sql('update course_user set access_ends_on = $2 where user_id = $1', [user, inDays(-1)]);
    expect((await progress()).body).toMatchObject({ accessEndsOn: inDays(-1) });
  });

  it('a learning path keeps its courses open', async () => {
    const { courseId, quiz, user, externalId } = await taught(inDays(-2));
    const path = await add('learning-path', { is_published: true });
    await test.sql(
      `insert into learning_path_course (tenant, path_id, course_id, position) values ('coding', $1, $2, 1)`,
      [path, courseId],
    );
    await test.sql(`insert into learning_path_user (tenant, path_id, user_id) values ('coding', $1, $2)`, [path, user]);
    const { items } = (await key.call(getMemberAccess, { params: { externalId } })).body;
    expect(items.find(({ productId }) => productId === courseId)).toEqual({
      productType: 'courses',
      productId: courseId,
      open: true,
    });
    const attempt = { externalId: `Q-${user}`, member: externalId, quizId: quiz, answers: [] };
    expect((await key.call(addQuizAttempt, { body: attempt })).status).toBe(200);
  });

  it('paid and access lists neither what was paid for nor what was not, and the order is closed', async () => {
    const course = await add('course', { price: 250_000, name: 'Kelas Berakhir' });
    const [paid, unpaid, running] = [await member(), await member(), await member()];
    const id = await order(paid, course);
    await setStatus(id, 'paid');
    await test.sql('update course_user set access_ends_on = $2 where user_id = $1', [paid, inDays(-1)]);
    await enrol(course, unpaid, inDays(-1));
    await enrol(course, running, inDays(1));
    await recordCheck(test.database.tenant('coding'), false);
    const gapsOf = async (view: 'paid-no-access' | 'access-unpaid') =>
      (await admin.call(listAccessGaps, { query: { view, search: 'kelas berakhir' } })).body.gaps.map(
        ({ user }) => user.id,
      );
    expect(await gapsOf('paid-no-access')).toEqual([]);
    expect(await gapsOf('access-unpaid')).toEqual([running]);
    expect((await admin.call(getOrder, { params: { id } })).body.items).toMatchObject([{ access: 'closed' }]);
  });
});
