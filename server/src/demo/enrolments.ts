/** Who takes which course: what was paid for, and some that an admin assigned. Some people take none. */
import { dice } from './dice.ts';
import { before, hour } from './moments.ts';
import type { Orders } from './orders.ts';
import type { DemoRows, Row, World } from './records.ts';

const assignedByHand = 60;

export function makeEnrolments(
  { tenant, now }: World,
  users: DemoRows['user'],
  courses: DemoRows['course'],
  { order, orderItem }: Orders,
): Row<'courseUser'>[] {
  const chance = dice(`${tenant} enrolments`);
  const paid = new Map(order.filter(({ status }) => status === 'paid').map((row) => [row.id, row]));
  const bought = orderItem.flatMap(({ orderId, productType, productId }) => {
    const from = paid.get(orderId);
    return from && productType === 'courses'
      ? [{ courseId: productId, userId: from.userId, assignedAt: from.paidAt ?? undefined }]
      : [];
  });
  const members = users.filter(({ role }) => role === 'member').slice(0, -20);
  const published = courses.filter(({ isPublished }) => isPublished);
  const given = Array.from({ length: assignedByHand }, () => ({
    courseId: chance.pick(published).id,
    userId: chance.pick(members).id,
    assignedAt: before(now, chance.int(hour, 400 * hour)).toISOString(),
  }));
  const once = new Map([...bought, ...given].map((row) => [`${row.courseId} ${row.userId}`, row]));
  return [...once.values()].map(({ assignedAt, ...row }) => (assignedAt ? { ...row, assignedAt } : row));
}
