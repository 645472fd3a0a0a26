/** Tests of every table and every endpoint that an instructor sees and changes only courses that name them. */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCourse, getCourse, listCourses, listTeachers, updateCourse } from '#contract/course/endpoints.ts';
import { updateLesson } from '#contract/course/lesson/endpoints.ts';
import { mayCall } from '#contract/kernel/endpoint.ts';
import type { RecordKind } from '#contract/kernel/record-kinds.ts';
import { finishUpload } from '#contract/kernel/upload.ts';
import { getSubmission, reviewSubmission } from '#contract/submission/endpoints.ts';
import { findVideo } from '#contract/video/endpoints.ts';
import type { TestApp, TestCaller } from '#platform/testing/app.ts';
import { addRecord, fillTenants } from '#shared/testing/sample.ts';
import { testApp } from './app.ts';
import { everyEndpoint } from './endpoints.ts';
import { Probe, faultOf } from './probe.ts';
import { type WireInput, kindsNamedBy } from './valid-input.ts';

/** Tables of which an instructor sees what the brand has, by reason. */
const whole: Readonly<Record<string, readonly string[]>> = {
  'belongs to an account, and its calls read only the caller’s': [
    'session',
    'account_mail',
    'agent_client',
    'agent_code',
    'agent_token',
    'auth_challenge',
    'authenticator_app',
    'passkey',
    'recovery_code',
    'refresh_token',
    'sign_in_failure',
    'revocation',
    'idempotency',
    'list_read',
    'today_aside',
    'saved_view_pin',
    'batch',
    'batch_row',
    'proposal',
    'data_export',
    'desk_presence',
  ],
  'is of the whole brand': [
    'api_key',
    'api_key_use',
    'brand_setting',
    'saved_view',
    'shift',
    'desk_template',
    'learning_path',
    'learning_path_user',
    'product',
    'subscription_plan',
  ],
  'is read by the id of a record that was found': ['audit_record'],
  'is found by its address, which only records have': ['upload'],
  'is work for jobs': ['outbox', 'effect'],
  'makes the price of a course': [
    'campaign',
    'campaign_discount',
    'campaign_voucher',
    'discount',
    'discount_path',
    'discount_path_leaving',
    'discount_plan',
    'discount_plan_leaving',
    'discount_product',
    'discount_product_leaving',
  ],
  'is read by no call that admits instructors': [
    'broadcast',
    'broadcast_delivery',
    'broadcast_due',
    'marketing_consent',
    'whatsapp_template',
    'whatsapp_window',
    'trail_seal',
    'trail_change',
    'event',
    'webhook',
    'webhook_delivery',
    'webhook_secret',
    'webhook_status',
    'import_column',
    'import_row',
    'privacy_request',
    'tag',
    'tag_user',
    'user_duplicate',
    'user_merge',
    'user_merge_row',
    '"order"',
    'order_item',
    'order_day',
    'invoice_day',
    'payment',
    'payment_link',
    'payout',
    'payout_line',
    'bank_statement',
    'bank_line',
    'order_buyer',
    'paper',
    'refund',
    'refund_item',
    'paper_mail',
    'company',
    'company_mail',
    'paper_series',
    'payment_notice',
    'catalogue_change',
    'sales_day',
    'sales_change',
    'risk_check',
    'subscription',
    'event_voucher',
    'voucher',
    'voucher_path',
    'voucher_plan',
    'voucher_product',
    'voucher_code',
    'voucher_redemption',
    'access_check',
    'access_gap',
    'payment_difference',
    'payment_check',
    'access_mend',
    'tracking_document',
    'desk_order',
    'desk_event',
    'chase_document',
    'chase_reading',
    'chase_rule',
  ],
};

/** Kinds of records that a course has. */
const ofCourses: ReadonlySet<RecordKind> = new Set([
  'course',
  'section',
  'section-item',
  'lesson',
  'quiz',
  'question',
  'final-project',
  'submission',
  'documentation',
  'calendar-event',
  'learning-contact',
  'certificate',
  'video',
  'video-caption',
]);

const endpoints = (await everyEndpoint()).filter(
  ({ entry }) =>
    entry.roles !== 'public' && mayCall(entry, 'instructor') && kindsNamedBy(entry).some((kind) => ofCourses.has(kind)),
);

let test: TestApp;
let probe: Probe;
let teacher: TestCaller;
let named: pg.Client;
/** Tables with a policy of their own. */
let bound: string[];

/** Names the teacher on all courses, or nobody. */
const teachAll = (isNamed: boolean) =>
  test.sql('update course set instructors = $1', [
    JSON.stringify(isNamed ? [{ name: 'T', title: '', photo: null, bio: '', userId: teacher.userId }] : []),
  ]);
const rowsOf = async (table: string) => Number((await named.query(`select count(*) as n from ${table}`)).rows[0].n);
const setBrand = (courses: 'all' | 'named') => test.sql(`update brand_setting set instructor_courses = $1`, [courses]);

beforeAll(async () => {
  test = await testApp();
  await fillTenants(test.sql);
  // Naming an instructor makes no course newer than what a call has seen.
  await test.sql('alter table course disable trigger touch');
  await setBrand('named');
  probe = new Probe(test);
  teacher = await test.as('instructor');
  named = new pg.Client(test.appUrl('named_coding'));
  await named.connect();
  const policies = await test.sql(
    `select polrelid::regclass::text as name from pg_policy
    where polname = 'named_coding' and pg_get_expr(polqual, polrelid) <> $1 order by 1`,
    [`(tenant = 'coding'::text)`],
  );
  bound = policies.map(({ name }) => String(name));
});
afterAll(async () => {
  await named.end();
  await test.close();
});

describe('every table', () => {
  it('is bound to courses, or is named here with a reason', async () => {
    const tables = await test.sql(`select oid::regclass::text as name from pg_class
      where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace`);
    expect([...bound, ...Object.values(whole).flat()].toSorted()).toEqual(
      tables.map(({ name }) => String(name)).toSorted(),
    );
  });

  it('that has a foreign key to one of a course, in any depth, is bound', async () => {
    const linked = await test.sql(`with recursive linked as (
        select 'course'::regclass::oid as id
        union select conrelid from pg_constraint join linked on confrelid = linked.id where contype = 'f')
      select id::regclass::text as name from linked`);
    expect(linked.map(({ name }) => name).filter((name) => !bound.includes(String(name)))).toEqual([]);
    expect(linked.length).toBeGreaterThan(20);
  });

  it('that is bound shows a new instructor nothing, and lets them change nothing', async () => {
    await named.query(`select set_config('app.actor_id', $1, false)`, [teacher.userId]);
    await teachAll(false);
    for (const table of bound.filter((name) => name !== '"user"' && name !== 'audit')) {
      expect([table, await rowsOf(table)]).toEqual([table, 0]);
      for (const [privilege, text] of [
        ['update', `update ${table} set tenant = tenant`],
        ['delete', `delete from ${table}`],
      ] as const) {
        const [may] = await test.sql('select has_table_privilege($1, $2, $3) as may', [
          new URL(test.appUrl('named_coding')).username,
          table,
          privilege,
        ]);
        if (may?.['may']) expect([text, (await named.query(text)).rowCount]).toEqual([text, 0]);
      }
    }
    expect((await named.query(`select count(*)::int as n from "user" where role = 'member'`)).rows).toEqual([{ n: 0 }]);
    expect(
      (await named.query(`select count(*)::int as n from audit where actor_id is distinct from $1`, [teacher.userId]))
        .rows,
    ).toEqual([{ n: 0 }]);
  });

  it('that is bound shows the rows of their courses, and without an actor none', async () => {
    await teachAll(true);
    const seen = [
      'course',
      'course_section',
      'lesson',
      'section_item',
      'attendance',
      'course_user',
      'question',
      'quiz_attempt',
      'project_submission',
      'certificate',
      'final_project',
      'lesson_completion',
      'audit',
    ];
    for (const table of seen) expect([table, (await rowsOf(table)) > 0]).toEqual([table, true]);
    await named.query(`select set_config('app.actor_id', '', false)`);
    for (const table of seen) expect([table, await rowsOf(table)]).toEqual([table, 0]);
  });

  it('cannot be reached by setting another tenant or role', async () => {
    await named.query(`select set_config('app.actor_id', $1, false), set_config('app.tenant', 'cyber', false)`, [
      teacher.userId,
    ]);
    expect((await named.query('select distinct tenant from "user"')).rows).toEqual([{ tenant: 'coding' }]);
    await expect(named.query(`set role ${new URL(test.appUrl('coding')).username}`)).rejects.toThrow(
      'permission denied',
    );
  });
});

/** Instructors are changed by other roles. */
const withoutAccounts = (input: WireInput): WireInput => {
  const { instructors: _, ...body } = (input.body ?? {}) as Record<string, unknown>;
  return input.body === undefined || Array.isArray(input.body) ? input : { ...input, body };
};

describe.each(endpoints)('$name', ({ entry }) => {
  it('answers an instructor without the course as if there were no such record, and changes nothing', async () => {
    const input = withoutAccounts(await probe.prepare(entry, 'coding', 'instructor'));
    await teachAll(false);
    await probe.changedTables();
    const answer = await probe.send(entry, input, {}, 'instructor');
    // Ids in the path are not found; those in a body are a wrong value of it.
    const isInBody = !entry.url.includes(':id');
    expect({ status: answer.status, fault: faultOf(entry, answer) }).toEqual({
      status: isInBody && entry.method !== 'GET' ? 400 : 404,
      fault: undefined,
    });
    if (isInBody) expect(JSON.stringify(answer.body)).toMatch(/There is no such|does not exist/);
    expect(await probe.changedTables()).toEqual([]);
  });

  it('answers an instructor of the course according to the contract', async () => {
    const input = withoutAccounts(await probe.prepare(entry, 'coding', 'instructor'));
    await teachAll(true);
    const answer = await probe.send(entry, input, {}, 'instructor');
    expect({ status: answer.status, fault: faultOf(entry, answer) }).toEqual({
      status: entry.success ?? 200,
      fault: undefined,
    });
  });
});

describe('an instructor', () => {
  const list = async () =>
    (await teacher.call(listCourses, { params: { type: 'flexy' }, query: { pageSize: 100 } })).body;

  it('sees all courses where the brand says so, within a second', async () => {
    await teachAll(false);
    expect(await list()).toMatchObject({ totalItems: 0, courses: [] });
    await setBrand('all');
    await expect.poll(async () => (await list()).totalItems).toBeGreaterThan(0);
    await setBrand('named');
    await expect.poll(async () => (await list()).totalItems).toBe(0);
  });

  it('creates courses that name them, with a slug that no course has, and loses them to an admin alone', async () => {
    await addRecord(test.sql, 'course', 'coding', { name: 'Rust', slug: 'rust' });
    const made = await teacher.call(createCourse, { params: { type: 'flexy' }, body: { name: 'Rust' } });
    const { courseId } = made.body;
    const read = () => teacher.call(getCourse, { params: { id: courseId } });
    const { slug, instructors } = (await read()).body;
    expect({ slug, instructors }).toMatchObject({
      slug: 'rust-2',
      instructors: [{ name: 'Tester instructor', userId: teacher.userId }],
    });
    const change = { params: { id: courseId }, body: { type: 0 as const, instructors: [] } };
    expect(await teacher.call(updateCourse, change)).toMatchObject({ status: 403 });
    expect((await read()).status).toBe(200);
    expect((await (await test.as('admin')).call(updateCourse, change)).status).toBe(200);
    expect((await read()).status).toBe(404);
  });

  it('reviews the submissions of a path with one of their courses, and of no other path', async () => {
    const path = await addRecord(test.sql, 'learning-path', 'coding');
    const submission = await addRecord(test.sql, 'submission', 'coding', { path_id: path });
    await addRecord(test.sql, 'final-project', 'coding', { path_id: path, description: 'Build a shop' });
    await teachAll(true);
    const read = () => teacher.call(getSubmission, { params: { id: submission } });
    expect((await read()).status).toBe(404);
    const [course] = await test.sql(`select id from course where tenant = 'coding' limit 1`);
    await test.sql(`insert into learning_path_course values ('coding', $1, $2, 1)`, [path, course?.['id']]);
    expect((await read()).body).toMatchObject({ id: submission, finalProject: { description: 'Build a shop' } });
    const body = { reviewScore: 80 };
    expect((await teacher.call(reviewSubmission, { params: { id: submission }, body })).status).toBe(200);
    await teachAll(false);
    expect((await read()).status).toBe(404);
  });

  it('saves a lesson with a video of their own, and finds a video by its lesson or as its uploader alone', async () => {
    await teachAll(false);
    const lessonId = await addRecord(test.sql, 'lesson', 'coding', { type: 'VIDEO' });
    await teachAll(true);
    const save = async (name: string, userId?: string) => {
      const source = `/files/coding/lesson/${name}.mp4`;
      await addRecord(test.sql, 'upload', 'coding', { url: source, type: 'video/mp4', user_id: userId });
      const body = { videoSource: source };
      expect((await teacher.call(updateLesson, { params: { id: lessonId }, body })).status).toBe(200);
      return async () => (await teacher.call(findVideo, { query: { source } })).body.video !== null;
    };
    const hasOwn = await save('own', teacher.userId);
    expect(await hasOwn()).toBe(true);
    // The address of a colleague's video plays it here too.
    const hasOthers = await save('others');
    expect([await hasOwn(), await hasOthers()]).toEqual([true, true]);
    await teachAll(false);
    expect([await hasOwn(), await hasOthers()]).toEqual([true, false]);
  });

  it('finishes their own uploads, and nobody finishes those of others', async () => {
    const id = await addRecord(test.sql, 'upload', 'coding', { user_id: teacher.userId });
    const finish = async (by: TestCaller) => (await by.call(finishUpload, { params: { id } })).status;
    expect([await finish(teacher), await finish(await test.as('superadmin'))]).toEqual([200, 404]);
  });

  it('is linked by staff accounts of the brand alone', async () => {
    const id = await addRecord(test.sql, 'course', 'coding');
    const member = await addRecord(test.sql, 'user', 'coding');
    const admin = await test.as('admin');
    const link = (userId: string) =>
      admin.call(updateCourse, {
        params: { id },
        body: { type: 0, instructors: [{ name: 'A' }, { name: 'B', userId }] },
      });
    expect(await link(member)).toMatchObject({ status: 400, problem: { errors: [{ path: 'instructors.1.userId' }] } });
    const { body: offered } = await admin.call(listTeachers, {});
    expect(offered.map(({ userId }) => userId)).toContain(teacher.userId);
    expect(offered.map(({ userId }) => userId)).not.toContain(member);
    expect((await link(teacher.userId)).status).toBe(200);
    expect((await teacher.call(getCourse, { params: { id } })).status).toBe(200);
  });
});
