/** Items that people have set aside on their start page. */
import { sql } from 'kysely';
import { maxAside } from '#contract/home/endpoints.ts';
import { dayMs, hourMs, jakartaDay, plusDays, startOfDay } from '#contract/kernel/days.ts';
import type { Db } from '#platform/database/database.ts';
import { conflict } from '#platform/errors.ts';

/** 06.00 tomorrow in Jakarta. */
const asideUntil = (now: Date): string => new Date(startOfDay(plusDays(jakartaDay(now), 1)) + 6 * hourMs).toISOString();

const own = (db: Db, userId: string) => db.selectFrom('todayAside').where('userId', '=', userId);

/** Marks of what a user has set aside, by key. */
export async function findAsides(db: Db, userId: string, now: Date): Promise<ReadonlyMap<string, string>> {
  const rows = await own(db, userId).where('until', '>', now.toISOString()).select(['key', 'mark']).execute();
  return new Map(rows.map(({ key, mark }) => [key, mark]));
}

/** Sets an item aside, and forgets what came back more than a day ago. 409 if the user has set too many aside. */
export async function storeAside(db: Db, aside: { userId: string; key: string; mark: string }, now: Date) {
  const { userId } = aside;
  const gone = new Date(now.getTime() - dayMs).toISOString();
  await db.deleteFrom('todayAside').where('userId', '=', userId).where('until', '<', gone).execute();
  const { n } = await own(db, userId)
    .select(sql<number>`count(*)::int`.as('n'))
    .executeTakeFirstOrThrow();
  if (n >= maxAside) throw conflict(`You have set ${maxAside} things aside. Put some back first`);
  const until = asideUntil(now);
  await db
    .insertInto('todayAside')
    .values({ ...aside, until })
    .onConflict((on) => on.constraint('today_aside_pkey').doUpdateSet({ mark: aside.mark, until }))
    .execute();
  return { until };
}

/** Puts an item back; returns the number of changed rows. */
export async function removeAside(db: Db, userId: string, key: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('todayAside')
    .where('userId', '=', userId)
    .where('key', '=', key)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
