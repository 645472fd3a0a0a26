/** Orders that lines of bank statements may pay, found for many lines in one statement, and compared with them. */
import { sql } from 'kysely';
import {
  type Comparison,
  type MatchedLine,
  type MatchedOrder,
  compareLine,
  invoicesIn,
  nameIn,
} from '#contract/payment/bank/matching.ts';
import type { Candidate } from '#contract/payment/bank/lines.ts';
import type { Db } from '#platform/database/database.ts';
import { due } from '#shared/order/ledger.ts';

/** Orders shown of a line. */
const maxShown = 5;
/** Days before a line in which orders of its amount are sought. */
const days = 120;

export interface FoundOrder extends MatchedOrder {
  id: string;
}
interface Found extends FoundOrder {
  lineId: string;
}
export type ComparedLine = MatchedLine & { id: string };

export interface Pair extends Comparison {
  line: ComparedLine;
  order: FoundOrder;
  isExact: boolean;
}

const payable = sql`status in ('unpaid', 'pending', 'expired', 'failed')`;
/** Made in the days before a line, or on the day after it: some transfers come first. */
const inTime = sql`created_at >= (booked_on - ${days}::int)::timestamp at time zone 'Asia/Jakarta'
  and created_at < (booked_on + 2)::timestamp at time zone 'Asia/Jakarta'`;
const waiting = sql`(status in ('unpaid', 'pending')) desc, created_at desc, id desc`;

const textOf = ({ description, counterparty }: MatchedLine) => `${description} ${counterparty}`;

/**
 * Orders with the amount of a line or the number in its text. `isNear`: also with an amount that differs by no more than
 * a unique code, of which those with the buyer's name are kept.
 */
async function findOrders(db: Db, lines: readonly ComparedLine[], isNear: boolean): Promise<Found[]> {
  const named = lines.flatMap((line) => invoicesIn(textOf(line)).map((invoice) => [line.id, invoice] as const));
  const near = sql`union select line.id, near.id from line, lateral (select id from "order"
      where total_amount between amount - 999 and amount + 999 and total_amount <> amount and ${payable} and ${inTime}
      order by ${waiting} limit 200) near`;
  const { rows } = await sql<Found>`with line as (select * from unnest(
      ${lines.map(({ id }) => id)}::uuid[], ${lines.map(({ amount }) => amount)}::int[], ${lines.map(({ bookedOn }) => bookedOn)}::date[])
      as line (id, amount, booked_on)),
    found (line_id, order_id) as (
      select line.id, exact.id from line, lateral (select id from "order"
        where total_amount = amount and ${payable} and ${inTime} order by ${waiting} limit 20) exact
      union select named.id, "order".id from unnest(${named.map(([id]) => id)}::uuid[], ${named.map(([, invoice]) => invoice)}::text[])
        as named (id, invoice_number) join "order" using (invoice_number) where ${payable}
      ${isNear ? near : sql``})
    select line_id, "order".id, invoice_number, user_name as buyer_name, status, ${due} as due, unique_code, created_at, expired_at
      from found join "order" on "order".id = order_id order by ${waiting}`.execute(db);
  return rows;
}

/** Compares lines with the orders that they may pay, in the order of the lines. */
export async function findPairs(db: Db, lines: readonly ComparedLine[], isNear: boolean): Promise<Pair[]> {
  // No order costs more than what a whole number of the database holds.
  const possible = lines.filter(({ amount }) => amount > 0 && amount < 2_000_000_000);
  if (possible.length === 0) return [];
  const byLine = Map.groupBy(await findOrders(db, possible, isNear), ({ lineId }) => lineId);
  return possible.flatMap((line) =>
    (byLine.get(line.id) ?? [])
      .map(({ lineId: _, ...order }) => ({
        line,
        order,
        isExact: order.due === line.amount,
        ...compareLine(line, order),
      }))
      .filter(
        ({ order, isExact, reasons }) =>
          isExact || reasons.includes('Number of the order') || nameIn(order.buyerName, textOf(line)) === 'all',
      ),
  );
}

/** Candidates of lines by id, best first: most reasons, fewest differences. */
export async function findCandidates(
  db: Db,
  lines: readonly ComparedLine[],
): Promise<ReadonlyMap<string, Candidate[]>> {
  const pairs = await findPairs(db, lines, true);
  return new Map(
    [...Map.groupBy(pairs, ({ line }) => line.id)].map(([id, of]) => [
      id,
      of
        .toSorted(
          (one, other) =>
            one.differences.length - other.differences.length || other.reasons.length - one.reasons.length,
        ) // prettier-ignore
        .slice(0, maxShown)
        .map(candidateOf),
    ]),
  );
}

export const candidateOf = ({ order, reasons, differences }: Pair): Candidate => ({
  orderId: order.id,
  invoiceNumber: order.invoiceNumber,
  buyerName: order.buyerName,
  status: order.status,
  due: order.due,
  reasons,
  differences,
});
