/** SQL of the presence at the desk: one row per user, with the order that they are working on. */
import { sql } from 'kysely';
import type { Db } from '#platform/database/database.ts';

/** Stores the order that a user is working on, in place of the previous one. */
export const storePresence = (db: Db, userId: string, documentId: string) =>
  db
    .insertInto('deskPresence')
    .values({ userId, documentId })
    .onConflict((on) => on.constraint('desk_presence_pkey').doUpdateSet({ documentId, seenAt: sql`now()` }))
    .execute();

/** Users other than `userId` who reported one of the orders within the last 15 seconds, by name. */
export const findPresent = (db: Db, userId: string, documentIds: string[]) =>
  db
    .selectFrom('deskPresence')
    .innerJoin('user', 'user.id', 'deskPresence.userId')
    .where('documentId', 'in', documentIds)
    .where('userId', '<>', userId)
    .where(sql<boolean>`seen_at > now() - interval '15 seconds'`)
    .select(['documentId', 'userId', 'user.name'])
    .orderBy('user.nameKey')
    .orderBy('userId')
    .execute();
