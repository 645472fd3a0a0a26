/** Lock on a member, so that what they hand in at once is numbered one after the other. */
import { sql } from 'kysely';
import type { Db } from '#platform/database/database.ts';

export const lockMember = (db: Db, userId: string): Promise<unknown> =>
  sql`select from "user" where id = ${userId} for no key update`.execute(db);
