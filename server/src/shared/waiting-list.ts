/** Entries of waiting lists that orders make: paid courses without a place (docs/decisions/0133). */
import { sql } from 'kysely';
import type { Db } from '#platform/database/database.ts';

interface PaidPlace {
  orderId: string;
  userId: string;
  courseId: string;
}

/**
 * Puts the member of a paid order first on the waiting list of its full course, and into *Paid and access*. An entry that
 * the member has already becomes a paid one.
 */
export async function waitAsPaid(db: Db, { orderId, userId, courseId }: PaidPlace): Promise<void> {
  await sql`insert into course_waiting (course_id, user_id, order_id) values (${courseId}, ${userId}, ${orderId})
    on conflict (tenant, course_id, user_id) where left_at is null do update set order_id = excluded.order_id, skipped = null,
      offered_at = null, offer_ends_at = null, offer_hours = null, offered_by = null`.execute(db);
  await sql`insert into access_gap (kind, user_id, product_type, product_id, product_name, amount, since, order_id, search)
    select 'paid-no-access', user_id, 'courses', product_id, product_name, greatest(item.price - item.discount_amount, 0), now(), order_id,
      access_gap_search(item.tenant, user_id, product_name, order_id)
    from order_item item join "order" on "order".id = item.order_id
    where order_id = ${orderId} and product_id = ${courseId}
    on conflict (tenant, user_id, product_id, kind) do nothing`.execute(db);
}
