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
  defaultSalesDays,
} from '#contract/order/sales.ts';
import { plusDays } from '#contract/kernel/days.ts';
import { type Period, addSales, daysIn, periodBefore, split } from '#contract/order/sales-periods.ts';
import type { Db } from '#platform/database/database.ts';
import { badRequest } from '#platform/errors.ts';
import { readDatabaseTime } from './creation-queries.ts';

/** Lines of a kind in a period. One statement, so that a day is read either kept or from its orders. */
const linesOf = (kind: string, { from, to }: Period) => sql`(
  with touched as materialized (select distinct day from sales_change where day between ${from}::date and ${to}::date)
  select * from (
    select day, kind, type, key, label, orders, gross, discounts, paid, refunds, refunded from sales_day
      where kind = ${kind} and day between ${from}::date and ${to}::date and day not in (select day from touched)
    union all
    select day, kind, type, key, label, orders, gross, discounts, paid, refunds, refunded
      from changed_sales_of(array(select day from touched), ${kind})
  ) kept_or_not)`;

const sums = sql`sum(orders)::int as orders, sum(gross)::float8 as gross, sum(discounts)::float8 as discounts,
  sum(paid)::float8 as paid, sum(refunds)::int as refunds, sum(refunded)::float8 as refunded,
  sum(paid - refunded)::float8 as net`;

async function findDays(db: Db, period: Period): Promise<(SalesFigures & { day: string })[]> {
  const { rows } = await sql<SalesFigures & { day: string }>`
    select day::text as day, ${sums} from ${linesOf('total', period)} line group by line.day order by line.day`.execute(
    db,
  );
  return rows;
}

/** Id of the voucher that a line is about, by its id, its code or one of its single-use codes. */
const voucherOf = sql`case type when 'voucher' then key::uuid when 'code' then coalesce(
  (select id from voucher where code = key), (select voucher_id from voucher_code where code = key)) end`;

/** Rows of a kind, highest net sales first; of several names at the time of sale, the last by alphabet. */
const rowsOf = (view: SalesView, period: Period, limit = sql``) => sql`select type, key,
    max(label collate "C") as name, ${sums}
  from ${linesOf(view, period)} line group by type, key order by sum(paid - refunded) desc, type, key ${limit}`;

/** Rows of promotions; all codes of a voucher are one row. */
const promotionsOf = (period: Period) => sql`select type, key, max(name) as name, ${sums}
  from (select case when voucher.id is null then type else 'voucher' end as type, coalesce(voucher.id::text, key) as key,
      coalesce(voucher.code, name) as name, orders, gross, discounts, paid, refunds, refunded
    from (${rowsOf('promotion', period)}) line
      left join lateral (select ${voucherOf} as id offset 0) used on type in ('voucher', 'code')
      left join lateral (select id, code from voucher where voucher.id = used.id limit 1) voucher on true) named
  group by type, key order by sum(paid - refunded) desc, type, key`;

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

/** Adds up days whose orders changed; returns their number, 0 when none is left. */
export const updateDailySales = async (db: Db): Promise<number> =>
  (await sql<{ days: number }>`select keep_sales() as days`.execute(db)).rows[0]!.days;
