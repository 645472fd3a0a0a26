/** Comparison of orders, ledger, gateways and access (docs/decisions/0122): one statement for some orders, all in slices. */
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/database/database.ts';
import { oneAtATime } from '#platform/database/one-at-a-time.ts';
import { plannedAnew } from '#platform/database/prepared.ts';
import { inSlices, inTransaction } from '#platform/database/slices.ts';

/** Condition on the rows of a table that are compared. */
type Within = (table: string) => RawBuilder<unknown>;

/** Rows of the brand: as a superuser, who fills the demo, a statement sees all brands. */
const ofBrand: Within = (table) => sql`${sql.ref(`${table}.tenant`)} = current_tenant()`;
const ofOrders =
  (orderIds: readonly string[]): Within =>
  (table) =>
    sql`${ofBrand(table)} and ${sql.ref(`${table}.order_id`)} = any(${orderIds}::uuid[])`;
const ofNoOrder: Within = (table) => sql`${ofBrand(table)} and ${sql.ref(`${table}.order_id`)} is null`;

/** Days that a line of a statement may wait before it is a difference. */
const patientDays = 3;

const refunded = sql`-coalesce(sum(amount) filter (where kind = 'refund' or kind = 'adjustment' and amount > 0), 0)::int as refunded`;

/** Sum that each order has of its buyer. */
const sums = (within: Within) => sql`select tenant, order_id, sum(amount)::int as held
  from payment where kind <> 'fee' and ${within('payment')} group by 1, 2`;

/** The same of the order of a few rows, by an index: the planner does not know that they are few. */
const sumsOf = (row: string) => sql`lateral (select coalesce(sum(amount), 0)::int as held, ${refunded} from payment
  where payment.tenant = ${sql.ref(`${row}.tenant`)} and payment.order_id = ${sql.ref(`${row}.order_id`)} and kind <> 'fee') sums`;

/** Sum on its way back to the buyer, in the queue of refunds. */
const leaving = sql`coalesce((select sum(amount) from refund where refund.tenant = placed.tenant and refund.order_id = placed.id
  and refund.state in ('to-approve', 'to-transfer', 'at-gateway', 'failed')), 0)::int`;

/** Charges that nobody took back. */
const charges = (within: Within) => sql`select tenant, order_id, reference, at from payment
  where kind = 'charge' and ${within('payment')}
    and not exists (select from payment back where back.tenant = payment.tenant and back.reverses = payment.id)`;

/** Payments that a gateway or a program reports, unless the ledger has them or they went back. */
const reported = (within: Within) => sql`select notice.* from payment_notice notice
  where status = 'paid' and ${within('notice')}
    and not exists (select from charges where charges.tenant = notice.tenant and charges.order_id = notice.order_id
      and charges.reference = notice.reference)
    and not exists (select from payment_link link where link.tenant = notice.tenant and link.reference = notice.reference
      and link.state = 'refunded')`;

const unpaidStatuses = sql`('unpaid', 'pending', 'expired', 'failed')`;
const due = sql`greatest(total_amount - held, 0)`;

/** Money that came and is not in the ledger, by what the order does with it. */
const notTaken = sql`
  select case when placed.status not in ${unpaidStatuses} then 'money-without-order'
      when notice.amount = ${due} then 'paid-unpaid' else 'amount-differs' end as kind,
    'notice:' || notice.id as subject, notice.order_id, notice.id as notice_id, null::uuid as link_id, null::uuid as gap_id, null::uuid as line_id,
    notice.amount, coalesce(notice.paid_at, notice.at) as since,
    case when placed.status not in ${unpaidStatuses} then 'ask-refund'
      when notice.amount < ${due} then 'record-part' else 'set-paid' end as action,
    notice.reference as words
  from reported notice join "order" placed on placed.tenant = notice.tenant and placed.id = notice.order_id
    cross join ${sumsOf('notice')}`;

/** Money that orders have too much of, or have though they ended. */
const heldTooMuch = sql`
  select case when status = 'paid' then 'amount-differs' else 'money-without-order' end, 'order:' || id, id, null::uuid, null::uuid, null::uuid, null::uuid,
    excess, (select max(at) from payment last where last.tenant = over.tenant and last.order_id = over.id and last.kind = 'charge'),
    'ask-refund', ''
  from (select placed.tenant, placed.id, status, held - case when status = 'paid' then total_amount else 0 end - ${leaving} as excess
      from sums join "order" placed on placed.tenant = sums.tenant and placed.id = sums.order_id
      where status not in ('unpaid', 'pending') and held > case when status = 'paid' then total_amount else 0 end) over
  where excess > 0`;

/** Money that a gateway gave back and the ledger still has. */
const refundedThere = (within: Within) => sql`
  select 'refunded-there', 'link:' || link.id, link.order_id, null::uuid, link.id, null::uuid, null::uuid, least(link.refunded - sums.refunded, held),
    charges.at, 'record-refund', link.reference
  from payment_link link cross join ${sumsOf('link')}
    join charges on charges.tenant = link.tenant and charges.order_id = link.order_id and charges.reference = link.reference
  where link.state = 'refunded' and ${within('link')} and least(link.refunded - sums.refunded, held) > 0
    and not exists (select from refund where refund.tenant = link.tenant and refund.order_id = link.order_id and refund.state = 'at-gateway')`;

const withoutAccess = (within: Within) => sql`
  select 'paid-no-access', 'access:' || gap.user_id || ':' || gap.product_id, gap.order_id, null::uuid, null::uuid, gap.id, null::uuid, gap.amount,
    gap.since, 'give-access', gap.product_name
  from access_gap gap where gap.kind = 'paid-no-access' and gap.intended_reason is null and ${within('gap')}`;

/** Money in bank statements that nobody has matched for some days; belongs to no order. */
const unmatched = sql`
  select 'money-without-order', 'line:' || id, null::uuid, null::uuid, null::uuid, null::uuid, id, least(amount, 2147483647)::int,
    booked_on::timestamp at time zone 'Asia/Jakarta', 'match', concat_ws(' ', description, counterparty, reference)
  from bank_line where tenant = current_tenant() and state = 'open' and amount > 0
    and booked_on <= (now() at time zone 'Asia/Jakarta')::date - ${sql.lit(patientDays)}`;

const facts = sql`kind, order_id, notice_id, link_id, gap_id, line_id, amount, since, action, words, search`;
const columns = sql`subject, ${facts}`;
const columnsOfOne = sql`kind, subject, order_id, notice_id, link_id, gap_id, line_id, amount, since, action, words`;
const excluded = (row: string) =>
  sql`(${sql.join(['kind', 'order_id', 'notice_id', 'link_id', 'gap_id', 'line_id', 'amount', 'since', 'action', 'words', 'search'].map((name) => sql.ref(`${row}.${name}`)))})`;

const found = (differences: readonly RawBuilder<unknown>[]): RawBuilder<unknown> => sql`
  select one.subject, one.kind, one.order_id, one.notice_id, one.link_id, one.gap_id, one.line_id, one.amount, one.since, one.action,
    search_text(one.words) as words, concat_ws(' ', placed.search, gap.search, search_text(one.words)) as search
  from (${sql.join(differences, sql` union all `)}) one (${columnsOfOne})
    left join "order" placed on placed.tenant = current_tenant() and placed.id = one.order_id
    left join access_gap gap on gap.tenant = current_tenant() and gap.id = one.gap_id`;

/** Makes comparisons run one at a time until the transaction ends; taken before locks of orders. */
export const lockComparison = (db: Db) => oneAtATime(db, 'payment differences');

/** Condition that access is still missing: its row may have got another order, with which it is found. */
const hasGap = sql`exists (select from access_gap gap
  where gap.tenant = old.tenant and gap.id = old.gap_id and gap.kind = 'paid-no-access' and gap.intended_reason is null)`;

/**
 * Brings differences up to date, in a transaction. One that is found again has its row, which is open anew; its mark stays
 * unless its kind, amount or action changed. One that is not found any more is kept as history.
 */
async function write(db: Db, within: Within, differences: readonly RawBuilder<unknown>[], read = sql``): Promise<void> {
  await lockComparison(db);
  await sql`${plannedAnew} with ${read} found as materialized (${found(differences)}), gone as (
        update payment_difference old set gone_at = now() where state in ('open', 'explained') and ${within('old')}
          and subject not in (select subject from found) and not ${hasGap})
    insert into payment_difference as old (${columns}) select ${columns} from found
    on conflict (tenant, subject) do update set (${facts}) = row ${excluded('excluded')},
        gone_at = null, mend = case when old.gone_at is null then old.mend end,
        mended_by = case when old.gone_at is null then old.mended_by end,
        found_at = case when old.gone_at is null then old.found_at else now() end,
        (explanation, explained_by, explained_at) = (select old.explanation, old.explained_by, old.explained_at
          where (old.kind, old.amount, old.action) = (excluded.kind, excluded.amount, excluded.action))
      where old.gone_at is not null or ${excluded('old')} is distinct from ${excluded('excluded')}`.execute(db);
}

/** Compares some orders, in a transaction. */
export const compareOrders = (db: Db, orderIds: readonly string[]): Promise<void> => {
  const within = ofOrders(orderIds);
  const read = sql`sums as materialized (${sums(within)}), charges as materialized (${charges(within)}), reported as (${reported(within)}),`;
  return write(db, within, [notTaken, heldTooMuch, refundedThere(within), withoutAccess(within)], read);
};

/** Compares what belongs to no order: lines of bank statements, and access that was paid by a tracking document. */
const compareWithoutOrder = (db: Db): Promise<void> => write(db, ofNoOrder, [withoutAccess(ofNoOrder), unmatched]);

/**
 * Compares all orders in slices, then what belongs to none, and records the time of the check. An aborted check leaves what
 * it compared, and the time of the check before.
 */
export async function recordCheck(db: Db, signal?: AbortSignal): Promise<void> {
  await inSlices(db, 'order', compareOrders, { signal });
  signal?.throwIfAborted();
  await inTransaction(db, compareWithoutOrder);
  await sql`insert into payment_check (checked_at) values (clock_timestamp())
    on conflict (tenant) do update set checked_at = excluded.checked_at`.execute(db);
}
