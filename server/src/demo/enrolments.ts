/** Who takes which course and path: what was paid for, and some that an admin assigned. Some people take none, and a few paid in vain. */
import { dice } from './dice.ts';
import { before, hour } from './moments.ts';
import type { Orders } from './orders.ts';
import type { DemoRows, TrackingDocument, World } from './records.ts';

const assignedByHand = 60;
/** Every so many paid orders and documents nobody gave access. */
const forgottenOrder = 43;
const forgottenDocument = 29;

interface Taken {
  id: string;
  userId: string;
  assignedAt?: string | undefined;
}

/** The same twice is the later one. */
function once(taken: readonly Taken[]) {
  const all = new Map(taken.map((row) => [`${row.id} ${row.userId}`, row]));
  return [...all.values()].map(({ assignedAt, ...row }) => (assignedAt ? { ...row, assignedAt } : row));
}

const textOf = (value: object | null | undefined) => (value as { stringValue?: string } | null)?.stringValue;

/** Courses that were paid for by way of customer service. */
function trackedTo(members: DemoRows['user'], documents: readonly TrackingDocument[]): Taken[] {
  const idOf = new Map(members.map(({ id, email }) => [email, id]));
  const paid = documents.filter(({ status }) => textOf(status) === 'paid');
  return paid.flatMap(({ fields, createTime }, n) => {
    const userId = idOf.get(textOf(fields['user_email']) ?? '');
    const id = textOf(fields['course_id']);
    return userId && id && n % forgottenDocument !== 0 ? [{ id, userId, assignedAt: createTime }] : [];
  });
}

export function makeEnrolments(
  { tenant, now }: World,
  users: DemoRows['user'],
  courses: DemoRows['course'],
  { order, orderItem }: Orders,
  documents: readonly TrackingDocument[],
): Pick<DemoRows, 'courseUser' | 'learningPathUser'> {
  const chance = dice(`${tenant} enrolments`);
  const isForgotten = (n: number) => n % forgottenOrder === forgottenOrder - 1;
  const paid = new Map(
    order.filter(({ status }, n) => status === 'paid' && !isForgotten(n)).map((row) => [row.id, row]),
  );
  const boughtOf = (type: (typeof orderItem)[number]['productType']) =>
    orderItem.flatMap(({ orderId, productType, productId }) => {
      const from = paid.get(orderId);
      return from && productType === type
        ? [{ id: productId, userId: from.userId, assignedAt: from.paidAt ?? undefined }]
        : [];
    });
  const members = users.filter(({ role }) => role === 'member').slice(0, -20);
  const published = courses.filter(({ isPublished }) => isPublished);
  const given = Array.from({ length: assignedByHand }, () => ({
    id: chance.pick(published).id,
    userId: chance.pick(members).id,
    assignedAt: before(now, chance.int(hour, 400 * hour)).toISOString(),
  }));
  return {
    courseUser: once([...trackedTo(members, documents), ...boughtOf('courses'), ...given]).map(({ id, ...row }) => ({ courseId: id, ...row })),
    learningPathUser: once(boughtOf('learning paths')).map(({ id, ...row }) => ({ pathId: id, ...row })),
  };
}
