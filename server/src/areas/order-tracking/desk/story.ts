/** Story of a tracked order: the member, their order of the course, its price today, and the events of the desk. */
import { sql } from 'kysely';
import type { StoryOrder, readStory } from '#contract/order-tracking/desk.ts';
import type { Reply, ValidatedInput } from '#contract/kernel/endpoint.ts';
import type { Db } from '#platform/database/database.ts';
import { findDeskEvents } from '#shared/desk-events.ts';
import { courseOf, findCoursePrices } from './documents.ts';
import { findMembers } from './members.ts';

/** Limit of the events that are shown. */
const maxEvents = 100;

/** Order of a member with the course, placed nearest to a moment; without one, the newest. */
async function findOrderOf(
  db: Db,
  userId: string,
  courseId: string,
  placedAt = 'infinity',
): Promise<StoryOrder | null> {
  const { rows } =
    await sql<StoryOrder>`select "order".id as order_id, invoice_number, status, created_at, paid_at, subtotal,
      "order".discount_amount, voucher_code, voucher_amount, unique_code, total_amount
    from "order" join order_item item on item.order_id = "order".id and item.product_id = ${courseId}
    where user_id = ${userId}
    order by abs(extract(epoch from created_at) - extract(epoch from ${placedAt}::timestamptz)), "order".id desc limit 1`.execute(
      db,
    );
  return rows[0] ?? null;
}

type Contents = ValidatedInput<typeof readStory>['query'] & { id: string };

export async function findStory(db: Db, { id, email, courseId, placedAt }: Contents): Promise<Reply<typeof readStory>> {
  const course = courseOf({ courseId });
  const address = email.trim().toLowerCase();
  const [members, prices, events] = await Promise.all([
    findMembers(db, [address]),
    findCoursePrices(db, course === null ? [] : [course]),
    findDeskEvents(db, [id], maxEvents),
  ]);
  const member = members.get(address);
  return {
    member: member ?? null,
    order: member && course !== null ? await findOrderOf(db, member.userId, course, placedAt) : null,
    priceToday: course === null ? null : (prices.get(course)?.value ?? null),
    events,
  };
}
