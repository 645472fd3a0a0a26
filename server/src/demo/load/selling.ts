/**
 * Vouchers in every state, and learning paths of five courses; the paths are drafts, so that they do not outnumber
 * those on sale.
 */
import { sql } from 'kysely';
import { categories } from '#contract/kernel/fields.ts';
import type { Db } from '#platform/database/database.ts';
import type { Share } from './share.ts';

/** A superuser as owner also sees the courses of other tenants. */
const courses = sql`(select array_agg(id order by id) as ids from course where tenant = current_tenant()) course`;

/** Every twentieth is for all products, the others for one course. */
export async function addVouchers(tx: Db, { from, to, now }: Share): Promise<void> {
  const numbers = sql`generate_series(${from}::bigint, ${to}) n`;
  await sql`
    insert into voucher (id, name, code, discount_type, value, start_date, end_date, is_active, is_published, all_product)
    select pg_temp.demo_id('voucher', n), 'Hemat ' || n, 'HEMAT' || lpad(n::text, 7, '0'), 2, 1 + pg_temp.chance(n, 1, 90),
      starts, case when n % 5 > 0 then starts + interval '60 days' end, n % 3 > 0, n % 4 > 0, n % 20 = 0
    from ${numbers}, lateral (select ${now}::timestamptz + (pg_temp.chance(n, 2, 400) - 300) * interval '1 day' as starts) period`.execute(
    tx,
  );
  await sql`insert into voucher_course (voucher_id, course_id)
    select pg_temp.demo_id('voucher', n), course.ids[1 + n % cardinality(course.ids)]
    from ${numbers}, ${courses} where n % 20 > 0`.execute(tx);
}

export async function addPaths(tx: Db, { from, to }: Share): Promise<void> {
  const numbers = sql`generate_series(${from}::bigint, ${to}) n`;
  await sql`
    insert into learning_path (id, name, slug, price, category)
    select pg_temp.demo_id('path', n), 'Jalur ' || n, 'jalur-' || n, 1000 * (149 + pg_temp.chance(n, 1, 4000)),
      (${categories}::text[])[1 + n % ${sql.lit(categories.length)}] from ${numbers}`.execute(tx);
  await sql`insert into learning_path_course (path_id, course_id, position)
    select pg_temp.demo_id('path', n), course.ids[1 + (n * 5 + place) % cardinality(course.ids)], place
    from ${numbers}, generate_series(1, 5) place, ${courses}`.execute(tx);
}
