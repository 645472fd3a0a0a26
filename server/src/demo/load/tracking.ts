/** Tracking documents of 400 days. */
import { sql } from 'kysely';
import { orderStatuses } from '#contract/order/status.ts';
import type { Db } from '#platform/database/database.ts';
import { customerServices } from '../customer-services.ts';
import type { Share } from './share.ts';

const text = (expression: ReturnType<typeof sql>) => sql`jsonb_build_object('stringValue', ${expression})`;

/** One in eight has no status. */
export async function addTracking(tx: Db, { from, to, now }: Share): Promise<void> {
  await sql`
    with customer as (
      select name, email, phone_number, row_number() over (order by id) - 1 as k, count(*) over ()::int as size
      from "user" where role = 'member' and tenant = current_tenant()
    ), product as (
      select id, name, row_number() over (order by id) - 1 as k, count(*) over ()::int as size
      from course where is_published and tenant = current_tenant()
    ), dated as (
      select n, ${now}::timestamptz - interval '1 minute' - interval '400 days' * power(pg_temp.chance(n, 1, 10000000) / 1e7, 2) as at,
        ${JSON.stringify(customerServices)}::jsonb -> pg_temp.chance(n, 2, ${sql.lit(customerServices.length)}) as served,
        (${orderStatuses}::text[])[1 + pg_temp.chance(n, 3, ${sql.lit(orderStatuses.length + 1)})] as status
      from generate_series(${from}::bigint, ${to}) n)
    insert into tracking_document (collection, id, create_time, update_time, status, fields)
    select 'order_staging', left(md5(current_tenant() || ' tracking ' || n), 20), at, at,
      case when status is not null then ${text(sql`status`)} end,
      jsonb_build_object(
        'user_email', ${text(sql`email`)}, 'user_phone', ${text(sql`phone_number`)}, 'user_name', ${text(sql`customer.name`)},
        'course_id', ${text(sql`product.id`)}, 'course_name', ${text(sql`product.name`)},
        'timestamp', jsonb_build_object('timestampValue', to_char(at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')),
        'customer_service_number', jsonb_build_object('mapValue', jsonb_build_object('fields', jsonb_build_object(
          'name', ${text(sql`served ->> 'name'`)}, 'phone', ${text(sql`served ->> 'phone'`)}))))
    from dated
      join customer on customer.k = pg_temp.chance(n, 4, (select max(size) from customer))
      join product on product.k = pg_temp.chance(n, 5, (select max(size) from product))`.execute(tx);
}
