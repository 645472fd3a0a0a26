/** Sales of a period from sums kept by day (docs/decisions/0051); days that changed since are added up from their orders. */
import { sql } from 'kysely';
import type { z } from 'zod';
import {
  type Sales,
  type SalesFigures,
  type SalesView,
  maxSalesDays,
  maxSalesRows,
  type readSales,
  type readSalesFees,
  defaultSalesDays,
} from '#contract/order/sales.ts';
import type { Reply } from '#contract/kernel/endpoint.ts';
import { plusDays } from '#contract/kernel/days.ts';
import { type Period, addSales, daysIn, periodBefore, split } from '#contract/order/sales-periods.ts';
import type { Db } from '#platform/database/database.ts';
import { badRequest } from '#platform/errors.ts';
import { linesOf, promotionsOf, rowsOf, sums } from '#shared/sales-lines.ts';
import { readDatabaseTime } from '#shared/order/creation-queries.ts';

async function findDays(db: Db, period: Period): Promise<(SalesFigures & { day: string })[]> {
  const { rows } = await sql<SalesFigures & { day: string }>`
    select day::text as day, ${sums} from ${linesOf('total', period)} line group by line.day order by line.day`.execute(
    db,
  );
  return rows;
}

async function findRows(db: Db, view: SalesView, period: Period): Promise<Sales['rows']> {
  const limit = sql`limit ${maxSalesRows + 1}`;
  const all = view === 'promotion' ? sql`${promotionsOf(period)} ${limit}` : rowsOf(view, period, limit);
  return (await sql<Sales['rows'][number]>`${all}`.execute(db)).rows;
}

type Query = z.output<NonNullable<typeof readSales.query>>;

async function periodOf(db: Db, { from, to }: Query): Promise<Period> {
  const last = to ?? (await readDatabaseTime(db)).day;
  const period = { from: from ?? plusDays(last, 1 - defaultSalesDays), to: last };
  if (period.from > period.to) throw badRequest('Ends before it starts', 'to');
  if (daysIn(period) > maxSalesDays) throw badRequest(`At most ${maxSalesDays} days`, 'to');
  return period;
}

/** Sales of a period, and of the equally long one before; 400 for an impossible or too long period. */
export async function findSales(db: Db, query: Query): Promise<Sales> {
  const period = await periodOf(db, query);
  const before = periodBefore(period);
  const days = await findDays(db, { from: before.from, to: period.to });
  const rows = query.by === 'day' ? [] : await findRows(db, query.by, period);
  const within = (part: Period) => ({
    ...part,
    ...addSales(days.filter(({ day }) => part.from <= day && day <= part.to)),
  });
  const beforeIt = (day: string) => plusDays(day, -daysIn(period));
  const { from, to, ...total } = within(period);
  return {
    from,
    to,
    by: query.by,
    group: query.group,
    total,
    before: within(before),
    periods: split(period, query.group).map((part) => ({
      ...within(part),
      paidBefore: within({ from: beforeIt(part.from), to: beforeIt(part.to) }).paid,
    })),
    rows: rows.slice(0, maxSalesRows),
    isCut: rows.length > maxSalesRows,
  };
}

interface Fee {
  day: string;
  type: string;
  key: string;
  fees: number;
}

/** Fees of the periods of {@link findSales}. */
export async function findFees(db: Db, query: Query): Promise<Reply<typeof readSalesFees>> {
  const period = await periodOf(db, query);
  const before = periodBefore(period);
  const { rows } =
    await sql<Fee>`select (at at time zone 'Asia/Jakarta')::date::text as day, provider as type, method as key,
      -sum(amount)::float8 as fees from payment
    where kind = 'fee' and at >= ${before.from}::date::timestamp at time zone 'Asia/Jakarta'
      and at < ${plusDays(period.to, 1)}::date::timestamp at time zone 'Asia/Jakarta'
    group by 1, 2, 3 order by 2, 3`.execute(db);
  const within = ({ from, to }: Period) => rows.filter(({ day }) => from <= day && day <= to);
  const sum = (fees: readonly Fee[]) => fees.reduce((all, one) => all + one.fees, 0);
  const methods = Map.groupBy(within(period), ({ type, key }) => JSON.stringify([type, key]));
  return {
    total: sum(within(period)),
    before: sum(within(before)),
    periods: split(period, query.group).map((part) => sum(within(part))),
    methods: [...methods.values()].map((of) => ({ type: of[0]!.type, key: of[0]!.key, fees: sum(of) })),
  };
}

/** Adds up days whose orders changed; returns their number, 0 when none is left. */
export const updateDailySales = async (db: Db): Promise<number> =>
  (await sql<{ days: number }>`select keep_sales() as days`.execute(db)).rows[0]!.days;
