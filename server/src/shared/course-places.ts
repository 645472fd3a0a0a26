/** Places of courses with a limit: those taken by members, those held for people, and the rules for assigning. */
import { type RawBuilder, sql } from 'kysely';
import { assignments } from '#contract/assignment/table.ts';
import type { Db } from '#platform/database/database.ts';
import { conflict } from '#platform/errors.ts';
import { byTerm } from './access/term.ts';
import type { LinkRules } from './assignment/link.ts';
import { progressOf } from './progress.ts';

/** Places of a course with a limit. */
export interface Places {
  id: string;
  capacity: number;
  members: number;
  /** Members whose access has ended: they keep their places. Counted if no place is left. */
  ended: number;
  /** Users who are not members and hold a place: by an offer, and by an order as far as the brand says. */
  offers: readonly string[];
  orders: readonly string[];
  /** Codes of companies that hold a place as the brand says. */
  codes: number;
}

/** Condition on the status of an order that it is not paid yet and still may be. */
export const isOpenStatus = (status: string) => sql<boolean>`${sql.ref(status)} in ('unpaid', 'pending')`;

/** SQL of the users, as `user_id`, with an open order of row `course`. */
const ordering = sql`select placed.user_id from order_item item join "order" placed on placed.id = item.order_id
  where item.product_id = course.id and item.product_type = 'courses' and ${isOpenStatus('placed.status')} and placed.company_id is null`;

/** Condition that the offer of row `waiting`, of row `course`, holds a place: its time is not over, or an order was made of it. */
export const holdsOffer: RawBuilder<boolean> = sql<boolean>`(waiting.left_at is null and waiting.skipped is null
  and waiting.offer_ends_at is not null and (waiting.offer_ends_at > now() or waiting.user_id in (${ordering})))`;

const isHeldBy = (what: 'orders' | 'codes') =>
  sql`exists (select from brand_setting where ${sql.lit(what)} = any(held_seats))`;

const isNoMember = sql`not exists (select from course_user joined where joined.course_id = course.id and joined.user_id = holder.user_id)`;

/** SQL of the codes of companies for row `course` that hold a place; without the code that is claimed now. */
const heldCodes = (claimed: string | null) => sql<number>`(select count(*)::int from voucher_course link
    join voucher on voucher.id = link.voucher_id and voucher.order_id is not null
    join "order" sold on sold.id = voucher.order_id
    join voucher_code code on code.voucher_id = voucher.id and code.closed_at is null and code.code is distinct from ${claimed}
  where link.course_id = course.id and (voucher.end_date is null or voucher.end_date > now())
    and case when sold.status = 'paid' then voucher.is_active and ${isHeldBy('codes')}
      else ${isOpenStatus('sold.status')} and ${isHeldBy('orders')} end
    and not exists (select from voucher_redemption used where used.code = code.code and used.released_at is null))`;

/** Places of those courses among these that have a limit; `claimed`: code of a company that takes a place now. */
export async function findPlaces(
  db: Db,
  courseIds: readonly string[],
  claimed: string | null = null,
): Promise<Places[]> {
  const { rows } = await sql<Places>`select id, capacity, total_members as members,
      case when total_members >= capacity then (select count(*)::int from course_user link where link.course_id = course.id and ${byTerm('link').ended})
        else 0 end as ended,
      array(select user_id::text from course_waiting waiting where waiting.course_id = course.id and ${holdsOffer}) as offers,
      array(select distinct user_id::text from (${ordering}) holder where ${isHeldBy('orders')} and ${isNoMember}) as orders,
      ${heldCodes(claimed)} as codes
    from course where id = any(${courseIds}::uuid[]) and capacity is not null`.execute(db);
  return rows;
}

const holdersOf = ({ offers, orders }: Places) => new Set([...offers, ...orders]);

/** Places that nobody has and nobody holds. */
export const freePlaces = (places: Places): number =>
  Math.max(0, places.capacity - places.members - holdersOf(places).size - places.codes);

/** Whether an offer or an order holds a place for a user who is not a member. */
export const holds = (places: Places, userId: string): boolean => holdersOf(places).has(userId);

/** Whether one of these places is a person's: one is free, or held for them. */
export const fits = (places: Places, userId: string | null): boolean =>
  freePlaces(places) > 0 || (userId !== null && places.members < places.capacity && holds(places, userId));

/** Places after a person has taken one. */
export const placesAfter = (places: Places, userId: string): Places => ({
  ...places,
  members: places.members + 1,
  offers: places.offers.filter((id) => id !== userId),
  orders: places.orders.filter((id) => id !== userId),
});

const heldInWords = (places: Places): string => {
  const held = holdersOf(places).size + places.codes;
  return held > 0 ? ` and ${held} held for others` : '';
};
const endedInWords = ({ ended }: Places): string =>
  ended > 0 ? `, ${ended} of them by ${ended === 1 ? 'a member' : 'members'} whose access has ended` : '';
export const takenInWords = (places: Places) =>
  `${places.members} of ${places.capacity} places are taken${endedInWords(places)}${heldInWords(places)}`;

/** Message of the error that a course is full. */
export const fullMessage = (places: Places) => `This course is full: ${takenInWords(places)}`;

/** Locks those courses among these that have a limit, in a fixed order, so that claims of the last place wait for each other. */
export const lockPlaces = (db: Db, courseIds: readonly string[]) =>
  sql`select from course where id = any(${courseIds}::uuid[]) and capacity is not null order by id for no key update`.execute(
    db,
  );

/** Users among these who are not in the course. */
async function findNewcomers(db: Db, courseId: string, userIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from unnest(${userIds}::uuid[]) as candidate (id)
    where not exists (select 1 from course_user where course_id = ${courseId} and user_id = candidate.id)`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Rules for assigning users to a course. The course is locked, so that concurrent assignments of the last place wait.
 */
export const courseUsers: LinkRules = {
  // Each user may fit alone, as the list shows, but not all together.
  check: async (db, courseId, userIds) => {
    if (userIds.length === 1) return;
    const [places] = await findPlaces(db, [courseId]);
    if (!places) return;
    const newcomers = await findNewcomers(db, courseId, userIds);
    const others = newcomers.filter((id) => !holdersOf(places).has(id));
    if (newcomers.length <= places.capacity - places.members && others.length <= freePlaces(places)) return;
    throw conflict(
      `This course has no room for ${newcomers.length} more: ${takenInWords(places)}`,
      assignments.courseUsers.together?.wireKey,
    );
  },
  conflicts: async (db, courseId, userIds) => {
    const [places] = await findPlaces(db, [courseId]);
    if (!places || freePlaces(places) > 0) return [];
    const newcomers = await findNewcomers(db, courseId, userIds);
    return newcomers.filter((id) => !fits(places, id)).map((itemId) => ({ itemId, message: fullMessage(places) }));
  },
  details: async (db, courseId, userIds) => {
    const figures = await progressOf(db, [courseId], userIds);
    return new Map(figures.map(({ courseId: _, userId, ...progress }) => [userId, { progress }]));
  },
};
