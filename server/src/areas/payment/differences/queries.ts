/** SQL of the lists of differences: pages, evidence, the state of the check. */
import { sql } from 'kysely';
import type { Reply, ValidatedInput } from '#contract/kernel/endpoint.ts';
import {
  type Difference,
  type DifferenceView,
  difference,
  differenceViews,
  type getDifference,
  listDifferences,
} from '#contract/payment/differences.ts';
import { columnsOf } from '#platform/database/columns.ts';
import type { Db } from '#platform/database/database.ts';
import { jsonText } from '#platform/database/json-text.ts';
import { notFound } from '#platform/errors.ts';
import { cappedCount, matchesAll, pageOf, queriedList, searchPatterns } from '#platform/list.ts';
import { ordersOf } from '#platform/sorts.ts';
import { findLedger } from '../ledger/queries.ts';

type Query = ValidatedInput<typeof listDifferences>['query'];
type Evidence = Reply<typeof getDifference>;

const nameOf = (column: string) => sql`(select name from "user" one where one.id = ${sql.ref(column)})`;
const columns = columnsOf('paymentDifference', difference, {
  differenceId: 'id',
  order: jsonText(sql<
    Difference['order']
  >`(select json_build_object('orderId', placed.id, 'invoiceNumber', invoice_number,
      'status', status, 'totalAmount', total_amount)
    from "order" placed where placed.id = payment_difference.order_id)`),
  buyer: sql<string>`coalesce((select user_name from "order" placed where placed.id = payment_difference.order_id),
    (select name from access_gap join "user" member on member.id = user_id where access_gap.id = gap_id),
    (select counterparty from bank_line where bank_line.id = line_id), '')`,
  about: sql<string>`coalesce((select reference from payment_notice where payment_notice.id = notice_id),
    (select reference from payment_link where payment_link.id = link_id),
    (select product_name from access_gap where access_gap.id = gap_id),
    (select coalesce(nullif(counterparty, ''), description) from bank_line where bank_line.id = line_id), '')`,
  mendedBy: sql<string | null>`${nameOf('mended_by')}`,
  explained: jsonText(sql<Difference['explained']>`case when explanation is not null then json_build_object(
    'reason', explanation, 'by', ${nameOf('explained_by')}) end`),
});

/** Name of a difference in a batch. */
export const differenceName = sql<string>`coalesce(
  (select invoice_number || ', ' || user_name from "order" placed where placed.id = payment_difference.order_id),
  (select name || ', ' || product_name from access_gap join "user" member on member.id = user_id where access_gap.id = gap_id),
  words)`;

/** Rows of a view, by which the indexes begin. */
function inView(db: Db, view: DifferenceView) {
  const rows = db.selectFrom('paymentDifference');
  if (view === 'explained' || view === 'gone') return rows.where('state', '=', sql.lit(view));
  const open = rows.where('state', '=', sql.lit('open'));
  return view === 'open' ? open : open.where('kind', '=', sql.lit(view));
}

function matchingIn(db: Db, view: DifferenceView, patterns: readonly string[] | undefined) {
  const rows = inView(db, view);
  return patterns ? rows.where(matchesAll('paymentDifference.search', patterns)) : rows;
}

/** Ids of the rows that match a filter. */
export const matchingDifferences = (db: Db, { view, search }: Pick<Query, 'view' | 'search'>) =>
  matchingIn(db, view, searchPatterns(search)).select('paymentDifference.id');

const sorts = ordersOf('paymentDifference', listDifferences, {});

export const listedDifferences = queriedList(listDifferences, (db, { view, patterns }, window, sort) => {
  const matching = matchingIn(db, view, patterns);
  const page = pageOf(matching, db.selectFrom('paymentDifference'), sorts[sort], window);
  return { rows: page.select(columns), total: cappedCount(matching) };
});

const views = Object.keys(differenceViews) as DifferenceView[];

/** Size of each view, and the state of the check. */
export async function findCheck(db: Db) {
  const counts = views.map((view) => sql`${sql.lit(view)}, ${cappedCount(inView(db, view)).count}`);
  const { rows } = await sql<
    Pick<Reply<typeof listDifferences>, 'counts' | 'links' | 'waiting'> & {
      checkedAt: string | null;
      isRequested: boolean;
    }
  >`
    select json_build_object(${sql.join(counts)}) as counts, asking.*, checked_at,
      coalesce(requested_at > now() - interval '5 minutes' and requested_at > coalesce(checked_at, '-infinity'), false) as is_requested
    from (select count(*)::int as links, count(*) filter (where answered_at is null or answered_at < asked_at)::int as waiting
        from payment_link where asked_at > now() - interval '5 minutes') asking
      left join payment_check on true`.execute(db);
  const { isRequested, ...check } = rows[0]!;
  return { ...check, isRunning: isRequested || check.waiting > 0 };
}

/** Difference with what each side says of it; 404 if there is none. */
export async function findEvidence(db: Db, id: string): Promise<Evidence> {
  const row = await db
    .selectFrom('paymentDifference')
    .select([...columns, 'orderId'])
    .select(
      jsonText(sql<Evidence['product']>`(select json_build_object('type', product_type, 'name', product_name,
          'userId', user_id, 'isTracked', source = 'tracking') from access_gap where access_gap.id = gap_id)`).as(
        'product',
      ),
    )
    .select(
      jsonText(sql<
        Evidence['line']
      >`(select json_build_object('account', account, 'bookedOn', booked_on, 'amount', amount,
          'description', description, 'counterparty', counterparty, 'reference', reference)
        from bank_line where bank_line.id = line_id)`).as('line'),
    )
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('payment_difference'));
  const { orderId } = row;
  if (orderId === null) return { ...row, notices: [], links: [], entries: [], held: 0 };
  const [notices, links, { payments, paid, refunded }] = await Promise.all([
    db
      .selectFrom('paymentNotice')
      .select(['provider', 'reference', 'status', 'amount', 'method', 'at', 'refusal'])
      .where('orderId', '=', orderId)
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .execute(),
    db
      .selectFrom('paymentLink')
      .select(['gateway', 'reference', 'state', 'amount', 'refunded', 'answeredAt'])
      .where('orderId', '=', orderId)
      .orderBy('attempt', 'desc')
      .execute(),
    findLedger(db, orderId),
  ]);
  return { ...row, notices, links, entries: payments, held: paid - refunded };
}

/** Number of links that one check asks about. */
const maxAsked = 500;

/** Takes the links whose answer is older than an hour, the oldest first, and those that were never asked about. */
export async function takeOldLinks(db: Db): Promise<{ linkId: string }[]> {
  const { rows } = await sql<{ linkId: string }>`update payment_link set asked_at = now()
    where id = any (array(select id from payment_link
      where next_check_at is not null and coalesce(answered_at, created_at) < now() - interval '1 hour'
        and coalesce(asked_at, '-infinity') < now() - interval '5 minutes'
      order by next_check_at limit ${sql.lit(maxAsked)} for update skip locked))
    returning id as "linkId"`.execute(db);
  return rows;
}

/** Records a request for a check; returns its time. */
export async function requestCheck(db: Db): Promise<string> {
  const now = sql<string>`clock_timestamp()`;
  const { requestedAt } = await db
    .insertInto('paymentCheck')
    .values({ requestedAt: now })
    .onConflict((on) => on.column('tenant' as never).doUpdateSet({ requestedAt: now }))
    .returning('requestedAt')
    .executeTakeFirstOrThrow();
  return requestedAt ?? '';
}
