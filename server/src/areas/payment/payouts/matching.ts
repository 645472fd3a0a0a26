/** Comparison of payouts with the ledger: which entry a line pays out, the fee that it gives to it, and the sums. */
import { sql } from 'kysely';
import type { Db } from '#platform/database/database.ts';
import { type Fee, chargeFees } from '#shared/order/ledger.ts';

type Ids = readonly string[];

const ofPayouts = (ids: Ids) => sql`line.payout_id = any(${ids}::uuid[])`;
const stands = sql`not exists (select from payment back where back.reverses = entry.id)`;
const isFree = sql`not exists (select from payout_line taken where taken.payment_id = entry.id)`;
/** Kind of the entries that a line can be. */
const entryKind = sql`case line.kind when 'payment' then 'charge' when 'other' then null else 'refund' end`;
/** Form of our ids of payments (contract/src/payment/gateways.ts). */
const isOurs = sql`line.reference ~ ('^' || current_tenant() || '-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}-[0-9]+$')`;

/** Entries with the reference of the line, each for one line. */
const byReference = (ids: Ids) => sql`with sought as materialized (
    select line.id, line.reference, ${entryKind} as kind,
      row_number() over (partition by line.reference, ${entryKind} order by line.at, line.id) as n
    from payout_line line where ${ofPayouts(ids)} and line.payment_id is null and line.reference <> '' and line.kind <> 'other'
  ), entry as materialized (
    select entry.id, entry.order_id, entry.reference, entry.kind,
      row_number() over (partition by entry.reference, entry.kind order by entry.at, entry.id) as n
    from payment entry where entry.reference = any(array(select reference from sought)) and entry.reference <> ''
      and entry.kind in ('charge', 'refund') and ${stands} and ${isFree}
  ) update payout_line line set payment_id = entry.id, order_id = entry.order_id
    from sought join entry using (reference, kind, n) where line.id = sought.id`;

/** Orders of the other lines, by a payment or link with the reference. */
const orders = (ids: Ids) => sql`update payout_line line set order_id = coalesce(
    (select order_id from payment where payment.reference = line.reference and payment.reference <> '' and kind = 'charge' limit 1),
    (select order_id from payment_link link where link.reference = line.reference))
  where ${ofPayouts(ids)} and line.order_id is null and line.reference <> ''`;

/** Refunds of the order with the same amount: gateways report them by the payment's id. */
const byAmount = (ids: Ids) => sql`with sought as materialized (
    select line.id, line.order_id, line.gross as amount,
      row_number() over (partition by line.order_id, line.gross order by line.at, line.id) as n
    from payout_line line where ${ofPayouts(ids)} and line.payment_id is null and line.order_id is not null
      and line.kind in ('refund', 'chargeback')
  ), entry as materialized (
    select entry.id, entry.order_id, entry.amount,
      row_number() over (partition by entry.order_id, entry.amount order by entry.at, entry.id) as n
    from payment entry where entry.order_id = any(array(select order_id from sought)) and entry.kind = 'refund'
      and ${stands} and ${isFree}
  ) update payout_line line set payment_id = entry.id from sought join entry using (order_id, amount, n)
    where line.id = sought.id`;

const states = (ids: Ids) => sql`update payout_line line set state = case
    when line.payment_id is not null then
      (select case when entry.amount = line.gross then 'agrees' else 'amount' end from payment entry where entry.id = line.payment_id)
    when line.order_id is not null or ${isOurs} then 'missing' else 'foreign' end
  where ${ofPayouts(ids)}`;

/** Charges the fees of lines whose entry is known, once each, at noon of the payout's day. */
async function charge(db: Db, ids: Ids): Promise<void> {
  const { rows } = await sql<Fee & { lineId: string }>`select line.id as "lineId", new_id() as id,
      entry.order_id as "orderId", line.provider, entry.method, -line.fee as amount, payout.reference,
      (payout.paid_out_on + time '12:00') at time zone 'Asia/Jakarta' as at
    from payout_line line join payout on payout.id = line.payout_id join payment entry on entry.id = line.payment_id
    where ${ofPayouts(ids)} and line.fee_id is null and line.fee <> 0`.execute(db);
  if (rows.length === 0) return;
  await chargeFees(db, rows);
  await sql`update payout_line line set fee_id = fee.id
    from unnest(${rows.map(({ lineId }) => lineId)}::uuid[], ${rows.map(({ id }) => id)}::uuid[]) as fee (line_id, id)
    where line.id = fee.line_id`.execute(db);
}

const sums = (ids: Ids) => sql`update payout set gross = line.gross, fees = line.fees, net = line.gross - line.fees,
    lines = line.lines, orders = line.orders, differing = line.differing
  from (select payout_id, sum(gross) as gross, sum(fee) as fees, count(*) as lines, count(distinct order_id) as orders,
      count(*) filter (where state in ('amount', 'missing')) as differing
    from payout_line line where ${ofPayouts(ids)} group by payout_id) line
  where payout.id = line.payout_id and (payout.gross, payout.fees, payout.lines, payout.orders, payout.differing)
    is distinct from (line.gross, line.fees, line.lines, line.orders, line.differing)`;

/** Compares payouts with the ledger, as it is now; in a transaction. Returns the number of lines that do not agree. */
export async function match(db: Db, ids: Ids): Promise<number> {
  await sql`update payout_line line set payment_id = null where ${ofPayouts(ids)}
    and exists (select from payment back where back.reverses = line.payment_id)`.execute(db);
  for (const step of [byReference, orders, byAmount, states]) await step(ids).execute(db);
  await charge(db, ids);
  await sums(ids).execute(db);
  const { rows } = await sql<{ n: number }>`select coalesce(sum(differing), 0)::int as n from payout
    where id = any(${ids}::uuid[])`.execute(db);
  return rows[0]!.n;
}
