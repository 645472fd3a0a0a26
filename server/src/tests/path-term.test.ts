/**
 * Tests access to learning paths that ends (docs/decisions/0134): what is closed after it, what keeps a course open, its
 * renewal, extension and undo, and the last day of generated memberships against SQL of its own.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listAccessGaps } from '#contract/access/endpoints.ts';
import { assignments } from '#contract/assignment/table.ts';
import { type Batch, undoBatch } from '#contract/batch/endpoints.ts';
import { batches } from '#contract/batch/starts.ts';
import { getProgress } from '#contract/course/progress.ts';
import { getMemberPath } from '#contract/integration/contents.ts';
import { addQuizAttempt, getMemberAccess, putProgress } from '#contract/integration/learning.ts';
import { dayMs, jakartaDay, plusDays, plusMonths } from '#contract/kernel/days.ts';
import { learningPaths } from '#contract/learning-path/endpoints.ts';
import { getOrder, setOrderStatus } from '#contract/order/endpoints.ts';
import { quoteOrder } from '#contract/order/new-order.ts';
import { listUsers } from '#contract/user/endpoints.ts';
import { mergeUsers, undoMerge } from '#contract/user/merge.ts';
import { listUserTimeline } from '#contract/user/timeline.ts';
import type { TestApp, TestCaller } from '#platform/testing/app.ts';
import { recordCheck } from '#shared/access-gaps.ts';
import { storeAtRisk } from '#shared/at-risk.ts';
import { addRecord } from '#shared/testing/sample.ts';
import { taughtCourse } from '#shared/testing/taught-course.ts';
import { testApp } from './app.ts';
import { resultsOf } from './batch-work.ts';
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
let made = 0;
const member = (name = 'Siti') => add('user', { role: 'member', name, external_id: `P-${(made += 1)}` });
const externalIdOf = async (userId: string) =>
  String((await test.sql('select external_id from "user" where id = $1', [userId]))[0]?.['external_id']);
/** Day that is so many days from today in Jakarta. */
const inDays = (days: number) => plusDays(jakartaDay(new Date()), days);
const inMonths = (months: number) => plusMonths(inDays(0), months);
const put = (pathId: string, courseId: string) =>
  test.sql(
    `insert into learning_path_course (tenant, path_id, course_id, position) select 'coding', $1, $2, 1 + count(*) from learning_path_course where path_id = $1`,
    [pathId, courseId],
  );
const follow = (pathId: string, userId: string, lastDay: string | null) =>
  test.sql(
    `insert into learning_path_user (tenant, path_id, user_id, access_ends_on, assigned_at) values ('coding', $1, $2, $3, '2025-01-02T03:04:05.678901Z')`,
    [pathId, userId, lastDay],
  );
const enrol = (courseId: string, userId: string, lastDay: string | null) =>
  test.sql(
    `insert into course_user (tenant, course_id, user_id, access_ends_on, assigned_at) values ('coding', $1, $2, $3, now() - interval '40 days')`,
    [courseId, userId, lastDay],
  );
const endPath = (pathId: string, lastDay: string | null) =>
  test.sql('update learning_path_user set access_ends_on = $2 where path_id = $1', [pathId, lastDay]);
/** Last days of the members of a path. */
const endsIn = async (pathId: string): Promise<Record<string, string | null>> =>
  Object.fromEntries(
    (
      await test.sql('select user_id, access_ends_on::text as day from learning_path_user where path_id = $1', [pathId])
    ).map(({ user_id: id, day }) => [String(id), day as string | null]),
  );

async function addItem(orderId: string, type: 'courses' | 'learning paths', productId: string) {
  await test.sql(`delete from order_item where order_id = $1`, [orderId]);
  await test.sql(
    `insert into order_item (tenant, order_id, line, product_type, product_id, product_name, price, discount_amount)
      values ('coding', $1, 1, $2, $3, 'Kelas', 5, 0)`,
    [orderId, type, productId],
  );
}

/** Order of a path that waits for its payment. */
async function order(userId: string, pathId: string): Promise<string> {
  const id = await add('order', { user_id: userId, status: 'unpaid', company_id: null });
  await addItem(id, 'learning paths', pathId);
  return id;
}
const setStatus = async (id: string, status: 'paid' | 'refunded') =>
  expect((await admin.call(setOrderStatus, { params: { id }, body: { status } })).status).toBe(200);
const payTogether = (ids: string[]) =>
  admin.call(batches.orderStatus.start, { query: {}, body: { ids, expected: ids.length, value: 'paid', removeAccess: true } }); // prettier-ignore

const accessTo = async (productId: string, userId: string) => {
  const { items } = (await key.call(getMemberAccess, { params: { externalId: await externalIdOf(userId) } })).body;
  const found = items.find((item) => item.productId === productId);
  return found && [found.open, found.until ?? found.reason ?? null];
};
const ended = expect.stringMatching(/^Access ended on \d+ \S+ \d{4}$/);

/** Published course with a lesson, a quiz and a project in a published path, and a member without either. */
async function pathWithCourse() {
  const course = await taughtCourse(test.sql);
  await test.sql('update course set is_published = true where id = $1', [course.course]);
  const [lesson, quiz] = [await course.lesson('Awal'), await course.quiz('Kuis')];
  await course.project(50);
  const path = await add('learning-path', { is_published: true });
  await put(path, course.course);
  return { courseId: course.course, lesson, quiz, path, user: await member() };
}

describe('the last day of a path', () => {
  it('follows from its months when it is paid, one order or many, or assigned by hand', async () => {
    const path = await add('learning-path');
    expect((await admin.call(learningPaths.update, { params: { id: path }, body: { accessMonths: 6 } })).status).toBe(
      200,
    );
    const endless = await add('learning-path');
    const [one, two, three] = [await member(), await member(), await member()];
    await setStatus(await order(one, path), 'paid');
    await payTogether([await order(two, path), await order(two, endless)]);
    await admin.call(assignments.pathUsers.assign, { params: { id: path }, body: { user_id: three } });
    expect(await endsIn(path)).toEqual({ [one]: inMonths(6), [two]: inMonths(6), [three]: inMonths(6) });
    expect(await endsIn(endless)).toEqual({ [two]: null });
    for (const accessMonths of [0, 121, 1.5]) {
      const { status, problem } = await admin.call(learningPaths.update, {
        params: { id: path },
        body: { accessMonths },
      });
      expect([status, problem.errors?.[0]?.path]).toEqual([400, 'accessMonths']);
    }
  });

  it.each(['alone', 'with others'])(
    'begins anew with an order %s after the end, which the refund ends',
    async (how) => {
      const path = await add('learning-path', { access_months: 3, is_published: true });
      const user = await member();
      await follow(path, user, inDays(-1));
      const items = [{ productType: 'learning paths' as const, productId: path, quantity: 1 }];
      expect(
        (await admin.call(quoteOrder, { body: { userId: user, items } })).body.items[0]?.problem ?? null,
      ).toBeNull();
      const id = await order(user, path);
      await (how === 'alone' ? setStatus(id, 'paid') : payTogether([id]));
      expect(await endsIn(path)).toEqual({ [user]: inMonths(3) });
      expect((await admin.call(getOrder, { params: { id } })).body.items).toMatchObject([{ isOpened: true, access: 'open' }]); // prettier-ignore
      const again = await admin.call(quoteOrder, { body: { userId: user, items } });
      expect(again.body.items[0]?.problem).toBeTruthy();
      await setStatus(id, 'refunded');
      expect(await endsIn(path)).toEqual({});
    },
  );

  it('goes back to that of the earlier order with the refund of a renewal', async () => {
    const path = await add('learning-path', { access_months: 3 });
    const user = await member();
    const [first, second] = [await order(user, path), await order(user, path)];
    await setStatus(first, 'paid');
    const paidAt = new Date(Date.now() - 200 * dayMs).toISOString();
    await test.sql(`update "order" set paid_at = $2 where id = $1`, [first, paidAt]);
    await test.sql(`update learning_path_user set assigned_at = $2, access_ends_on = $3 where path_id = $1`, [
      path,
      paidAt,
      inDays(-100),
    ]);
    await setStatus(second, 'paid');
    expect(await endsIn(path)).toEqual({ [user]: inMonths(3) });
    await setStatus(second, 'refunded');
    expect(await endsIn(path)).toEqual({ [user]: plusMonths(inDays(-200), 3) });
  });
});

describe('a course in paths', () => {
  it('is closed with the path, and kept open by another path or a membership: the latest day counts', async () => {
    const { courseId, path, user } = await pathWithCourse();
    const other = await add('learning-path', { is_published: true });
    await put(other, courseId);
    await follow(path, user, inDays(0));
    expect(await accessTo(path, user)).toEqual([true, inDays(0)]);
    expect(await accessTo(courseId, user)).toEqual([true, inDays(0)]);
    await endPath(path, inDays(-1));
    expect(await accessTo(path, user)).toEqual([false, ended]);
    expect(await accessTo(courseId, user)).toEqual([false, ended]);
    await follow(other, user, inDays(20));
    expect(await accessTo(courseId, user)).toEqual([true, inDays(20)]);
    await enrol(courseId, user, inDays(30));
    expect(await accessTo(courseId, user)).toEqual([true, inDays(30)]);
    await endPath(other, inDays(50));
    expect(await accessTo(courseId, user)).toEqual([true, inDays(50)]);
    await endPath(other, null);
    expect(await accessTo(courseId, user)).toEqual([true, null]);
    expect(await accessTo(path, user)).toEqual([false, ended]);
  });

  it('has for generated memberships the last day that SQL of its own finds', async () => {
    const { courseId, path } = await pathWithCourse();
    const [second, unrelated] = [await add('learning-path'), await add('learning-path')];
    await put(second, courseId);
    const days = [undefined, null, -400, -1, 0, 1, 29, 30, 31, 200] as const;
    // Every combination of a membership, and of days of two paths.
    const rows = days.flatMap((own) => days.flatMap((one) => days.map((two) => ({ own, one, two })))); // prettier-ignore
    const users = await test.sql(
      `insert into "user" (tenant, email, name, password_hash, role)
        select 'coding', new_id() || '@sample.test', 'Acak ' || n, 'x', 'member' from generate_series(1, $1) n returning id`,
      [rows.length],
    );
    const link = async (table: string, column: string, owner: string, of: 'own' | 'one' | 'two') => {
      const held = rows.flatMap((row, n) => (row[of] === undefined ? [] : [{ id: users[n]!['id'], day: row[of] }]));
      await test.sql(
        `insert into ${table} (tenant, ${column}, user_id, access_ends_on) select 'coding', $1, *
          from unnest($2::uuid[], $3::date[])`,
        [owner, held.map(({ id }) => id), held.map(({ day }) => (day === null ? null : inDays(day)))],
      );
    };
    await link('course_user', 'course_id', courseId, 'own');
    await link('learning_path_user', 'path_id', path, 'one');
    await link('learning_path_user', 'path_id', second, 'two');
    await link('learning_path_user', 'path_id', unrelated, 'own');
    await test.sql('analyze course_user, learning_path_user, learning_path_course, "user"');
    const expected = await test.sql(
      `select member.id, direct.course_id is not null as is_member, case when bool_or(every.day is null) then null else max(every.day)::text end as day
        from "user" member left join course_user direct on direct.user_id = member.id and direct.course_id = $1,
          lateral (select access_ends_on as day from course_user where user_id = member.id and course_id = $1
            union all select access_ends_on from learning_path_user where user_id = member.id and path_id in ($2, $3)) every
        where member.id = any($4) group by member.id, direct.course_id`,
      [courseId, path, second, users.map(({ id }) => id)],
    );
    expect(expected.length).toBe(rows.filter((row) => Object.values(row).some((day) => day !== undefined)).length);
    const listed = async (term?: 'soon' | 'ended') => {
      const all: Record<string, string | null | undefined> = {};
      for (let page = 1; ; page += 1) {
        const query = { isAssigned: 'true', page, pageSize: 100, ...(term && { term }) } as object;
        const { body } = await admin.call(assignments.courseUsers.list, { params: { id: courseId }, query });
        const found = assignments.courseUsers.rowsOf(body);
        for (const { id, accessEndsOn } of found) all[id] = accessEndsOn;
        if (found.length < 100) return all;
      }
    };
    const members = expected.filter(({ is_member: is }) => is) as { id: string; day: string | null }[];
    const daysOf = (some: typeof members) => Object.fromEntries(some.map(({ id, day }) => [id, day]));
    expect(await listed()).toEqual(daysOf(members));
    const soon = members.filter(({ day }) => day !== null && day >= inDays(0) && day <= inDays(30));
    expect(await listed('soon')).toEqual(daysOf(soon));
    const gone = members.filter(({ day }) => day !== null && day < inDays(0));
    expect(await listed('ended')).toEqual(daysOf(gone));
    expect(soon.length * gone.length).toBeGreaterThan(0);
    for (const one of expected.filter((_, n) => n % 37 === 0)) {
      const { status, body } = await admin.call(getProgress, { params: { id: courseId, userId: String(one['id']) } });
      expect([status, body.accessEndsOn]).toEqual([200, one['day']]);
    }
  });

  it('takes reports by the day of their moment', async () => {
    const { courseId, lesson, quiz, path, user } = await pathWithCourse();
    await follow(path, user, inDays(-2));
    const externalId = await externalIdOf(user);
    const at = (days: number) => new Date(Date.now() + days * dayMs).toISOString();
    const items = [
      { member: externalId, lessonId: lesson, completedAt: at(0) },
      { member: externalId, lessonId: lesson, completedAt: at(-3) },
    ];
    expect((await key.call(putProgress, { body: { items } })).body).toMatchObject({
      changed: 1,
      items: [{ saved: false, path: 'completedAt', message: ended }, { saved: true }],
    });
    const final = String(
      (
        await test.sql(
          `insert into quiz (tenant, path_id, name, type) values ('coding', $1, 'Akhir', 'QUIZ') returning id`,
          [path],
        )
      )[0]!['id'],
    );
    for (const quizId of [quiz, final]) {
      const attempt = { externalId: `Q-${quizId}`, member: externalId, quizId, answers: [] };
      const late = await key.call(addQuizAttempt, { body: attempt });
      expect([late.status, late.problem.message]).toEqual([409, ended]);
      expect((await key.call(addQuizAttempt, { body: { ...attempt, submittedAt: at(-3) } })).status).toBe(200);
    }
    await test.sql(`insert into final_project (tenant, path_id, passing_score) values ('coding', $1, 50)`, [path]);
    for (const [productType, productId] of [
      ['courses', courseId],
      ['learning paths', path],
    ] as const) {
      const project = { externalId: `S-${productId}`, member: externalId, productType, productId };
      expect(await handIn(test, key, project)).toEqual([409, ended]);
      expect((await handIn(test, key, { ...project, submittedAt: at(-3) }))[0]).toBe(200);
    }
    expect((await key.call(getMemberPath, { params: { externalId, pathId: path } })).body).toMatchObject({
      open: false,
      reason: ended,
      courses: [{ open: false, reason: ended }],
    });
  });

  it('keeps its members at risk as long as a path keeps it open', async () => {
    const { courseId, path, user } = await pathWithCourse();
    await enrol(courseId, user, inDays(-1));
    const isAtRisk = async () => {
      await storeAtRisk(test.database.tenant('coding'));
      return (await test.sql('select 1 from at_risk where user_id = $1', [user])).length === 1;
    };
    expect(await isAtRisk()).toBe(false);
    await follow(path, user, inDays(5));
    expect(await isAtRisk()).toBe(true);
    await endPath(path, inDays(-1));
    expect(await isAtRisk()).toBe(false);
    await endPath(path, null);
    expect(await isAtRisk()).toBe(true);
    await test.sql('delete from learning_path_user where path_id = $1', [path]);
    expect(await isAtRisk()).toBe(false);
  });

  it('has no gap after the end of its path, and none that is justified no longer', async () => {
    const { courseId, path, user } = await pathWithCourse();
    await test.sql(`update course set price = 250000, name = 'Kelas Jalur' where id = $1`, [courseId]);
    await test.sql(`update learning_path set price = 250000, name = 'Jalur Berakhir' where id = $1`, [path]);
    const id = await order(user, path);
    await setStatus(id, 'paid');
    const [unpaid, justified] = [await member(), await member()];
    await follow(path, unpaid, inDays(1));
    await follow(path, justified, null);
    await enrol(courseId, justified, null);
    const gaps = async (view: 'paid-no-access' | 'access-unpaid') => {
      await recordCheck(test.database.tenant('coding'), false);
      const { body } = await admin.call(listAccessGaps, { query: { view, search: 'jalur', pageSize: 50 } });
      return body.gaps.map(({ user: { id: userId }, product }) => `${userId} ${product.productId}`).toSorted();
    };
    expect(await gaps('access-unpaid')).toEqual([`${unpaid} ${path}`, `${justified} ${path}`].toSorted());
    await endPath(path, inDays(-1));
    expect(await gaps('paid-no-access')).toEqual([]);
    expect(await gaps('access-unpaid')).toEqual([`${justified} ${courseId}`]);
    expect((await admin.call(getOrder, { params: { id } })).body.items).toMatchObject([{ access: 'closed' }]);
  });

  it('invites who has it by a path until that ends', async () => {
    const { courseId, path, user } = await pathWithCourse();
    await enrol(courseId, user, inDays(-1));
    const [section] = await test.sql('select id from course_section where course_id = $1', [courseId]);
    await test.sql(`insert into calendar_event (tenant, section_id, provider) values ('coding', $1, 'own')`, [
      section?.['id'],
    ]);
    const followed = async (change: () => Promise<unknown>) => {
      await test.sql(`delete from outbox where job = 'calendar-event'`);
      await change();
      return (await test.sql(`select 1 from outbox where job = 'calendar-event'`)).length;
    };
    expect(await followed(() => follow(path, user, inDays(5)))).toBe(1);
    expect(await followed(() => endPath(path, inDays(9)))).toBe(1);
    expect(await followed(() => test.sql('delete from learning_path_user where path_id = $1', [path]))).toBe(1);
  });
});

describe('extending access to a path', () => {
  const { start, count } = batches.pathAccess;
  const set = (pathId: string, ids: string[] | null, change: object, more: object = {}) =>
    admin.call(start, {
      query: { ownerId: pathId, ...more },
      body: { ids, expected: ids?.length ?? 0, value: 'until', ownerId: pathId, ...change } as never,
    });
  const undo = async ({ batchId }: Batch) => (await admin.call(undoBatch, { params: { id: batchId } })).body;

  it('sets the last day of those that end earlier, and the undo restores each', async () => {
    const path = await add('learning-path', { name: 'Jalur Go' });
    const [gone, soon, endless, nobody] = [await member(), await member(), await member(), await member()];
    const before = { [gone]: inDays(-40), [soon]: inDays(3), [endless]: null };
    for (const [user, day] of Object.entries(before)) await follow(path, user, day);
    const until = inDays(60);
    const { body } = await set(path, [gone, soon, endless, nobody], { until });
    expect(body).toMatchObject({ done: 2, failed: 2 });
    expect(body.title).toMatch(/^Set the access to “Jalur Go” until /);
    expect(await endsIn(path)).toEqual({ [gone]: until, [soon]: until, [endless]: null });
    const results = await resultsOf(admin, body.batchId);
    expect(results.get(nobody)?.reason).toBe('Not a member of the learning path');
    const { entries } = (await admin.call(listUserTimeline, { params: { id: soon }, query: { kind: 'access' } })).body;
    expect(entries[0]).toMatchObject({
      text: expect.stringMatching(/^set the last day .* of the access to$/),
      record: { kind: 'learning-path', id: path, name: 'Jalur Go' },
    });
    expect(await undo(body)).toMatchObject({ undone: 2, kept: 0 });
    expect(await endsIn(path)).toEqual(before);
    expect((await set(path, [gone], { value: 'unlimited' })).body).toMatchObject({ done: 1 });
    expect((await set(path, [gone], { until: inDays(-1) })).status).toBe(400);
    expect((await (await test.as('instructor')).call(start, { query: { ownerId: path }, body: { ids: [gone], expected: 1, value: 'until', until, ownerId: path } as never })).status).toBe(403); // prettier-ignore
  });

  it('takes those that end soon, whom lists and people show, and tells programs', async () => {
    await add('webhook', { events: ['access.given'] });
    const [path, other] = [await add('learning-path'), await add('learning-path')];
    const [soon, gone, later] = [await member('Jalur Soon'), await member('Jalur Gone'), await member('Jalur Later')];
    await follow(path, soon, inDays(30));
    await follow(path, gone, inDays(-1));
    await follow(path, later, inDays(31));
    await follow(other, later, inDays(1));
    expect((await admin.call(count, { query: { ownerId: path, term: 'soon' } })).body).toEqual({ total: 1 });
    const { pathUsers, userPaths } = assignments;
    const { body } = await admin.call(pathUsers.list, { params: { id: path }, query: { assigned: 'true', term: 'ended' } as never }); // prettier-ignore
    expect(pathUsers.rowsOf(body).map(({ id, accessEndsOn }) => [id, accessEndsOn])).toEqual([[gone, inDays(-1)]]);
    const theirs = await admin.call(userPaths.list, { params: { id: later }, query: { term: 'soon' } });
    expect(userPaths.rowsOf(theirs.body).map(({ id }) => id)).toEqual([other]);
    const people = async (query: object) =>
      (await admin.call(listUsers, { query: { search: 'jalur', pageSize: 50, ...query } })).body.users
        .map(({ name }) => name)
        .toSorted();
    expect(await people({ access: 'soon' })).toEqual(['Jalur Later', 'Jalur Soon']);
    expect(await people({ access: 'soon', pathId: path })).toEqual(['Jalur Soon']);
    expect(await people({ access: 'ended' })).toEqual(['Jalur Gone']);
    await test.sql('delete from event');
    await set(path, null, { until: inDays(90), expected: 1 }, { term: 'soon' });
    expect((await endsIn(path))[soon]).toBe(inDays(90));
    expect(await test.sql(`select type, data ->> 'productId' as path from event`)).toEqual([
      { type: 'access.given', path },
    ]);
  });
});

it('a merge keeps the later last day of a path, and its undo gives the former back', async () => {
  const cases: [string | null, string | null, string | null][] = [
    ['2090-12-01', '2091-03-01', '2091-03-01'],
    ['2091-03-01', '2090-12-01', '2091-03-01'],
    ['2090-12-01', null, null],
    [null, '2090-12-01', null],
  ];
  for (const [mine, theirs, later] of cases) {
    const path = await add('learning-path');
    const [kept, other] = [await member(), await member()];
    await follow(path, kept, mine);
    await follow(path, other, theirs);
    const merged = await admin.call(mergeUsers, {
      params: { id: kept },
      body: { userId: other, choices: [{ key: `path:${path}`, keep: 'kept' }] },
    });
    expect(merged.status).toBe(200);
    expect(await endsIn(path)).toEqual({ [kept]: later });
    const { mergeId } = merged.body;
    expect((await admin.call(undoMerge, { params: { id: kept }, body: { mergeId } })).status).toBe(200);
    expect(await endsIn(path)).toEqual({ [kept]: mine, [other]: theirs });
  }
});

describe('a full course', () => {
  it('keeps the places of members whose access has ended, who can renew, and says how many they are', async () => {
    const course = await add('course', { capacity: 2, access_months: 3, is_published: true });
    const [gone, stays, newcomer] = [await member(), await member(), await member()];
    await enrol(course, gone, inDays(-1));
    await enrol(course, stays, null);
    const assign = (userId: string) =>
      admin.call(assignments.courseUsers.assign, { params: { id: course }, body: { userId } });
    expect((await assign(newcomer)).problem).toMatchObject({
      status: 409,
      message: 'This course is full: 2 of 2 places are taken, 1 of them by a member whose access has ended',
    });
    const id = await add('order', { user_id: gone, status: 'unpaid', company_id: null });
    await addItem(id, 'courses', course);
    await setStatus(id, 'paid');
    expect(await test.sql('select access_ends_on::text as day from course_user where user_id = $1', [gone])).toEqual([
      { day: inMonths(3) },
    ]);
    expect((await assign(newcomer)).problem.message).toBe('This course is full: 2 of 2 places are taken');
    await test.sql('update course_user set access_ends_on = $2 where user_id = $1', [gone, inDays(-1)]);
    await admin.call(assignments.courseUsers.unassign, { params: { id: course }, body: { userId: gone } });
    expect((await assign(newcomer)).status).toBe(200);
  });

  it('lists them among the people', async () => {
    const [course, other] = [await add('course'), await add('course')];
    const [gone, elsewhere] = [await member('Tempat Habis'), await member('Tempat Lain')];
    await enrol(course, gone, inDays(-1));
    await enrol(course, elsewhere, null);
    await enrol(other, elsewhere, inDays(-1));
    const query = { search: 'tempat', courseId: course, access: 'ended' } as const;
    expect((await admin.call(listUsers, { query })).body.users.map(({ name }) => name)).toEqual(['Tempat Habis']);
  });
});
