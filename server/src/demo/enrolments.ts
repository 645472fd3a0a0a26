/**
 * Assignments of courses and paths to users: those that were paid, and some by an admin. Some users have none, a few paid
 * orders gave no access, and some refunded ones still give it.
 */
import { jakartaDay, plusMonths } from '#contract/kernel/days.ts';
import { dice } from './dice.ts';
import { before, hour } from './moments.ts';
import type { Orders } from './orders.ts';
import type { DemoRows, TrackingDocument, World } from './records.ts';

const assignedByHand = 60;
/** Intervals of paid orders and paid documents that gave no access. */
const forgottenOrder = 43;
const forgottenDocument = 29;
/** Interval of refunded orders whose access was kept. */
const keptRefund = 3;

interface Enrolment {
  id: string;
  userId: string;
  assignedAt?: string | undefined;
}

/** Removes assignments that exceed a course's capacity. */
function withRoom(taken: readonly Enrolment[], courses: DemoRows['course'], others: readonly Enrolment[]): Enrolment[] {
  const left = new Map(courses.map(({ id, capacity }) => [id, capacity ?? Infinity]));
  for (const { id } of others) left.set(id, (left.get(id) ?? 0) - 1);
  return taken.filter(({ id }) => {
    const places = left.get(id) ?? 0;
    left.set(id, places - 1);
    return places > 0;
  });
}

/** Removes duplicates; the later one wins. */
function withoutDuplicates(taken: readonly Enrolment[]) {
  const all = new Map(taken.map((row) => [`${row.id} ${row.userId}`, row]));
  return [...all.values()].map(({ assignedAt, ...row }) => (assignedAt ? { ...row, assignedAt } : row));
}

const lastDay = (months: number | null | undefined, since: string) =>
  months ? plusMonths(jakartaDay(new Date(since)), months) : null;

const textOf = (value: object | null | undefined) => (value as { stringValue?: string } | null)?.stringValue;

/** Courses of paid tracking documents. */
function trackedTo(members: DemoRows['user'], documents: readonly TrackingDocument[]): Enrolment[] {
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
  paths: DemoRows['learningPath'],
  { order, orderItem }: Orders,
  documents: readonly TrackingDocument[],
): Pick<DemoRows, 'courseUser' | 'learningPathUser'> {
  const chance = dice(`${tenant} enrolments`);
  const isForgotten = (n: number) => n % forgottenOrder === forgottenOrder - 1;
  const refunded = order.filter(({ status }) => status === 'refunded').filter((_, n) => n % keptRefund === 0);
  const opening = order.filter(({ status }, n) => status === 'paid' && !isForgotten(n));
  const paid = new Map([...opening, ...refunded].map((row) => [row.id, row]));
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
  const others = [...boughtOf('courses'), ...assigned];
  const monthsOf = new Map([...courses, ...paths].map(({ id, accessMonths }) => [id, accessMonths]));
  const withEnd = ({ id, ...row }: Enrolment) => ({
    ...row,
    accessEndsOn: lastDay(monthsOf.get(id), row.assignedAt ?? now.toISOString()),
  });
  const tracked = withRoom(trackedTo(members, documents), courses, others);
  return {
    courseUser: withoutDuplicates([...tracked, ...others]).map((row) => ({ courseId: row.id, ...withEnd(row) })),
    learningPathUser: withoutDuplicates(boughtOf('learning paths')).map((row) => ({ pathId: row.id, ...withEnd(row) })),
  };
}

type Enrolments = ReturnType<typeof makeEnrolments>;

/** Items that paid or refunded orders opened: their members have them since the payment. */
export function withOpened({ order, orderItem }: Orders, { courseUser, learningPathUser }: Enrolments) {
  const key = (productId: string, userId: string, at: unknown) => `${productId} ${userId} ${String(at)}`;
  const held = new Set([
    ...courseUser.map(({ courseId, userId, assignedAt }) => key(courseId, userId, assignedAt)),
    ...learningPathUser.map(({ pathId, userId, assignedAt }) => key(pathId, userId, assignedAt)),
  ]);
  const orders = new Map(order.map((row) => [row.id, row]));
  return orderItem.map((item) => {
    const { userId = '', paidAt } = orders.get(item.orderId) ?? {};
    return { ...item, isOpened: Boolean(paidAt) && held.has(key(item.productId, userId, paidAt)) };
  });
}
