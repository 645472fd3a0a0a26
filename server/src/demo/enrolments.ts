/** Assignments of courses and paths to users: those that were paid, and some by an admin. Some users have none. */
import { dice } from './dice.ts';
import { before, hour } from './moments.ts';
import type { Orders } from './orders.ts';
import type { DemoRows, World } from './records.ts';

const assignedByHand = 60;

interface Enrolment {
  id: string;
  userId: string;
  assignedAt?: string | undefined;
}

/** Removes duplicates; the later one wins. */
function withoutDuplicates(taken: readonly Enrolment[]) {
  const all = new Map(taken.map((row) => [`${row.id} ${row.userId}`, row]));
  return [...all.values()].map(({ assignedAt, ...row }) => (assignedAt ? { ...row, assignedAt } : row));
}

export function makeEnrolments(
  { tenant, now }: World,
  users: DemoRows['user'],
  courses: DemoRows['course'],
  { order, orderItem }: Orders,
): Pick<DemoRows, 'courseUser' | 'learningPathUser'> {
  const chance = dice(`${tenant} enrolments`);
  const paid = new Map(order.filter(({ status }) => status === 'paid').map((row) => [row.id, row]));
  const boughtOf = (type: (typeof orderItem)[number]['productType']) =>
    orderItem.flatMap(({ orderId, productType, productId }) => {
      const from = paid.get(orderId);
      return from && productType === type
        ? [{ id: productId, userId: from.userId, assignedAt: from.paidAt ?? undefined }]
        : [];
    });
  const members = users.filter(({ role }) => role === 'member').slice(0, -20);
  const published = courses.filter(({ isPublished }) => isPublished);
  const assigned = Array.from({ length: assignedByHand }, () => ({
    id: chance.pick(published).id,
    userId: chance.pick(members).id,
    assignedAt: before(now, chance.int(hour, 400 * hour)).toISOString(),
  }));
  return {
    courseUser: withoutDuplicates([...boughtOf('courses'), ...assigned]).map(({ id, ...row }) => ({
      courseId: id,
      ...row,
    })),
    learningPathUser: withoutDuplicates(boughtOf('learning paths')).map(({ id, ...row }) => ({ pathId: id, ...row })),
  };
}
