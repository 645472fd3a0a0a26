/**
 * Tests with 100,000 rows that no sort of a list scans its table, and that each sorts at most one page (any number of
 * rows if a filter leaves few).
 */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listCertificateCourses } from '#contract/certificate/endpoints.ts';
import { assignments } from '#contract/assignment/table.ts';
import { recordKinds, type RecordKind } from '#contract/kernel/record-kinds.ts';
import { sortsOf } from '#contract/kernel/sorts.ts';
import { testDatabase, type TestDatabase } from '#platform/testing/database.ts';
import { fieldsOf, nameOf } from './contract-fields.ts';
import { everyEndpoint } from './endpoints.ts';
import { type QueryPlanServer, queryPlanServer } from './query-plan-server.ts';
import { withoutIndexes } from './without-indexes.ts';

const size = 100_000;
const rows = `generate_series(1, ${size}) n`;
/** SQL that spreads values over the rows, independent of the reading order. */
const scattered = (of: number) => `n * 7919::bigint % ${of}`;

/** Record that a list belongs to. */
const ownerId = '01890000-0000-7000-8000-00000000000a';

const fillings: Record<string, string> = {
  user: `insert into "user" (tenant, email, name, password_hash, role, joined_at, total_courses)
    select 'coding', n || '@sample.test', left(md5(n::text), 10), 'none', 'member', timestamptz '2026-01-01' + ${scattered(90_000)} * interval '5 minutes', ${scattered(4)} from ${rows}`,
  tag: `insert into tag (tenant, name) select 'coding', left(md5(n::text), 10) from ${rows}`,
  order: `insert into "order" (tenant, invoice_number, user_id, user_name, user_email, user_phone, subtotal, total_amount, status, payment_provider, payment_method, created_at)
    select 'coding', 'INV/' || n, ('01890000-0000-7000-8000-' || lpad((n % 5000)::text, 12, '0'))::uuid, left(md5(n::text), 10), n || '@sample.test', '0812', 0, ${scattered(5000)} * 1000,
      (array['unpaid', 'pending', 'paid', 'paid', 'paid', 'expired', 'cancelled', 'failed', 'refunded'])[1 + n % 9], 'midtrans', 'qris',
      timestamptz '2026-01-01' + ${scattered(90_000)} * interval '5 minutes' from ${rows}`,
  paper: `insert into paper (tenant, order_id, kind, number, content, issued_at)
    select 'coding', id, (array['invoice', 'receipt'])[1 + n % 2], 'P' || n, jsonb_build_object('total', n, 'invoiceNumber', invoice_number, 'buyer', jsonb_build_object('name', user_name)),
      timestamptz '2026-01-01' + ${scattered(90_000)} * interval '5 minutes' from (select *, row_number() over () as n from "order") placed`,
  refund: `insert into refund (tenant, order_id, amount, reason, removes_access, state, gateway, next_check_at, done_at, asked_at)
    select 'coding', id, 1 + ${scattered(5000)}, 'Moved', true, state, 'midtrans', case when state = 'at-gateway' then now() end, case when state = 'done' then now() end,
      timestamptz '2026-01-01' + ${scattered(90_000)} * interval '5 minutes'
    from (select id, n, (array['to-approve', 'to-transfer', 'at-gateway', 'failed', 'done', 'done', 'done', 'rejected', 'cancelled'])[1 + n % 9] as state
      from (select id, row_number() over () as n from "order") placed) one`,
  payout: `insert into payout (tenant, provider, reference, paid_out_on, net, differing)
    select 'coding', (array['midtrans', 'xendit'])[1 + n % 2], 'PO-' || n, date '2026-01-01' + (${scattered(900)})::int, ${scattered(90_000)} * 1000, (n % 40 = 0)::int from ${rows}`,
  bank_statement: `insert into bank_statement (tenant, bank, account, name, from_day, to_day, created_at)
    select 'coding', 'BCA', n::text, 'a.csv', '2026-01-01', date '2026-01-01' + (${scattered(300)})::int, timestamptz '2026-01-01' + ${scattered(90_000)} * interval '5 minutes' from ${rows}`,
  bank_line: `insert into bank_line (tenant, statement_id, account, booked_on, amount, description, key, state, reason)
    select 'coding', (select id from bank_statement where tenant = 'coding' limit 1), '123', date '2026-01-01' + (${scattered(300)})::int,
      1 + ${scattered(5000)} * 1000, left(md5(n::text), 10), n::text, (array['open', 'ignored'])[1 + n % 2], (array[null, 'income'])[1 + n % 2] from ${rows}`,
  discount: `insert into discount (tenant, name, value, discount_type, product_type, is_active, start_date, end_date, updated_at)
    select 'coding', left(md5(n::text), 10), 10, 2, 'courses', n % 3 > 0, case when n % 4 > 0 then timestamptz '2026-01-01' + n % 300 * interval '1 day' end,
      case when n % 5 > 0 then timestamptz '2027-01-01' + n % 300 * interval '1 day' end, timestamptz '2026-01-01' + ${scattered(90_000)} * interval '5 minutes' from ${rows}`,
  voucher: `insert into voucher (tenant, name, code, value, discount_type, is_active, is_published, start_date, end_date, updated_at)
    select 'coding', left(md5(n::text), 10), 'KODE' || n, 10, 2, n % 3 > 0, n % 5 > 0, timestamptz '2026-01-01' + n % 300 * interval '1 day',
      case when n % 5 > 0 then timestamptz '2027-01-01' + n % 300 * interval '1 day' end, timestamptz '2026-01-01' + ${scattered(90_000)} * interval '5 minutes' from ${rows}`,
  company: `insert into company (tenant, name, email, updated_at)
    select 'coding', left(md5(n::text), 10), n || '@sample.test', timestamptz '2026-01-01' + ${scattered(90_000)} * interval '5 minutes' from ${rows}`,
  broadcast: `insert into broadcast (tenant, name, channel, state, created_at, updated_at)
    select 'coding', left(md5(n::text), 10), (array['mail', 'whatsapp'])[1 + n % 2], (array['draft', 'done', 'done'])[1 + n % 3],
      timestamptz '2026-01-01' + ${scattered(90_000)} * interval '5 minutes', timestamptz '2026-01-01' + ${scattered(90_000)} * interval '5 minutes' from ${rows}`,
  campaign: `insert into campaign (tenant, name, is_active, start_date, end_date, updated_at)
    select 'coding', 'Semarak Akhir Tahun ' || left(md5(n::text), 10), n % 3 > 0, timestamptz '2026-01-01' + n % 300 * interval '1 day',
      timestamptz '2027-01-01' + n % 300 * interval '1 day', timestamptz '2026-01-01' + ${scattered(90_000)} * interval '5 minutes' from ${rows}`,
  learning_path: `insert into learning_path (tenant, name, slug, category, price, is_published, total_users, updated_at)
    select 'coding', left(md5(n::text), 10), 'jalur-' || n, (array['data', 'cyber', 'programming', 'microsoft', 'design', 'marketing'])[1 + n % 6], n % 900 * 1000, n % 5 > 0,
      ${scattered(90)}, timestamptz '2026-01-01' + ${scattered(90_000)} * interval '5 minutes' from ${rows}`,
  product: `insert into product (tenant, name, price, is_published, updated_at)
    select 'coding', left(md5(n::text), 10), n % 900 * 1000, n % 5 > 0, timestamptz '2026-01-01' + ${scattered(90_000)} * interval '5 minutes' from ${rows}`,
  desk_template: `insert into desk_template (tenant, name, status, body)
    select 'coding', left(md5(n::text), 10), 'unpaid', 'Halo' from ${rows}`,
  course: `insert into course (tenant, type, name, slug, category, price, is_published, start_date, total_members, updated_at)
    select 'coding', n / 2 % 2, left(md5(n::text), 10), 'kelas-' || n, (array['data', 'cyber', 'programming', 'microsoft', 'design', 'marketing'])[1 + n % 6], n % 900 * 1000, n % 5 > 0,
      case when n % 3 > 0 then date '2026-01-01' + n % 300 end, ${scattered(90)}, timestamptz '2026-01-01' + ${scattered(90_000)} * interval '5 minutes' from ${rows}`,
  // Of existing users and products.
  project_submission: `insert into project_submission (tenant, user_id, course_id, path_id, attempt, submitted_at, status, review_score, search)
    select 'coding', member.id, case when n % 4 > 0 then (select id from course limit 1) end, case when n % 4 = 0 then (select id from learning_path limit 1) end,
      n, timestamptz '2026-01-01' + ${scattered(90_000)} * interval '5 minutes',
      (array['not-reviewed', 'checked', 'checked', null])[1 + n % 4], case when n % 4 in (1, 2) then n % 101 end, left(md5(n::text), 10)
    from ${rows} join (select id, row_number() over () as k from "user" limit 5000) member on k = 1 + n % 5000`,
  certificate: `insert into certificate (tenant, course_id, user_id, name, course_name, code, status, revoked_at, issued_at)
    select 'coding', '${ownerId}', member.id, left(md5(n::text), 10), 'Kelas', translate(lpad(n::text, 10, 'W'), '01', 'XY'),
      case when n % 9 = 0 then 'revoked' when n % 9 = 1 then 'pending' else 'issued' end, case when n % 9 = 0 then now() end,
      timestamptz '2026-01-01' + ${scattered(90_000)} * interval '5 minutes' from (select id, row_number() over () as n from "user") member`,
  // A third is active, a third has ended, a third was cancelled.
  subscription: `insert into subscription_plan (tenant, name, duration_months) values ('coding', 'Langganan Bulanan', 1);
    insert into subscription (tenant, user_id, plan_id, name_key, search, start_date, end_date, cancelled_at, event_voucher_quota)
    select 'coding', (select id from "user" limit 1), (select id from subscription_plan limit 1), left(md5(n::text), 10), left(md5(n::text), 10), current_date + day - 100, current_date + day, case when n % 3 = 0 then now() end, 1
    from (select n, case n % 3 when 1 then 1 + ${scattered(90)} else -${scattered(90)} end::int as day from ${rows}) made`,
  payment_difference: `insert into payment_difference (tenant, kind, subject, amount, since, action, search, gone_at, explanation, explained_at)
    select 'coding', (array['paid-unpaid', 'amount-differs', 'refunded-there', 'money-without-order', 'paid-no-access'])[1 + n % 5], 'row ' || n,
      ${scattered(5000)} * 1000, timestamptz '2026-01-01' + ${scattered(90_000)} * interval '5 minutes', 'ask-refund', md5(n::text),
      case when n % 3 = 0 then now() end, case when n % 7 = 0 then 'Known' end, case when n % 7 = 0 then now() end
    from (select n from ${rows}) made`,
  access_gap: `insert into access_gap (tenant, kind, user_id, product_type, product_id, product_name, amount, since, order_id, document_id, search, intended_reason, intended_at)
    select 'coding', case when n % 2 = 0 then 'paid-no-access' else 'access-unpaid' end, member.id,
      (array['courses', 'courses', 'learning paths', 'subscriptions'])[1 + n % 4], '${ownerId}', 'Kelas', ${scattered(5000)} * 1000,
      timestamptz '2026-01-01' + ${scattered(90_000)} * interval '5 minutes', case when n % 3 = 0 then member.id end, case when n % 3 = 1 then 'D' || n end,
      md5(n::text), case when n % 5 = 0 then 'gift' end, case when n % 5 = 0 then now() end from (select id, row_number() over () as n from "user") member`,
};

const ofCourses = [
  `insert into certificate_ready (tenant, course_id, ready)
    select 'coding', id, case when n % 40 = 0 then n % 900 else 0 end from (select id, row_number() over () as n from course) course`,
  `insert into at_risk (tenant, user_id, course_id, since)
    select 'coding', id, '${ownerId}', now() from (select id, row_number() over () as n from "user") member where n % 5 = 0`,
  `insert into course_section (tenant, course_id, name, position, start_at)
    select 'coding', id, 'Bagian', 1, date_trunc('year', now()) + row_number() over () % 365 * interval '1 day' from course`,
  `insert into lesson (tenant, section_id, name, type, video_source)
    select 'coding', id, 'Materi', 'VIDEO', '/files/' || row_number() over () % 20000 from course_section`,
  `insert into upload (tenant, key, name, type, size, url) select 'coding', 'key/' || n, n || '.mp4', 'video/mp4', 1, '/files/' || n from generate_series(0, 19999) n`,
  `insert into video (tenant, upload_id, status) select 'coding', id, case when right(url, 3) in ('006', '008') then 'FAILED' else 'FINISHED' end from upload`,
];

/** Owners of the assignments, and plans to choose from. */
const ofPickers = `insert into discount (tenant, id, name, value, discount_type, product_type) values ('coding', '${ownerId}', 'Promo', 10, 2, 'courses');
  insert into voucher (tenant, id, name, code, value, discount_type, start_date) values ('coding', '${ownerId}', 'Voucher', 'KODE', 10, 2, now());
  insert into learning_path (tenant, id, name, slug) values ('coding', '${ownerId}', 'Jalur', 'jalur');
  insert into "user" (tenant, id, email, name, password_hash, role) values ('coding', '${ownerId}', 'owner@sample.test', 'Budi', 'none', 'member');
  insert into subscription_plan (tenant, name, price, duration_months, is_published)
  select 'coding', left(md5(n::text), 10), n % 900 * 1000, 1, n % 5 > 0 from ${rows}`;

let target: TestDatabase;
let server: QueryPlanServer;

beforeAll(async () => {
  target = await testDatabase();
  const owner = new pg.Client(target.ownerUrl);
  await owner.connect();
  // Without audit rows, which would take longer than everything else, and without foreign keys.
  await owner.query('set session_replication_role = replica');
  await withoutIndexes(owner, async () => {
    for (const filling of Object.values(fillings)) await owner.query(filling);
    await owner.query(`insert into course (tenant, id, type, name, slug) values ('coding', $1, 0, 'Kelas', 'kelas')`, [
      ownerId,
    ]);
    // A class and a video lesson in each section, over a year; few of the videos failed.
    for (const filling of [...ofCourses, ofPickers]) await owner.query(filling);
  });
  await owner.query('set session_replication_role = origin');
  await owner.query('vacuum analyze');
  await owner.end();
  server = await queryPlanServer(target);
}, 300_000);
afterAll(async () => {
  await server.close();
  await target.drop();
});

/** Filters that leave few rows, which may be sorted after they are found. */
const narrowing = [
  'search=abcde',
  'startDate=2026-05-01&endDate=2026-05-01',
  'paidDate=2026-05-01',
  'userId=01890000-0000-7000-8000-000000000007',
];

/** Kind of a list of payments by its address. */
const paymentKinds: Readonly<Record<string, RecordKind>> = {
  papers: 'paper',
  payouts: 'payout',
  refunds: 'refund',
  'bank-lines': 'bank-line',
  statements: 'bank-statement',
};
const ofPayment = (url: string) => paymentKinds[url.split('/')[3] ?? ''] ?? 'paper';

const lists = (await everyEndpoint()).flatMap(({ name, entry }) => {
  const fields = new Map(fieldsOf(entry).map((field) => [nameOf(field), field]));
  const words = sortsOf(entry.query);
  if (words.length === 0) return [];
  const choices = [...fields].flatMap(([key, { part, path, choices: values }]) =>
    part === 'query' && key !== 'query.sort' ? values.map((value) => `${path.join('.')}=${String(value)}`) : [],
  );
  const few = narrowing.filter((query) => fields.has(`query.${query.slice(0, query.indexOf('='))}`));
  const paths = (fields.get('params.type')?.choices ?? ['']).map((type) =>
    entry.url.replace(':type', String(type)).replace(':id', ownerId),
  );
  // An area without a kind of its own name.
  const { table } = recordKinds[(entry.area === 'payment' ? ofPayment(entry.url) : entry.area) as RecordKind];
  return paths.flatMap((path) =>
    words.map((word) => ({ name: `${name} ${path}`, path, table, word, all: ['', 'page=9000', ...choices], few })),
  );
});

it('covers all sortable lists and all their filters', () => {
  expect(new Set(lists.map(({ table }) => table))).toEqual(new Set(Object.keys(fillings)));
  expect(lists.find(({ table }) => table === 'order')).toMatchObject({ few: narrowing });
  expect(lists.find(({ path }) => path.includes('fast-track'))?.all).toContain('isPublished=false');
});

/** Whether a call scans one of the tables, and the most rows that it sorts. */
async function readingOf(address: string, tables: readonly string[]) {
  const { answer, plans } = await server.watch(() => server.get(address));
  expect(answer.statusCode).toBe(200);
  const isWhole = plans.some(
    (node) => node['Node Type'] === 'Seq Scan' && tables.includes(node['Relation Name'] ?? ''),
  );
  const sorted = plans.filter((node) => node['Node Type'].includes('Sort'));
  const most = Math.max(0, ...sorted.flatMap((node) => (node.Plans ?? []).map((input) => input['Plan Rows'])));
  return { isWhole, most };
}

describe.each(lists)('$name sorted by $word', ({ path, table, word, all, few }) => {
  const plansFor = async (query: string) => ({
    query,
    ...(await readingOf(`${path}?sort=${word}&${query}`, [table])),
  });

  it('is read from an index, and sorts at most one page', async () => {
    for (const query of all) {
      const { most, ...plan } = await plansFor(query);
      expect(plan).toEqual({ query, isWhole: false });
      expect(most).toBeLessThanOrEqual(100);
    }
  });

  it('is read from an index when a filter leaves few rows', async () => {
    for (const query of few) expect(await plansFor(query)).toMatchObject({ query, isWhole: false });
  });
});

const pickers = Object.entries(assignments).flatMap(([name, { list, record, kind, sideQuery, hasCategory }]) => {
  const side = new URLSearchParams(sideQuery(false)).toString();
  const filters = [
    '',
    '&isPublished=true',
    '&isPublished=false',
    '&page=9000',
    ...(hasCategory ? ['&category=data'] : []),
  ];
  const addresses = filters.map((query) => `${list.url.replace(':id', ownerId)}?${side}${query}`);
  return kind === 'person' ? [] : [{ name, addresses, tables: [recordKinds[record].table] }];
});
const saleable = ['', '?isPublished=true', '?isPublished=false', '?page=500'].map(
  (query) => `/admin/orders/saleable/${query}`,
);

it.each([
  ...pickers,
  { name: 'saleable', addresses: saleable, tables: ['course', 'learning_path', 'product', 'subscription_plan'] },
])(
  'the picker $name is read from an index, published first, and sorts at most one page',
  async ({ addresses, tables }) => {
    for (const address of addresses) {
      const { most, ...plan } = await readingOf(address, tables);
      expect({ address, ...plan }).toEqual({ address, isWhole: false });
      expect(most).toBeLessThanOrEqual(100);
    }
  },
);

it.each(['', 'isReady=true', 'isReady=false', 'type=fast-track', 'page=9000'])(
  'courses with certificates, filtered by “%s”, are read from an index in each sort',
  async (filter) => {
    for (const word of sortsOf(listCertificateCourses.query)) {
      const tables = ['course', 'certificate', 'certificate_ready'];
      const { most, ...plan } = await readingOf(`/admin/certificate/?sort=${word}&${filter}`, tables);
      expect({ word, ...plan }).toEqual({ word, isWhole: false });
      expect(most).toBeLessThanOrEqual(100);
    }
  },
);

const grown = new Set(['course', 'course_section', 'lesson', 'upload', 'video']);

it.each([
  ['class-today', ['course_section_by_start']],
  ['failed-video', ['video_failed', 'lesson_by_video']],
])('courses with %s are found only by indexes, in each sort', async (has, indexes) => {
  for (const { path, word } of lists.filter((list) => list.path.startsWith('/admin/course/type/'))) {
    const { answer, plans } = await server.watch(() => server.get(`${path}?sort=${word}&has=${has}`));
    expect(JSON.parse(answer.body)).toMatchObject({ totalItems: expect.toSatisfy((total) => total > 0) });
    expect(plans.map((node) => node['Index Name'])).toEqual(expect.arrayContaining(['course_pkey', ...indexes]));
    const whole = plans.flatMap((node) => (node['Node Type'] === 'Seq Scan' ? node['Relation Name'] : []));
    expect(whole.filter((name) => grown.has(name ?? ''))).toEqual([]);
  }
});
