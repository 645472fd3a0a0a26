/** Rules of waiting lists: order, offers, and how a place that nobody took goes on to the next (docs/decisions/0133). */
import type { z } from 'zod';
import { counted } from '#contract/kernel/counted.ts';
import type { Reply, ValidatedInput } from '#contract/kernel/endpoint.ts';
import type { coursePlaces, listWaiting, offerPlace } from '#contract/course/waiting-list.ts';
import type { Db } from '#platform/database/database.ts';
import { badRequest, conflict } from '#platform/errors.ts';
import { enqueue } from '#platform/jobs/outbox.ts';
import { lockForUpdate } from '#platform/records.ts';
import { findPlaces, fits, freePlaces } from '#shared/course-places.ts';
import { openItem, setOpened } from '#shared/order-access.ts';
import { lockMember } from '#shared/order/status.ts';
import { personPatterns } from '#shared/person-search.ts';
import { sendOffer } from './mail.ts';
import * as queries from './queries.ts';

/** Places of a course in figures. */
async function placesOf(db: Db, courseId: string): Promise<z.output<typeof coursePlaces>> {
  const { capacity, totalMembers: taken } = await queries.findSize(db, courseId);
  const [places] = await findPlaces(db, [courseId]);
  if (!places) return { capacity, taken, held: { offers: 0, orders: 0, codes: 0 }, free: null };
  const { offers, codes } = places;
  const orders = places.orders.filter((id) => !offers.includes(id)).length;
  return { capacity, taken, held: { offers: offers.length, orders, codes }, free: freePlaces(places) };
}

/** Page of a waiting list; 404 if there is no such course. */
export async function waitingPage(
  db: Db,
  courseId: string,
  { search, ...page }: ValidatedInput<typeof listWaiting>['query'],
  readsOrders: boolean,
): Promise<Reply<typeof listWaiting>> {
  const places = await placesOf(db, courseId);
  const patterns = personPatterns(search);
  const rows = await queries.findEntries(db, courseId, patterns, page);
  // A page beyond the end has no row that carries the total.
  const [first] =
    rows.length > 0 || page.page === 1
      ? rows
      : await queries.findEntries(db, courseId, patterns, { page: 1, pageSize: 1 });
  const entries = readsOrders ? rows : rows.map((row) => ({ ...row, order: null, openOrder: null }));
  return { ...page, totalItems: first?.total ?? 0, entries, places };
}

/** Adds people; 400 at `path` for unknown users and users who are no members. */
export async function addPeople(db: Db, courseId: string, userIds: readonly string[], note: string, path: string) {
  await queries.lockCourse(db, courseId);
  const ids = [...new Set(userIds)];
  const people = await queries.findPeople(db, ids);
  if (people.length < ids.length) throw badRequest('One of these users does not exist', path);
  if (people.some(({ role }) => role !== 'member')) throw badRequest('Only members wait for a place', path);
  return { changed: await queries.insertEntries(db, courseId, ids, note) };
}

/** Refuses what nobody's entry allows: 400 if there is no such user, else 409 with the message. */
async function refuse(db: Db, userId: string, message: string): Promise<never> {
  const [person] = await queries.findPeople(db, [userId]);
  throw person ? conflict(message, 'userId') : badRequest('This user does not exist', 'userId');
}

/** Entry of a person, with the course locked; 409 if they do not wait. */
async function entryOf(db: Db, courseId: string, userId: string) {
  await queries.lockCourse(db, courseId);
  const entry = await queries.findEntry(db, courseId, userId);
  return entry ?? refuse(db, userId, 'They are not on the waiting list');
}

export async function removePerson(db: Db, courseId: string, userId: string) {
  await queries.removeEntry(db, (await entryOf(db, courseId, userId)).id);
  return { changed: 1 };
}

export async function restorePerson(db: Db, courseId: string, userId: string) {
  await queries.lockCourse(db, courseId);
  if (await queries.restoreEntry(db, courseId, userId)) return { changed: 1 };
  return refuse(db, userId, 'They are in the course or on its waiting list, or were never on it');
}

/** 409 unless a place is free for whom it is offered to: those who paid come before every offer. */
async function requireFree(db: Db, courseId: string): Promise<void> {
  const [places] = await findPlaces(db, [courseId]);
  if (!places) throw conflict('This course has no limit of places: assign them instead');
  if (freePlaces(places) > (await queries.countPaid(db, courseId))) return;
  throw conflict('No place is free: all are taken, held, or due to people who paid');
}

const refusals = {
  paid: 'They paid: they get the next free place without an offer',
  offered: 'A place is offered to them already',
} as const;

export async function offer(
  db: Db,
  courseId: string,
  { userId, ...terms }: z.output<NonNullable<typeof offerPlace.body>>,
) {
  const { id, state, isActive, before } = await entryOf(db, courseId, userId);
  if (state === 'paid' || state === 'offered') throw conflict(refusals[state], 'userId');
  if (!isActive) throw conflict('Their account is inactive', 'userId');
  await requireFree(db, courseId);
  if (before > 0 && terms.reason === '')
    throw badRequest(
      `${counted(before, 'person waits', 'people wait')} before them: write why they come first`,
      'reason',
    );
  const endsAt = await queries.writeOffer(db, id, before > 0 ? terms : { ...terms, reason: '' });
  if (terms.by === 'mail') await enqueue(db, sendOffer, { waitingId: id });
  return { endsAt };
}

export async function withdraw(db: Db, courseId: string, userId: string) {
  const { id, state } = await entryOf(db, courseId, userId);
  if (state !== 'offered') throw conflict('No place is offered to them', 'userId');
  await queries.clearOffer(db, id);
  return { changed: 1 };
}

/** Gives a person who paid a place, if one is free; in a transaction. */
export async function givePaid(
  db: Db,
  courseId: string,
  { id, userId, orderId }: Awaited<ReturnType<typeof queries.findPaid>>[number],
) {
  await lockMember(db, orderId);
  await lockForUpdate(db, 'order', orderId, null);
  await queries.lockCourse(db, courseId);
  const [places] = await findPlaces(db, [courseId]);
  if ((places && !fits(places, userId)) || !(await queries.isPaidEntry(db, id))) return;
  const item = { productType: 'courses', productId: courseId } as const;
  if (await openItem(db, { orderId, userId }, item)) await setOpened(db, orderId, item, true);
  else await queries.removeEntry(db, id);
}

/** Offers the places of offers that are over to the next people, as far as they are free; in a transaction. */
export async function passOn(db: Db, courseId: string): Promise<void> {
  await queries.lockCourse(db, courseId);
  for (const hours of await queries.endOffers(db, courseId)) {
    let next = await queries.findNext(db, courseId);
    while (next && !next.isActive) {
      await queries.skipInactive(db, next.id);
      next = await queries.findNext(db, courseId);
    }
    const [places] = await findPlaces(db, [courseId]);
    if (!next || !places || freePlaces(places) <= (await queries.countPaid(db, courseId))) continue;
    await queries.writeOffer(db, next.id, { hours, by: 'mail', reason: '' });
    await enqueue(db, sendOffer, { waitingId: next.id });
  }
}
