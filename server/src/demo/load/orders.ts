/** Orders of one year in the order of their numbers, more each day, of one course or (every fifth) two, with their payments; the sums are consistent. */
import { sql } from 'kysely';
import type { Db } from '#platform/database/database.ts';
import type { Share } from './share.ts';

export async function addOrders(tx: Db, { from, to, total, now }: Share): Promise<void> {
  await sql`
    with customer as (
      select id, name, email, phone_number, row_number() over (order by id) - 1 as k, count(*) over ()::int as size
      from "user" where role = 'member' and tenant = current_tenant()
    ), product as (
      select id, name, price, row_number() over (order by id) - 1 as k, count(*) over ()::int as size
      from course where is_published and tenant = current_tenant()
    ), item as materialized (
      select n, line, id, name, price, case when pg_temp.chance(n, 2, 10) = 0 then price / 10 else 0 end as cut
      from generate_series(${from}::bigint, ${to}) n cross join generate_series(1, 2) line
        join product on k = pg_temp.chance(n * 2 + line, 1, (select max(size) from product))
      where line = 1 or n % 5 = 0
    ), bill as (
      select n, sum(price)::int as subtotal, sum(cut)::int as cut, case when n % 6 = 0 then 1 + pg_temp.chance(n, 3, 999) end as code,
        ${now}::timestamptz - interval '1 minute' - interval '365 days' * (1 - sqrt((n + 1) / ${total}::float8)) as at
      from item group by n
    ), dated as (
      select *, case when at > ${now}::timestamptz - interval '3 days'
        then (array['unpaid', 'pending', 'paid', 'paid', 'cancelled'])[1 + pg_temp.chance(n, 5, 5)]
        else (array['paid', 'paid', 'paid', 'paid', 'paid', 'paid', 'paid', 'expired', 'cancelled', 'failed', 'refunded'])[1 + pg_temp.chance(n, 5, 11)] end as status
      from bill
    ), placed as (
      insert into "order" (id, invoice_number, user_id, user_name, user_email, user_phone, subtotal, discount_amount, unique_code, total_amount,
        status, payment_provider, payment_method, paid_at, refunded_at, expired_at, created_at, updated_at)
      select pg_temp.demo_id('order', n), 'INV/' || current_tenant() || '/' || to_char(at at time zone 'Asia/Jakarta', 'YYYYMMDD') || '/' || 10000 + n,
        id, name, email, phone_number, subtotal, cut, code, subtotal - cut + coalesce(code, 0), status,
        case when code is null then 'midtrans' else 'manual' end, case when code is null then 'QRIS' else 'Transfer Bank' end,
        case when status in ('paid', 'refunded') then least(at + interval '10 minutes', ${now}) end,
        case when status = 'refunded' then least(at + interval '4 days', ${now}) end,
        case when status in ('unpaid', 'pending', 'expired') then at + interval '3 days' end, at, at
      from dated join customer on k = pg_temp.chance(n, 6, (select max(size) from customer))
    )
    insert into order_item (order_id, line, product_type, product_id, product_name, price, discount_amount)
    select pg_temp.demo_id('order', n), line, 'courses', id, name, price, cut from item`.execute(tx);
}

/** Charges of the paid orders, and refunds of the refunded ones. */
export async function addPayments(tx: Db, { from, to }: Share): Promise<void> {
  await sql`
    with placed as materialized (
      select n, "order".* from generate_series(${from}::bigint, ${to}) n join "order" on id = pg_temp.demo_id('order', n)
        where tenant = current_tenant() and paid_at is not null and total_amount > 0
    )
    insert into payment (id, order_id, kind, provider, method, reference, amount, at)
    select pg_temp.demo_id('charge', n), id, 'charge', payment_provider, payment_method, 'TRX' || n, total_amount, paid_at from placed
    union all
    select pg_temp.demo_id('refund', n), id, 'refund', payment_provider, payment_method, '', -total_amount, refunded_at
      from placed where refunded_at is not null`.execute(tx);
}
