/** Tests merging accounts: the preview, what moves, conflicts, refusals and the undo. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getUserOverview } from '#contract/user/overview.ts';
import { listMerges, mergeUsers, previewMerge, undoMerge } from '#contract/user/merge.ts';
import { type TestApp, type TestCaller, testAppOf } from '#platform/testing/app.ts';
import { addUser } from '#platform/testing/user.ts';
import { userRoutes } from '../routes.ts';
import { testPerson } from '../testing/person.ts';
import { mergeRoutes } from './routes.ts';

let test: TestApp;
let admin: TestCaller;
beforeAll(async () => {
  test = await testAppOf([userRoutes, mergeRoutes]);
  admin = await test.as('admin');
});
afterAll(() => test.close());

type Person = Awaited<ReturnType<typeof testPerson>>;
let kept: Person;
let other: Person;
beforeEach(async () => {
  kept = await testPerson(test.sql, 'Sari Dewi');
  other = await testPerson(test.sql, 'Sari D');
});

const preview = () => admin.call(previewMerge, { params: { id: kept.id }, query: { userId: other.id } });
const merge = (choices: { key: string; keep: 'kept' | 'merged' }[] = []) =>
  admin.call(mergeUsers, { params: { id: kept.id }, body: { userId: other.id, choices } });
const undo = async () => {
  const { body } = await admin.call(listMerges, { params: { id: kept.id } });
  return admin.call(undoMerge, { params: { id: kept.id }, body: { mergeId: body.merges[0]!.mergeId } });
};

/** Everything that the two accounts have, by table and owner. */
const owners = () =>
  test.sql(
    `select 'order' as t, user_id as owner, count(*)::int as n, null as what from "order" where user_id = any ($1) group by 2
      union all select 'course_user', user_id, count(*)::int, string_agg(course_id || assigned_at::text, ',' order by course_id) from course_user where user_id = any ($1) group by 2
      union all select 'certificate', user_id, count(*)::int, string_agg(code || file_url, ',') from certificate where user_id = any ($1) group by 2
      union all select 'completion', user_id, count(*)::int, null from lesson_completion where user_id = any ($1) group by 2
      union all select 'attendance', user_id, count(*)::int, string_agg(status, ',') from attendance where user_id = any ($1) group by 2
      union all select 'subscription', user_id, count(*)::int, string_agg(name_key, ',') from subscription where user_id = any ($1) group by 2
      union all select 'user', id, total_courses, status || coalesce(merged_into::text, '') from "user" where id = any ($1)
      order by 1, 2`,
    [[kept.id, other.id]],
  );

const certificate = (course: string, userId: string, code: string) =>
  test.sql(
    `insert into certificate (tenant, name, code, course_id, user_id, course_name, status, file_url)
      values ('coding', 'Sari', $3, $1, $2, 'Kelas', 'issued', '/files/' || $3)`,
    [course, userId, code],
  );
const assign = (course: string, userId: string, at: string) =>
  test.sql(`insert into course_user (tenant, course_id, user_id, assigned_at) values ('coding', $1, $2, $3)`, [
    course,
    userId,
    at,
  ]);

describe('without conflicts', () => {
  beforeEach(async () => {
    await other.order('paid', { createdAt: '2026-10-01T03:00:00Z', paidAt: '2026-10-01T04:00:00Z' });
    await other.study(2);
    await test.sql(
      `with plan as (insert into subscription_plan (tenant, name, duration_months) values ('coding', 'Bulanan', 1) returning id)
        insert into subscription (tenant, user_id, plan_id, start_date, end_date, event_voucher_quota)
        select 'coding', $1, id, '2026-01-01', '2096-01-01', 1 from plan`,
      [other.id],
    );
  });

  it('says beforehand what moves, and moves exactly that', async () => {
    const { body } = await preview();
    expect(body).toMatchObject({ kept: { id: kept.id }, merged: { id: other.id }, conflicts: [] });
    expect(body.moves).toEqual([
      { label: 'course', count: 1 },
      { label: 'order', count: 1 },
      { label: 'subscription', count: 1 },
      { label: 'completed lessons', count: 2 },
    ]);
    expect((await merge()).body).toMatchObject({ moved: 5 });
    expect(await owners()).toEqual([
      expect.objectContaining({ t: 'completion', owner: kept.id, n: 2 }),
      expect.objectContaining({ t: 'course_user', owner: kept.id, n: 2 }),
      expect.objectContaining({ t: 'order', owner: kept.id, n: 1 }),
      expect.objectContaining({ t: 'subscription', owner: kept.id, what: 'sari dewi' }),
      expect.objectContaining({ t: 'user', owner: kept.id, n: 2, what: '1' }),
      expect.objectContaining({ t: 'user', owner: other.id, n: 0, what: `0${kept.id}` }),
    ]);
  });

  it('ends the sessions of the merged account, and finds its tracked orders under the kept one', async () => {
    await test.sql(`insert into session (tenant, user_id) values ('coding', $1)`, [other.id]);
    await test.sql(
      `insert into tracking_document (tenant, collection, id, fields) values ('coding', 'order_staging', $1, jsonb_build_object(
        'user_email', jsonb_build_object('stringValue', $2::text), 'timestamp', '{"timestampValue": "2026-01-01T00:00:00Z"}'::jsonb))`,
      [`d-${other.id}`, other.email],
    );
    await merge();
    expect(await test.sql('select from session where user_id = $1', [other.id])).toEqual([]);
    const { body } = await admin.call(getUserOverview, { params: { id: kept.id } });
    expect(body.trackedUnpaid).toBe(1);
  });

  it('is undone exactly', async () => {
    const before = await owners();
    await merge();
    expect((await undo()).body).toEqual({ userId: other.id });
    expect(await owners()).toEqual(before);
    expect((await undo()).problem).toMatchObject({ status: 409, message: 'This merge was undone already' });
  });

  it('is not undone when an order was changed since, or after seven days', async () => {
    await merge();
    const merged = await owners();
    await test.sql(`update "order" set status = 'refunded' where user_id = $1`, [kept.id]);
    expect((await undo()).problem).toMatchObject({
      status: 409,
      message: '1 order changed or removed since the merge: it cannot be undone any more',
    });
    await test.sql(`update "order" set status = 'paid' where user_id = $1`, [kept.id]);
    await test.sql(`update user_merge set at = at - interval '8 days'`);
    expect((await undo()).problem.message).toBe('A merge can be undone for 7 days');
    expect(await owners()).toEqual(merged);
  });
});

describe('with a course that both have', () => {
  const both = async () => {
    await assign(kept.course, other.id, '2026-03-01T00:00:00Z');
    await certificate(kept.course, kept.id, 'KEPT222222');
    await certificate(kept.course, other.id, 'XTHER22222');
    const lesson = await kept.lesson('Kelas', 'LIVE_CLASS');
    const only = await kept.lesson('Kelas 2', 'LIVE_CLASS');
    await test.sql(
      `insert into attendance (tenant, lesson_id, user_id, status) values
        ('coding', $1, $3, 'PRESENT'), ('coding', $1, $4, 'LATE'), ('coding', $2, $4, 'SICK')`,
      [lesson, only, kept.id, other.id],
    );
  };
  beforeEach(async () => {
    await test.sql('delete from certificate');
    await both();
  });
  const key = () => `course:${kept.course}`;
  const of = async (table: string) =>
    Object.fromEntries((await owners()).filter(({ t }) => t === table).map(({ owner, what }) => [owner, what]));

  it('asks whose records stay, and refuses to guess', async () => {
    const { body } = await preview();
    expect(body.conflicts).toEqual([
      {
        key: key(),
        name: expect.any(String),
        kept: [
          { label: 'course', count: 1 },
          { label: 'certificate', count: 1 },
          { label: 'attendance', count: 1 },
        ],
        merged: [
          { label: 'course', count: 1 },
          { label: 'certificate', count: 1 },
          { label: 'attendances', count: 2 },
        ],
      },
    ]);
    const before = await owners();
    expect((await merge()).problem).toMatchObject({ status: 409, errors: [{ path: 'choices' }] });
    expect(await owners()).toEqual(before);
  });

  it('leaves the kept account’s records in force, and takes what only the other has', async () => {
    await merge([{ key: key(), keep: 'kept' }]);
    expect(await of('certificate')).toEqual({
      [kept.id]: 'KEPT222222/files/KEPT222222',
      [other.id]: 'XTHER22222/files/XTHER22222',
    });
    expect((await of('attendance'))[kept.id]).toMatch(/^(PRESENT,SICK|SICK,PRESENT)$/);
    expect(await of('attendance')).toMatchObject({ [other.id]: 'LATE' });
    // The merged account is no member of the course any more.
    expect(await of('course_user')).toEqual({ [kept.id]: expect.not.stringContaining('2026-03-01') });
  });

  it('puts the other account’s records in their place, without withdrawing a certificate', async () => {
    await test.sql('delete from outbox');
    await merge([{ key: key(), keep: 'merged' }]);
    expect(await of('certificate')).toEqual({
      [kept.id]: 'XTHER22222/files/XTHER22222',
      [other.id]: 'KEPT222222/files/KEPT222222',
    });
    expect(await of('attendance')).toEqual({ [kept.id]: 'LATE,SICK', [other.id]: 'PRESENT' });
    expect(await of('course_user')).toEqual({ [kept.id]: expect.stringContaining('2026-03-01') });
    expect(await test.sql(`select from outbox where job = 'remove-file'`)).toEqual([]);
  });

  it('keeps the later last day of the access, whichever was chosen, and gives the former back', async () => {
    const ends = async (days: [keptDay: string | null, otherDay: string | null]) => {
      for (const [at, { id }] of [kept, other].entries())
        await test.sql('update course_user set access_ends_on = $3 where course_id = $1 and user_id = $2', [
          kept.course,
          id,
          days[at],
        ]);
    };
    const now = async () =>
      (
        await test.sql(
          `select access_ends_on::text as day from course_user where course_id = $1 and user_id = any ($2) order by user_id = $3 desc`,
          [kept.course, [kept.id, other.id], kept.id],
        )
      ).map(({ day }) => day);
    const cases: [string | null, string | null, string | null][] = [
      ['2026-12-01', '2027-03-01', '2027-03-01'],
      ['2027-03-01', '2026-12-01', '2027-03-01'],
      ['2026-12-01', null, null],
      [null, '2026-12-01', null],
    ];
    for (const [mine, theirs, later] of cases)
      for (const keep of ['kept', 'merged'] as const) {
        await ends([mine, theirs]);
        expect((await merge([{ key: key(), keep }])).status).toBe(200);
        expect(await now(), `${mine} ${theirs} ${keep}`).toEqual([later]);
        expect((await undo()).status).toBe(200);
        expect(await now()).toEqual([mine, theirs]);
      }
  });

  it('is undone exactly, whichever was chosen', async () => {
    const before = await owners();
    for (const keep of ['kept', 'merged'] as const) {
      expect((await merge([{ key: key(), keep }])).status).toBe(200);
      expect((await undo()).status).toBe(200);
      expect(await owners()).toEqual(before);
    }
  });
});

describe('refusals', () => {
  it('refuses staff to admins, the account itself, and an account that was merged', async () => {
    const cs = await addUser(test.sql, 'coding', { role: 'customer-service' });
    const call = (id: string, userId: string) => admin.call(mergeUsers, { params: { id }, body: { userId } });
    expect((await call(kept.id, cs)).problem).toMatchObject({
      status: 403,
      message: 'Only a superadmin may merge accounts of staff',
    });
    expect((await call(kept.id, kept.id)).status).toBe(400);
    await merge();
    expect((await merge()).problem.message).toContain('was merged into another account');
    expect((await call(other.id, kept.id)).status).toBe(409);
    const superadmin = await test.as('superadmin');
    expect((await superadmin.call(mergeUsers, { params: { id: kept.id }, body: { userId: cs } })).status).toBe(200);
  });
});
