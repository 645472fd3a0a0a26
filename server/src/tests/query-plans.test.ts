/** Tests on filled tables that no list reads a big table sequentially. */
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listAtRisk } from '#contract/course/risk.ts';
import { listBatchRows } from '#contract/batch/endpoints.ts';
import { listAudit } from '#contract/kernel/audit.ts';
import { type Endpoint, mayCall } from '#contract/kernel/endpoint.ts';
import { lockForUpdate } from '#platform/records.ts';
import { readConfig } from '#platform/config.ts';
import { findChallenge } from '#platform/session/challenge.ts';
import { asOwner } from '#platform/database/as-owner.ts';
import { type Ids, addRecords } from '#shared/testing/sample.ts';
import { readMoment } from '../areas/integration/catalogue/queries.ts';
import { cataloguePageOf } from '../areas/integration/catalogue/service.ts';
import { readMember } from '../areas/integration/members/service.ts';
import { readOrder } from '../areas/integration/orders/service.ts';
import { accessOfMember, accessToCourse } from '../areas/integration/learning/access.ts';
import { openLesson, openQuiz } from '../areas/integration/learning/contents.ts';
import { areas } from '../areas.ts';
import { withoutAudit } from '../demo/bulk.ts';
import { fillDemo } from '../demo/fill.ts';
import { loadTenant } from '../demo/load/load.ts';
import { fieldsOf, nameOf } from './contract-fields.ts';
import { everyEndpoint } from './endpoints.ts';
import { placeholders, validInput } from './valid-input.ts';
import { chosenPeople, recipients } from '../areas/broadcast/recipients.ts';
import { testDatabase, type TestDatabase } from '#platform/testing/database.ts';
import { testJwtSecret } from '#platform/testing/template.ts';
import { type QueryPlanServer, queryPlanServer } from './query-plan-server.ts';
import { withoutIndexes } from './without-indexes.ts';

/**
 * Tables that grow with the business: no call may read one sequentially. (The audit trail without a filter counts up to
 * a cap, whatever its size.)
 */
const big = areas.flatMap(({ bigTables = [] }) => bigTables);
const now = new Date('2026-11-21T03:00:00Z');

/** Rows of which the demo has too few. */
const fillings: readonly string[] = [
  `insert into audit (tenant, actor_id, actor_name, request_id, table_name, record_id, action, belongs_to)
    select 'coding', ('01890000-0000-7000-8000-' || lpad((n % 40)::text, 12, '0'))::uuid, 'Somebody', 'R' || n % 3000,
      'course_section', section, 'update', array['course_section:' || section, 'course:' || course]
    from generate_series(1, 12000) n, lateral (
      select '01890000-0000-7000-9000-' || lpad(n::text, 12, '0') as section, '01890000-0000-7000-a000-' || lpad((n % 500)::text, 12, '0') as course
    ) as ids`,
  `insert into audit (tenant, actor_name, table_name, record_id, action, part_of, belongs_to)
    select 'coding', 'Somebody', 'course_section', record_id, 'update', id, belongs_to from audit, generate_series(1, 3) where record_id like '%7'`,
  `insert into audit_record select distinct tenant, split_part(record, ':', 1), split_part(record, ':', 2), coalesce(part_of, id)
    from audit, unnest(belongs_to) record`,
  `insert into quiz_attempt (tenant, quiz_id, user_id, attempt, score)
    select 'coding', quiz.id, member.id, 1, 80 from (select id from quiz where tenant = 'coding' order by id limit 20) quiz,
      (select id from "user" where tenant = 'coding' order by id desc limit 1000) member on conflict do nothing`,
  `insert into course_waiting (tenant, course_id, user_id) select 'coding', course.id, member.id
    from (select id from course where tenant = 'coding' order by id limit 40) course,
      (select id from "user" where tenant = 'coding' and role = 'member' order by id desc limit 400) member on conflict do nothing`,
  `insert into lesson_position (tenant, lesson_id, user_id, seconds, reached_at)
    select tenant, lesson_id, user_id, 60, completed_at from lesson_completion where tenant = 'coding'`,
  `insert into attendance_evidence (tenant, external_id, lesson_id, user_id, from_at, until_at, source)
    select tenant, lesson_id || '/' || user_id, lesson_id, user_id, completed_at, completed_at + interval '1 hour', 'Zoom'
    from lesson_completion where tenant = 'coding' on conflict do nothing`,
  `insert into project_submission (tenant, user_id, course_id, attempt, submitted_at, status, review_score)
    select 'coding', member.id, course.id, attempt, timestamptz '2026-01-01' + row_number() over () * interval '5 minutes', 'checked', 80
    from (select id from course where tenant = 'coding' order by id limit 3) course, generate_series(5, 6) attempt,
      (select id from "user" where tenant = 'coding' order by id desc limit 2000) member`,
  `insert into certificate (tenant, code, name, course_id, user_id, course_name, status)
    select 'coding', translate(lpad(row_number() over ()::text, 10, 'W'), '01', 'XY'), member.name, course.id, member.id, course.name, 'issued'
    from (select id, name from course where tenant = 'coding' order by id limit 12) course,
      (select id, name from "user" where tenant = 'coding' and role = 'member' order by id desc limit 1000) member on conflict do nothing`,
  `insert into subscription (tenant, user_id, plan_id, start_date, end_date)
    select 'coding', member.id, plan.id, current_date + day - 100, current_date + day
      from (select id, row_number() over (order by id) as n from "user" where tenant = 'coding') member,
        lateral (select (n % 180 - 90)::int as day) as days, (select id from subscription_plan where tenant = 'coding' limit 1) plan`,
  `insert into event_voucher (tenant, subscription_id, event_name, code, expired_at)
    select 'coding', id, 'Acara ' || n, 'ACARA' || row_number() over (), now() from subscription, generate_series(1, 2) n where tenant = 'coding'`,
  `insert into lesson (tenant, section_id, name, type)
    select 'coding', id, 'Materi ' || n, 'ARTICLE' from (select id from course_section where tenant = 'coding' order by id limit 1) section,
      generate_series(1, 6000) n`,
  `insert into quiz (tenant, section_id, name, type)
    select 'coding', id, 'Kuis ' || n, 'QUIZ' from (select id from course_section where tenant = 'coding' order by id desc limit 1) section,
      generate_series(1, 6000) n`,
  `insert into product (tenant, name, price) select 'coding', 'Buku ' || n, 1 from generate_series(1, 6000) n`,
  `insert into desk_order (tenant, id, status, ordered_at, user_email, service_phone, claimed_by, claimed_at, follow_up_at, contacted_at)
    select 'coding', document.id, (array['unpaid', 'pending', 'paid'])[1 + n % 3], now() - n * interval '1 hour', n || '@sample.test', '0811',
      case when n % 2 = 0 then member.id end, now(), now() + (n % 600 - 300) * interval '1 hour', case when n % 5 = 0 then now() - n * interval '1 minute' end
    from (select id, row_number() over (order by id) as n from tracking_document where tenant = 'coding' and collection = 'order_staging') document
      join (select id, row_number() over (order by id) - 1 as k from "user" where tenant = 'coding' limit 40) member on k = n % 40 on conflict do nothing`,
  `insert into desk_event (tenant, order_id, kind, note)
    select 'coding', id, 'note', 'Catatan' from desk_order, generate_series(1, 2) where tenant = 'coding'`,
  `insert into desk_event (tenant, order_id, kind, template_name, user_id, at)
    select 'coding', id, 'contact', 'Pengingat', claimed_by, contacted_at from desk_order where tenant = 'coding' and contacted_at is not null`,
  `insert into tag_user (tenant, tag_id, user_id)
    select 'coding', tag.id, member.id from (select id from tag where tenant = 'coding' order by id limit 1) tag,
      (select id from "user" where tenant = 'coding' order by id desc limit 4000) member on conflict do nothing`,
  `insert into at_risk (tenant, user_id, course_id, since)
    select tenant, user_id, course_id, now() - interval '20 days' from course_user where tenant = 'coding' order by user_id limit 4000
    on conflict do nothing`,
  `insert into learning_contact (tenant, user_id, course_id, day, at, channel, template_name, message)
    select 'coding', user_id, course_id, moment::date, moment, 'mail', 'Ajak belajar lagi', 'Halo'
    from (select *, row_number() over () as n from at_risk where tenant = 'coding') risk, generate_series(1, 4) k,
      lateral (select now() - (n % 200 + 200 * k) * interval '1 day' as moment) times on conflict do nothing`,
  `with made as (insert into broadcast (tenant, name, channel, state)
      select 'coding', 'Promo ' || n, 'mail', 'done' from generate_series(1, 20) n returning id)
    insert into broadcast_delivery (tenant, broadcast_id, user_id, state, sent_at)
      select 'coding', made.id, member.id, 'sent', now() from made,
        (select id, row_number() over (order by id) as n from "user" where tenant = 'coding') member where n % 8 = 0`,
  `insert into marketing_consent (tenant, user_id, channel, state, source)
    select tenant, id, channel, 'agreed', 'staff' from "user", unnest('{mail,whatsapp}'::text[]) channel where tenant = 'coding' on conflict do nothing`,
  `update desk_order set paid_at = ordered_at + interval '1 day' where tenant = 'coding' and status = 'paid'`,
  `insert into chase_document (tenant, id, ordered_at, user_email, course_id)
    select 'coding', desk_order.id, ordered_at, user_email, course.id from desk_order, (select id from course where tenant = 'coding' limit 1) course
    where desk_order.tenant = 'coding' and status <> 'paid' and ordered_at is not null`,
  `insert into payment_difference (tenant, kind, subject, order_id, amount, since, action, search, gone_at)
    select 'coding', (array['paid-unpaid', 'amount-differs', 'refunded-there', 'money-without-order', 'paid-no-access'])[1 + n % 5], 'row ' || n,
      id, n % 5000 * 1000, created_at, 'ask-refund', search, case when n % 2 = 0 then now() end
    from (select "order".*, row_number() over () as n from "order" where tenant = 'coding') placed`,
  `insert into access_gap (tenant, kind, user_id, product_type, product_id, product_name, amount, since, order_id, search, intended_reason, intended_at)
    select 'coding', case when n % 2 = 0 then 'paid-no-access' else 'access-unpaid' end, user_id, 'courses', course.id, 'Kelas', n % 900 * 1000,
      created_at, placed.id, search, case when n % 9 = 0 then 'gift' end, case when n % 9 = 0 then now() end
    from (select *, row_number() over (order by id) as n from "order" where tenant = 'coding') placed,
      (select id from course where tenant = 'coding' order by id limit 1) course on conflict do nothing`,
  `update "order" set external_id = invoice_number where tenant = 'coding'`,
  `update "order" set status = 'unpaid' where tenant = 'coding' and status = 'expired' and hashtext(id::text) % 4 = 0`,
  `insert into payment_notice (tenant, order_id, provider, method, reference, status, amount, is_applied, raw)
    select 'coding', id, 'Site', 'QRIS', invoice_number, 'paid', total_amount, true, '{}' from "order" where tenant = 'coding'`,
  `insert into payment_link (tenant, order_id, attempt, reference, gateway, amount, state, expires_at, next_check_at)
    select 'coding', id, 1, 'coding-' || id || '-1', 'midtrans', 1, case when n % 40 = 0 then 'open' else 'expired' end,
      now() + interval '1 day', case when n % 40 = 0 then now() end
    from (select id, row_number() over (order by id) as n from "order" where tenant = 'coding') placed on conflict do nothing`,
  `with made as (insert into bank_statement (tenant, bank, account, name, from_day, to_day)
      select 'coding', 'BCA', '123', 'a.csv', '2026-01-01', '2026-12-31' returning id)
    insert into bank_line (tenant, statement_id, account, booked_on, amount, description, key, state, order_id, reason)
      select 'coding', made.id, '123', date '2026-01-01' + (n % 300)::int, 1 + n % 900 * 1000, 'TRSF ' || user_name, invoice_number,
        case n % 20 when 0 then 'open' when 1 then 'ignored' else 'matched' end, case when n % 20 > 1 then placed.id end,
        case when n % 20 = 1 then 'income' end
      from (select *, row_number() over (order by id) as n from "order" where tenant = 'coding') placed, made`,
  `with made as (insert into event (tenant, type, record_id, data) select 'coding', 'order.paid', id, '{}' from "order" where tenant = 'coding' returning id, record_id)
    insert into webhook_delivery (tenant, webhook_id, event_id, type, record_id, state)
      select 'coding', (select min(id::text)::uuid from webhook where tenant = 'coding'), id, 'order.paid', record_id, 'delivered' from made`,
  `insert into refund (tenant, order_id, amount, reason, removes_access, state, gateway, next_check_at, done_at, returned_on)
    select 'coding', id, 1, 'Moved', true, case when n % 40 = 0 then 'at-gateway' else 'done' end, 'midtrans', case when n % 40 = 0 then now() end,
      case when n % 40 > 0 then now() end, case when n % 40 > 0 then current_date - (n % 400)::int end
    from (select id, row_number() over (order by id) as n from "order" where tenant = 'coding') placed`,
  `insert into refund_item (tenant, refund_id, line, amount) select tenant, id, 1, 1 from refund where tenant = 'coding' on conflict do nothing`,
  `insert into order_buyer (tenant, order_id, name, npwp, email)
    select 'coding', id, user_name, '012345678901000', user_email from "order" where tenant = 'coding' on conflict do nothing`,
  `insert into paper (tenant, order_id, kind, number, content)
    select 'coding', id, kind, kind || invoice_number, jsonb_build_object('total', total_amount, 'invoiceNumber', invoice_number, 'buyer', jsonb_build_object('name', user_name))
    from "order", unnest('{invoice,receipt}'::text[]) kind where tenant = 'coding' on conflict do nothing`,
  `insert into paper_mail (tenant, paper_id, email) select tenant, id, 'a@sample.test' from paper where tenant = 'coding'`,
  `insert into company (tenant, name, email)
    select 'coding', left(md5(n::text), 10), n || '@sample.test' from generate_series(1, 20000) n`,
  `insert into company_mail (tenant, company_id, kind, email)
    select tenant, id, 'codes', email from company where tenant = 'coding'`,
  `with made as (insert into payout (tenant, provider, reference, paid_out_on, net, differing)
      select 'coding', 'midtrans', 'PO-' || n, date '2026-01-01' + n % 300, n * 7919 % 5000, (n % 50 = 0)::int from generate_series(1, 5000) n returning id)
    insert into payout_line (tenant, payout_id, provider, key, kind, reference, at, gross, fee, order_id)
      select 'coding', (select min(id::text)::uuid from made), 'midtrans', invoice_number, 'payment', 'coding-' || id || '-1', created_at, 1000, 7, id
      from "order" where tenant = 'coding'`,
  `update "user" set external_id = id where tenant = 'coding' and external_id is null`,
  `insert into account_mail (tenant, user_id, kind, email, network, at, token_hash)
    select 'coding', id, 'password', lower(email), '198.51.100.7', now() - interval '1 minute' * row_number() over (), sha256(id::text::bytea)
    from "user" where tenant = 'coding'`,
  `insert into auth_challenge (tenant, token_hash, user_id, purpose, passkey, expires_at)
    select 'coding', sha256(id::text::bytea), id, 'sign-in', 'p', now() + interval '10 minutes' from "user" where tenant = 'coding'`,
  `with made as (insert into batch (tenant, kind, change, title, user_id, user_name, state)
      select 'coding', 'order-status', '{"value": "paid"}', 'Set the status to Lunas', id, name, 'done' from "user" where tenant = 'coding' limit 12 returning id)
    insert into batch_row (tenant, batch_id, n, record_id, name, state)
      select 'coding', made.id, n, new_id(), 'INV/' || n, 'done' from made, generate_series(1, 1000) n`,
  `update brand_setting set instructor_courses = 'named', vat = 'otherValue' where tenant = 'coding'`,
  `insert into course_instructor (tenant, user_id, course_id)
    select 'coding', (select id from "user" where tenant = 'coding' and email = 'instructor@demo.test'), course_id
    from course_user where tenant = 'coding' group by 3 order by count(*) desc limit 10 on conflict do nothing`,
];

async function fillAll(ownerUrl: string): Promise<void> {
  await fillDemo(ownerUrl, now);
  await loadTenant(ownerUrl, 'coding', { courses: 200, users: 12_000, orders: 12_000, tracking: 12_000 }, now);
  await asOwner(ownerUrl, (db) =>
    db.transaction().execute((tx) =>
      withoutAudit(tx, async () => {
        for (const filling of fillings) await sql.raw(filling).execute(tx);
      }),
    ),
  );
}

let target: TestDatabase;
let owner: pg.Client;
let server: QueryPlanServer;
/** Server of an instructor whom ten courses name. */
let instructors: QueryPlanServer;
let user: string;
let course: string;
let paidOrder: string;
let tag: string;
/** A record of each kind that lists belong to. */
let made: Partial<Ids>;

beforeAll(async () => {
  target = await testDatabase();
  owner = new pg.Client(target.ownerUrl);
  await owner.connect();
  await withoutIndexes(owner, () => fillAll(target.ownerUrl));
  // Like autovacuum: index-only scans need pages marked as visible.
  await owner.query('vacuum analyze');
  const named = await owner.query<Record<'user' | 'course' | 'instructor', string>>(
    `select member.user_id as user, course_id as course, named.user_id as instructor
      from course_user member join course_instructor named using (tenant, course_id) where tenant = 'coding' limit 1`,
  );
  const { instructor } = named.rows[0]!;
  ({ user, course } = named.rows[0]!);
  paidOrder = String(
    (await owner.query(`select id from "order" where tenant = 'coding' and sold_on = '2026-10-15' limit 1`)).rows[0]
      ?.id,
  );
  tag = String(
    (await owner.query('select tag_id from tag_user group by 1 order by count(*) desc limit 1')).rows[0]?.tag_id,
  );
  const { rows } = await owner.query<
    Partial<Ids>
  >(`select (select id from discount where tenant = 'coding' limit 1) as discount,
    (select id from learning_path where tenant = 'coding' limit 1) as "learning-path"`);
  const others = await addRecords(async (text, values) => (await owner.query(text, values)).rows, 'coding');
  made = { ...others, ...rows[0], user, course };
  await owner.query('select pg_stat_force_next_flush()');
  server = await queryPlanServer(target);
  instructors = await queryPlanServer(target, instructor);
}, 300_000);
afterAll(async () => {
  await server.close();
  await instructors.close();
  await owner.end();
  await target.drop();
});

const get = (path: string) => server.get(path);
const fiveFilters = () => `role=member&courseId=${course}&isUnpaid=true&tagId=${tag}&isAtRisk=true`;
const post = (path: string, body: object) => server.app.inject({ method: 'POST', url: `/api${path}`, payload: body });
/** Reading of a program, without its key. */
const reading = (work: Promise<unknown>) => work.then(() => ({ statusCode: 200 }));
/** A lesson and a quiz that are open for a member, by its id as external id. */
async function opened() {
  const { rows } = await owner.query<{ externalId: string; lessonId: string; quizId: string }>(
    `select user_id as "externalId", lesson.id as "lessonId", quiz.id as "quizId" from course_user
      join course on course.id = course_id and type = 0 and is_published join course_section section on section.course_id = course.id
      join lesson on lesson.section_id = section.id and lock_rule = 'NONE' join quiz on quiz.section_id = section.id
    where course_user.tenant = 'coding' limit 1`,
  );
  return rows[0]!;
}
const site = { tenant: 'coding', config: readConfig({ JWT_SECRET: testJwtSecret }) } as const;
const document = (rpc: string, body: object) =>
  server.app.inject({
    method: 'POST',
    url: `/firestore/v1/projects/coding/databases/(default)/documents:${rpc}`,
    headers: { cookie: `accessToken=${server.token}`, 'content-type': 'text/plain' },
    payload: JSON.stringify(body),
  });

const newest = [
  { field: { fieldPath: 'timestamp' }, direction: 'DESCENDING' },
  { field: { fieldPath: '__name__' }, direction: 'DESCENDING' },
];
const filter = (path: string, op: string, value: object) => ({
  fieldFilter: { field: { fieldPath: path }, op, value },
});
const byEmail = filter('user_email', 'EQUAL', { stringValue: 'siti@example.com' });
const byPhone = filter('customer_service_number.phone', 'EQUAL', { stringValue: '+62811' });
const paid = filter('status', 'EQUAL', { stringValue: 'paid' });
const hasStatus = filter('status', 'GREATER_THAN', { stringValue: '' });
const both = (...filters: object[]) => ({ compositeFilter: { op: 'AND', filters } });
const since = filter('timestamp', 'GREATER_THAN_OR_EQUAL', { timestampValue: '2026-11-14T00:00:00Z' });
const orders = (where?: object) => ({
  from: [{ collectionId: 'order_staging' }],
  ...(where && { where }),
  orderBy: newest,
});
const list = (where?: object) => document('runQuery', { structuredQuery: { ...orders(where), limit: 10 } });
const count = (where?: object) =>
  document('runAggregationQuery', {
    structuredAggregationQuery: { aggregations: [{ alias: 'n', count: {} }], structuredQuery: orders(where) },
  });

/** Unfiltered, these count up to a cap, whatever the size of their table; their filters are listed below. */
const capped = new Set<Endpoint>([listAudit, listAtRisk]);

/** Every other list of the contract: without parameters, in each sort, from each owner, and with a search. */
const lists = (await everyEndpoint()).flatMap(({ name, entry }) => {
  const fields = new Map(fieldsOf(entry).map((field) => [nameOf(field), field]));
  if (entry.method !== 'GET' || !(fields.has('query.pageSize') || fields.has('query.size')) || capped.has(entry))
    return [];
  const chosen = ['sort', 'isAssigned', 'filter'].flatMap((key) =>
    (fields.get(`query.${key}`)?.choices ?? []).map((choice) => `${key}=${String(choice)}`),
  );
  return ['', 'search=wulandari', 'search=wulandari%20si', ...chosen].map((query) => ({ name, entry, query }));
});

const calls: Record<string, () => PromiseLike<{ statusCode: number }>> = {
  'users by a part that nobody has': () => get('/admin/user?search=xyzzy'),
  'a user and their courses': () => get(`/admin/user/${user}/profile/`),
  'people with the same e-mail and phone': () =>
    get('/admin/user/same/?email=siti@example.com&phoneNumber=081200000001'),
  'a forgotten password': () => post('/auth/password/forgot/', { email: 'siti@example.com' }),
  'the owner of a link': () => post('/auth/password/link/', { token: user }),
  'the owner of a begun sign-in': () =>
    findChallenge(server.db, user, ['sign-in']).then((challenge) => ({ statusCode: challenge ? 200 : 404 })),
  'the overview of a user': () => get(`/admin/user/${user}/overview/`),
  'who gets a broadcast': async () => {
    const { rows } = await owner.query<{ id: string }>(`select id from broadcast where tenant = 'coding' limit 1`);
    const chosen = await chosenPeople(server.db, { search: '' }, [user]);
    return reading(recipients(rows[0]!.id, { channel: 'whatsapp', templateId: null }, chosen).execute(server.db));
  },
  'the people of a broadcast who failed': async () => {
    const { rows } = await owner.query<{ id: string }>(`select id from broadcast where tenant = 'coding' limit 1`);
    return get(`/admin/broadcast/${rows[0]!.id}/deliveries/?state=failed`);
  },
  'people with a tag': () => get(`/admin/user?tagId=${tag}`),
  'people with a tag, by their number of courses': () => get(`/admin/user?tagId=${tag}&sort=empty`),
  'people of a course who are at risk': () => get(`/admin/user?courseId=${course}&isAtRisk=true&sort=empty`),
  'people at risk, by their number of courses': () => get('/admin/user?isAtRisk=true&sort=empty'),
  'people whose consent to mail is not recorded': () => get('/admin/user?mailConsent=unknown'),
  'people who refused mail': () => get('/admin/user?mailConsent=refused'),
  'people with an unpaid order': () => get('/admin/user?isUnpaid=true'),
  'people with an unpaid order, by their number of courses': () => get('/admin/user?isUnpaid=true&sort=empty'),
  'people by five filters': () => get(`/admin/user?${fiveFilters()}&sort=empty`),
  'people by five filters, by name': () => get(`/admin/user?${fiveFilters()}&sort=name`),
  'the timeline of a user, of one kind': () => get(`/admin/user/${user}/timeline/?kind=order`),
  'who may be a member of a course, by a part of their name': () =>
    get(`/admin/user/course/${course}/?isAssigned=false&search=wulandari`),
  'the progress of a member': () => get(`/admin/course/${course}/progress/${user}/`),
  'the gradebook of a course': () => get(`/admin/course/${course}/gradebook/`),
  'the waiting list of a course': () => get(`/admin/course/${course}/waiting-list/?search=a`),
  'the gradebook of a course, narrowed': () => get(`/admin/course/${course}/gradebook/?search=a&isAtRisk=false`),
  'members at risk of a course, by a fact': () => get(`/admin/learning/at-risk/?courseId=${course}&fact=absent`),
  'members at risk by a search': () => get('/admin/learning/at-risk/?search=wulandari'),
  'members at risk of a course, shortest first': () => get(`/admin/learning/at-risk/?courseId=${course}&sort=-since`),
  'members at risk without a message': () => get('/admin/learning/at-risk/?isContacted=false'),
  'messages to members at risk that helped': () => get('/admin/learning/contacts/?outcome=helped'),
  'the progress of all members of a course': () => get(`/admin/course/${course}/progress/`),
  'submissions that wait for a review': () => get('/admin/project-submissions/?status=not-reviewed'),
  'the submissions beside one': () => get(`/admin/project-submissions/${made.submission}/neighbours/`),
  'the submissions beside one, by what waits for a review': () =>
    get(`/admin/project-submissions/${made.submission}/neighbours/?sort=not-reviewed`),
  'a submission and its attempts': () => get(`/admin/project-submissions/${made.submission}/`),
  'certificates of a status': () => get(`/admin/certificate/course/${course}?status=issued`),
  'orders of the desk of a colleague': () => get('/admin/order-tracking/desk/?queue=mine'),
  'orders of the desk that are overdue': () => get('/admin/order-tracking/desk/?queue=overdue'),
  'orders of the desk that were written to': () => get('/admin/order-tracking/desk/?queue=contacted&pageSize=100'),
  'orders of the desk of one person': () => get('/admin/order-tracking/desk/?queue=contacted&email=10@sample.test'),
  'orders to chase': () => get('/admin/order-tracking/desk/chase/'),
  'orders to chase of one person': () => get('/admin/order-tracking/desk/chase/?email=10@sample.test'),
  'recovered payments of a week': () => get('/admin/order-tracking/recovery/?period=7'),
  'how many orders are in each queue of the desk': () => get('/admin/order-tracking/desk/counts/'),
  'what the desk knows of some orders': () => get('/admin/order-tracking/desk/states/?ids=T1/T2/T3'),
  'unpaid orders of the desk that are claimed, of a week': () =>
    get('/admin/order-tracking/desk/claimed/?since=2026-11-14T00:00:00Z'),
  'the story of an order of the desk': () =>
    get(`/admin/order-tracking/desk/T1/story/?email=10@sample.test&courseId=${course}&placedAt=2026-10-01T00:00:00Z`),
  'paid and access, each list': () => get('/admin/access/?view=access-unpaid'),
  'paid and access, what is intended': () => get('/admin/access/?view=intended&sort=amount&pageSize=100'),
  'paid and access of a type and a source': () => get('/admin/access/?productType=courses&source=order&page=50'),
  'everything by a part of its name': () => get('/admin/search?q=wulandari'),
  'what waits, for the start page': () => get('/admin/home/'),
  'counts of the navigation': () => get('/admin/home/counts/'),
  'courses with a class today': () => get('/admin/course/type/fast-track/?has=class-today'),
  'classes of six weeks': () => get('/admin/calendar/?from=2026-10-26&to=2026-12-06'),
  'classes of a course in a week': () => get(`/admin/calendar/?from=2026-11-16&to=2026-11-22&courseId=${course}`),
  'classes of an instructor in a room': () =>
    get('/admin/calendar/?from=2026-11-01&to=2026-11-30&instructor=Sari%20Wulandari&room=Ruang%201'),
  'courses with a failed video': () => get('/admin/course/type/flexy/?has=failed-video'),
  'sales of a month': () => get('/admin/orders/sales/?from=2026-10-01&to=2026-10-31'),
  'sales of a quarter by product': () => get('/admin/orders/sales/?from=2026-08-01&to=2026-10-31&by=product'),
  'sales of a week by promotion': () => get('/admin/orders/sales/?from=2026-10-01&to=2026-10-07&by=promotion'),
  'sales of a month, with a day that changed': async () => {
    await server.db.updateTable('order').set({ paymentMethod: 'GoPay' }).where('id', '=', paidOrder).execute();
    return get('/admin/orders/sales/?from=2026-10-01&to=2026-10-31&by=method');
  },
  'a month for Coretax, far down': () => get('/admin/payment/coretax/?month=2026-10-01&page=20'),
  'an order with the access of its items': () => get(`/admin/orders/${paidOrder}/`),
  'the payments of an order': () => get(`/admin/orders/${paidOrder}/payments/`),
  'the refunds of an order': () => get(`/admin/orders/${paidOrder}/refunds/`),
  'the timeline of an order': () => get(`/admin/orders/${paidOrder}/timeline/`),
  'orders of a day': () => get('/admin/orders?startDate=2026-10-01&endDate=2026-10-01'),
  'orders paid on a day': () => get('/admin/orders?paidDate=2026-10-01'),
  'orders of a person': () => get(`/admin/orders?userId=${user}`),
  'orders of a status': () => get('/admin/orders?status=paid'),
  'orders of a status that few have': () => get('/admin/orders?status=unpaid&pageSize=100'),
  'orders of a status far down': () => get('/admin/orders?status=paid&page=600'),
  'orders of a status, by a part of a name': () => get('/admin/orders?status=paid&search=wulandari'),
  'orders of a status and a day': () => get('/admin/orders?status=paid&startDate=2026-10-01&endDate=2026-10-01'),
  'an order of a program': async () => {
    const { invoiceNumber } = await server.db
      .selectFrom('order')
      .select('invoiceNumber')
      .where('id', '=', paidOrder)
      .executeTakeFirstOrThrow();
    return reading(readOrder(server.db, invoiceNumber));
  },
  'a member of a program': () => reading(readMember(server.db, user)),
  'the whole catalogue': () => reading(cataloguePageOf(server.db, undefined)),
  'the catalogue since a cursor': async () => {
    const { transaction, time } = await readMoment(server.db);
    return reading(cataloguePageOf(server.db, `${transaction}-${time}`));
  },
  'what a member may open': () => reading(accessOfMember(server.db, user)),
  'the items of a course for a member': () =>
    reading(accessToCourse(server.db, { externalId: user, courseId: course })),
  'a lesson for a member': async () => reading(openLesson(server.db, site, await opened())),
  'a quiz for a member': async () => reading(openQuiz(server.db, site, await opened())),
  'subscribers by a part that nobody has': () => get('/admin/subscriptions/?search=xyzzy'),
  'subscribers of a status far down': () => get('/admin/subscriptions/?filter=expired&page=300'),
  'subscribers that have ended, after those that end soon': () =>
    get('/admin/subscriptions/?sort=ending-soon&page=900'),
  'the profile of a subscriber': () => get(`/admin/subscriptions/${made.subscription}/profile/`),
  'the history of a record': () => get('/admin/audit?entity=course&entityId=01890000-0000-7000-a000-000000000007'),
  'the history of a record, with those of its parts': () =>
    get('/admin/audit?entity=course&entityId=01890000-0000-7000-a000-000000000007&page=3'),
  'the history of a record by a person': () =>
    get(
      '/admin/audit?entity=course&entityId=01890000-0000-7000-a000-000000000007&actor=01890000-0000-7000-8000-000000000007',
    ),
  'what a person did': () => get('/admin/audit?actor=01890000-0000-7000-8000-000000000007'),
  'who saved a record first': () =>
    lockForUpdate(server.db, 'user', user, 999).then(
      () => ({ statusCode: 500 }),
      ({ statusCode }: { statusCode: number }) => ({ statusCode: statusCode === 412 ? 200 : statusCode }),
    ),
  'tracked orders': () => list(),
  'tracked orders of a buyer': () => list(byEmail),
  'tracked orders of a week': () => list(since),
  'tracked orders of a status': () => list(paid),
  'tracked orders of a buyer and a status': () => list(both(byEmail, paid)),
  'tracked orders of a customer service and a status': () => list(both(byPhone, paid)),
  'tracked orders of a week and a status': () => list(both(paid, since)),
  'the number of tracked orders of a status': () => count(paid),
  'the number of tracked orders of a customer service and a status': () => count(both(byPhone, paid)),
  'the number of tracked orders that have a status': () => count(hasStatus),
  'the number of tracked orders of a customer service that have a status': () => count(both(byPhone, hasStatus)),
  'the number of tracked orders of a week that have a status': () => count(both(hasStatus, since)),
  'the number of tracked orders': () => count(),
  'the number of tracked orders of a buyer': () => count(byEmail),
  'tracked orders by name': () =>
    document('batchGet', { documents: ['projects/coding/databases/(default)/documents/order_staging/T1'] }),
};

/** Number of sequential scans of each big table until now, from PostgreSQL's statistics. */
async function wholeReads(at = server): Promise<Record<string, number>> {
  await at.pool.query('select pg_stat_force_next_flush()');
  await at.pool.query('select 1');
  const { rows } = await owner.query<{ name: string; n: number }>(
    'select relname as name, seq_scan::int as n from pg_stat_user_tables where relname = any($1)',
    [big],
  );
  return Object.fromEntries(rows.map(({ name, n }) => [name, n]));
}

/**
 * Big tables that a call reads sequentially, with its first plans or later, when a prepared statement's plan is
 * generic.
 */
async function readWhole(call: () => PromiseLike<{ statusCode: number }>, at = server): Promise<string[]> {
  const { answer, plans } = await at.watch(call);
  expect(answer.statusCode).toBeLessThan(300);
  expect(plans.length).toBeGreaterThan(0);
  const scanned = plans.filter((node) => node['Node Type'].includes('Seq Scan'));
  // From its sixth execution on, a prepared statement may get a generic plan.
  const before = await wholeReads(at);
  for (let time = 0; time < 7; time += 1) await call();
  const after = await wholeReads(at);
  return big.filter((name) => after[name] !== before[name] || scanned.some((node) => node['Relation Name'] === name));
}

describe('no big table is read sequentially', () => {
  it.each(Object.entries(calls))('for %s', async (_, call) => {
    expect(await readWhole(call)).toEqual([]);
  });

  const addressOf = ({ entry, query }: (typeof lists)[number]) => {
    const { params } = validInput(entry, { ...placeholders, ...made });
    return `${entry.url.replace(/:(\w+)/g, (_, key: string) => params[key] ?? '')}?${query}`;
  };
  it.each(lists)('for $name?$query', async (list) => {
    expect(await readWhole(() => get(addressOf(list)))).toEqual([]);
  });

  // Rows of another person's batch are not theirs, and only admins see who is not assigned.
  const isTheirs = ({ entry, query }: (typeof lists)[number]) =>
    mayCall(entry, 'instructor') && entry !== listBatchRows && query !== 'isAssigned=false';
  it.each(lists.filter(isTheirs))('for $name?$query of an instructor who sees only named courses', async (list) => {
    expect(await readWhole(() => instructors.get(addressOf(list)), instructors)).toEqual([]);
  });

  it('and few people who match several filters are not sought in the order of the list', async () => {
    const { answer, plans } = await server.watch(() =>
      get('/admin/user?role=member&isUnpaid=true&isAtRisk=true&sort=name'),
    );
    expect(JSON.parse(answer.body).totalItems).toBeGreaterThan(0);
    expect(plans.map((node) => node['Index Name'])).not.toContain('user_by_name');
  });

  it('or this test would detect it', async () => {
    const before = await wholeReads();
    await server.pool.query(`select count(*) from audit where action = 'never'`);
    expect(await wholeReads()).not.toEqual(before);
    expect(
      await server.plansOf([{ sql: `select count(*) from audit where action = 'never'`, parameters: [] }]),
    ).toContainEqual(expect.objectContaining({ 'Node Type': 'Seq Scan' }));
  });
});

it('orders for Coretax are read in the order of their payments', async () => {
  const { answer, plans } = await server.watch(() => get('/admin/payment/coretax/?month=2026-10-01'));
  expect(answer.json().problems).toHaveLength(20);
  expect(plans.map((node) => node['Index Name'])).toEqual(expect.arrayContaining(['order_by_payment', 'paper_ready']));
  expect(plans.map((node) => node['Node Type'])).not.toContain('Incremental Sort');
});

it('submissions of learning paths are found by their index, among many of courses', async () => {
  const { plans } = await server.watch(() => get('/admin/project-submissions/?productType=PATH'));
  expect(plans.map((node) => node['Index Name'])).toContain('project_submission_by_product_type');
});

describe('a whole list by its moment is planned once per connection, on its first page and far down', () => {
  const customPlans = async () =>
    (await server.pool.query<{ n: number }>('select sum(custom_plans)::int as n from pg_prepared_statements')).rows[0]
      ?.n;

  it.each(
    ['/admin/orders?pageSize=10', '/admin/project-submissions/?sort=latest&pageSize=10'].flatMap((path) => [
      path,
      `${path}&page=600`,
    ]),
  )('for %s', async (path) => {
    for (let time = 0; time < 7; time += 1) await get(path);
    const before = await customPlans();
    const { totalItems, page, pageSize } = (await get(path)).json();
    expect(totalItems).toBeGreaterThanOrEqual(page * pageSize);
    expect(await customPlans()).toBe(before);
  });
});

it('a search is planned for its words each time: a generic plan reads whole tables for words that few rows have', async () => {
  for (const path of ['/admin/orders?search=wulandari', '/admin/search?q=wulandari'])
    for (let time = 0; time < 7; time += 1) await get(path);
  const { rows } = await server.pool.query(
    `select statement from pg_prepared_statements where statement like '%search" like%'`,
  );
  expect(rows).toEqual([]);
});

describe('a search uses the trigram index, under row-level security', () => {
  it.each<[path: string, index: string]>([
    ['/admin/user?search=wulandari', 'user_search'],
    ['/admin/user?search=0812-345', 'user_search'],
    ['/admin/user?search=wulandari%200812-3456-7890%20siti', 'user_search'],
    ['/admin/orders?search=wulandari', 'order_search'],
    ['/admin/project-submissions/?search=wulandari', 'project_submission_search'],
    ['/admin/access/?search=wulandari', 'access_gap_search'],
    ['/admin/payment/differences/?search=wulandari', 'payment_difference_search'],
    ...[
      'user',
      'order',
      'subscription',
      'event_voucher',
      'project_submission',
      'certificate',
      'lesson',
      'quiz',
      'product',
    ].map((table): [path: string, index: string] => ['/admin/search?q=wulandari', `${table}_search`]),
  ])('%s', async (path, index) => {
    const { plans } = await server.watch(() => get(path));
    expect(plans.map((node) => node['Index Name'])).toContain(index);
  });
});

it.each([
  'project_submission_to_review',
  'course_section_by_start',
  'lesson_class_by_start',
  'course_draft_by_updated',
  'access_gap_by_amount',
  'payment_difference_kind_by_amount',
  'order_unpaid',
  'certificate_ready_by_number',
])('the start page reads %s', async (index) => {
  const { plans } = await server.watch(() => get('/admin/home/'));
  expect(plans.map((node) => node['Index Name'])).toContain(index);
});
