/** Lines of sales by day (docs/decisions/0051), as *Sales* and the reports of campaigns add them up. */
import { type RawBuilder, sql } from 'kysely';
import type { SalesView } from '#contract/order/sales.ts';
import type { Period } from '#contract/order/sales-periods.ts';

/** Lines of a kind in a period. One statement, so that a day is read either kept or from its orders. */
export const linesOf = (kind: string, { from, to }: Period) => sql`(
  with touched as materialized (select distinct day from sales_change where day between ${from}::date and ${to}::date)
  select * from (
    select day, kind, type, key, label, orders, gross, discounts, paid, refunds, refunded from sales_day
      where kind = ${kind} and day between ${from}::date and ${to}::date and day not in (select day from touched)
    union all
    select day, kind, type, key, label, orders, gross, discounts, paid, refunds, refunded
      from changed_sales_of(array(select day from touched), ${kind})
  ) kept_or_not)`;

export const sums = sql`sum(orders)::int as orders, sum(gross)::float8 as gross, sum(discounts)::float8 as discounts,
  sum(paid)::float8 as paid, sum(refunds)::int as refunds, sum(refunded)::float8 as refunded,
  sum(paid - refunded)::float8 as net`;

/** Id of the voucher with a code, which may be one of its single-use codes. */
export const voucherByCode = (code: RawBuilder<unknown>) => sql<string | null>`coalesce(
  (select id from voucher where code = ${code}), (select voucher_id from voucher_code where code = ${code}))`;

/** Id of the voucher that a line is about, by its id or a code. */
const voucherOf = sql`case type when 'voucher' then key::uuid when 'code' then ${voucherByCode(sql`key`)} end`;

/** Rows of a kind, highest net sales first; of several names at the time of sale, the last by alphabet. */
export const rowsOf = (view: SalesView, period: Period, limit = sql``) => sql`select type, key,
    max(label collate "C") as name, ${sums}
  from ${linesOf(view, period)} line group by type, key order by sum(paid - refunded) desc, type, key ${limit}`;

/** Rows of promotions; all codes of a voucher are one row. */
export const promotionsOf = (period: Period) => sql`select type, key, max(name) as name, ${sums}
  from (select case when voucher.id is null then type else 'voucher' end as type, coalesce(voucher.id::text, key) as key,
      coalesce(voucher.code, name) as name, orders, gross, discounts, paid, refunds, refunded
    from (${rowsOf('promotion', period)}) line
      left join lateral (select ${voucherOf} as id offset 0) used on type in ('voucher', 'code')
      left join lateral (select id, code from voucher where voucher.id = used.id limit 1) voucher on true) named
  group by type, key order by sum(paid - refunded) desc, type, key`;
