/** Plan of a transfer: what it would do for each person; changes nothing. */
import { createHash } from 'node:crypto';
import type { Reply } from '#contract/kernel/endpoint.ts';
import { paidOf } from '#contract/payment/refund-rules.ts';
import type { MovingPerson, PlaceTransfer, TransferCourse, previewTransfer } from '#contract/user/transfer.ts';
import type { Db } from '#platform/database/database.ts';
import { badRequest, notFound } from '#platform/errors.ts';
import { findPlaces as findLimits, freePlaces, fullMessage, holds, takenInWords } from '#shared/course-places.ts';
import { priceBasket } from '#shared/order/quoting.ts';
import { type Place, findCourse, findPlaces } from './queries.ts';
import { findLearning } from './results.ts';

/** Course with its price by the engine. */
async function courseWithPrice(db: Db, id: string, missing: Error): Promise<TransferCourse> {
  const course = await findCourse(db, id);
  if (!course) throw missing;
  const items = [{ productType: 'courses' as const, productId: id }];
  const { items: priced } = await priceBasket(db, { userId: null, items, voucherCode: null, at: null });
  return { ...course, price: priced[0]!.finalPrice };
}

/** Reason why a place cannot move. */
function problemOf({ isMember, isDeferred, isThere, order, hasPath, hasSubscription }: Place, toId: string | null) {
  if (isThere) return 'Is in the other course already';
  if (isMember) return null;
  if (isDeferred && order?.isPaid === false) return 'Has an order that is no longer paid';
  if (isDeferred) return toId === null ? 'Waits already' : null;
  if (hasPath) return 'Has the course by a learning path only';
  return hasSubscription ? 'Has the course by a subscription only' : 'Is not a member of the course';
}

/** Rupiah paid for the place by its order, less refunds. */
function paidFor({ order, boughtCourseId }: Place, fromId: string): number | null {
  if (!order || order.isSeat) return null;
  const index = order.items.findIndex(({ productId }) => productId === (boughtCourseId ?? fromId));
  const paid = paidOf(order.total, order.items)[index];
  return paid === undefined ? null : Math.max(paid - order.items[index]!.refunded, 0);
}

/** Rupiah that a place counts for: the price that settled its last transfer, or what was paid. */
const valueOf = (place: Place, fromId: string): number | null =>
  place.transferId === null ? paidFor(place, fromId) : place.value;

function totalsOf(people: readonly MovingPerson[], isWaived: boolean) {
  const moving = people.flatMap(({ problem, difference }) => (problem === null && !isWaived ? (difference ?? 0) : 0));
  const sum = (amounts: number[]) => amounts.reduce((all, one) => all + one, 0);
  return { toPay: sum(moving.filter((one) => one > 0)), toRefund: -sum(moving.filter((one) => one < 0)) };
}

/** Reason why the course does not take these users. */
async function capacityProblem(db: Db, toId: string | null, people: readonly MovingPerson[]): Promise<string | null> {
  const [limit] = toId === null ? [] : await findLimits(db, [toId]);
  if (!limit) return null;
  const userIds = people.flatMap(({ userId, problem }) => (problem === null ? [userId] : []));
  const free = freePlaces(limit);
  const more = userIds.filter((id) => !holds(limit, id)).length;
  if (more <= free && userIds.length <= limit.capacity - limit.members) return null;
  return free === 0 ? fullMessage(limit) : `This course has no room for ${more} more: ${takenInWords(limit)}`;
}

/** Those who cannot move are not in it: they are left out of the transfer. */
function fingerprintOf(shown: Omit<Reply<typeof previewTransfer>, 'seen'>): string {
  const people = shown.people.filter(({ problem }) => problem === null);
  return createHash('sha256')
    .update(JSON.stringify({ ...shown, people }))
    .digest('base64url');
}

/** Plans a transfer. 400 for unknown courses and users, and for a transfer to the same course of its members. */
export async function planTransfer(db: Db, fromId: string, body: PlaceTransfer) {
  const userIds = [...new Set(body.userIds)];
  const toId = body.toCourseId;
  const from = await courseWithPrice(db, fromId, notFound('course'));
  const unknown = badRequest('This course does not exist', 'toCourseId');
  const to = toId === null ? null : await courseWithPrice(db, toId, unknown);
  const places = await findPlaces(db, fromId, toId, userIds);
  if (places.length < userIds.length) throw badRequest('One of these does not exist', 'userIds');
  if (toId === fromId && places.some(({ isMember }) => isMember))
    throw badRequest('Choose another course: they are in this one', 'toCourseId');
  const learning = await findLearning(db, fromId, toId, userIds);
  const people = places.map((place): MovingPerson => {
    const { userId, name, email, phoneNumber, order, isMember, isDeferred } = place;
    const value = valueOf(place, fromId);
    return {
      ...learning.get(userId)!,
      userId,
      name,
      email,
      phoneNumber,
      problem: problemOf(place, toId),
      isWaiting: !isMember && isDeferred === true,
      paidBy: order?.isSeat ? 'company' : order ? 'order' : 'none',
      order: order && { id: order.id, invoiceNumber: order.invoiceNumber },
      value,
      difference: to && value !== null ? to.price - value : null,
    };
  });
  const shown = {
    from,
    to,
    problem: await capacityProblem(db, toId, people),
    people,
    ...totalsOf(people, body.waiveReason !== null),
  };
  const preview: Reply<typeof previewTransfer> = { seen: fingerprintOf(shown), ...shown };
  return { ...preview, places };
}
export type Plan = Awaited<ReturnType<typeof planTransfer>>;
