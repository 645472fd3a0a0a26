/** Totals of orders by status, over a bounded number of rows. */
import { sql } from 'kysely';
import type { Reply } from '#contract/kernel/endpoint.ts';
import type { sumOrders } from '#contract/order/sums.ts';
import type { OrderStatus } from '#contract/order/status.ts';
import type { Db } from '#platform/database/database.ts';
import { countCap } from '#platform/list.ts';
import { matchingOrders, type OrderFilter, toConditions } from './queries.ts';

interface OfStatus {
  status: OrderStatus;
  count: number;
  amount: number;
}

/** Totals from the daily summary table; the cost does not depend on the number of orders. */
async function sumsByDay(db: Db, { status, startDate, endDate }: OrderFilter): Promise<OfStatus[]> {
  let days = db.selectFrom('orderDay');
  if (status) days = days.where('status', '=', status);
  if (startDate) days = days.where('day', '>=', sql<string>`${startDate}::date`);
  if (endDate) days = days.where('day', '<=', sql<string>`${endDate}::date`);
  return days
    .groupBy('status')
    .select([
      sql<OrderStatus>`status`.as('status'),
      sql<number>`sum(n)::int`.as('count'),
      sql<number>`sum(amount)::float8`.as('amount'),
    ])
    .execute();
}

/** Totals of the first matching orders; reads one row beyond the cap to detect that there are more. */
async function sumsOfMatching(db: Db, filter: OrderFilter): Promise<OfStatus[]> {
  const some = matchingOrders(db, toConditions(filter))
    .select(['status', 'totalAmount'])
    .limit(countCap + 1);
  const { rows } = await sql<OfStatus>`
    select status, count(*)::int as count, sum(total_amount)::float8 as amount from ${some} as matching group by status`.execute(
    db,
  );
  return rows;
}

function sumOf(some: readonly OfStatus[]) {
  return some.reduce((sum, one) => ({ count: sum.count + one.count, amount: sum.amount + one.amount }), {
    count: 0,
    amount: 0,
  });
}

/** Totals of all, paid, and open orders; null if more than the cap match, unless only status and days are filtered. */
export async function findSums(db: Db, filter: OrderFilter): Promise<Reply<typeof sumOrders>> {
  const { search, paidDate, userId, productId } = filter;
  const isByDay = !search && !paidDate && !userId && !productId;
  const rows = await (isByDay ? sumsByDay : sumsOfMatching)(db, filter);
  const all = sumOf(rows);
  if (!isByDay && all.count > countCap) return { sums: null };
  return {
    sums: {
      all,
      paid: sumOf(rows.filter(({ status }) => status === 'paid')),
      unpaid: sumOf(rows.filter(({ status }) => status === 'unpaid' || status === 'pending')),
    },
  };
}
