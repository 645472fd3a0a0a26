/** Members by their external id; that of an account merged into another leads to the account that stayed. */
import { sql } from 'kysely';
import type { Db } from '#platform/database/database.ts';
import { HttpError, badRequest } from '#platform/errors.ts';

/** Ids of members by external id; unknown ones are missing. */
export async function findMemberIds(db: Db, externalIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ externalId: string; id: string }>`with recursive person as (
      select external_id, id, role, merged_into from "user" where external_id = any(${externalIds})
      union select person.external_id, next.id, next.role, next.merged_into from person join "user" next on next.id = person.merged_into)
    select external_id, id from person where merged_into is null and role = 'member'`.execute(db);
  return new Map(rows.map(({ externalId, id }) => [externalId, id]));
}

const unknown = 'There is no member with this external id';

/** Id of the member that an address names; 404 for an unknown one. */
export async function memberOfAddress(db: Db, externalId: string): Promise<string> {
  const id = (await findMemberIds(db, [externalId])).get(externalId);
  if (id === undefined) throw new HttpError(404, unknown);
  return id;
}

/** Id of the member that a body names at `member`; 400 for an unknown one. */
export async function memberOfBody(db: Db, externalId: string): Promise<string> {
  const id = (await findMemberIds(db, [externalId])).get(externalId);
  if (id === undefined) throw badRequest(unknown, 'member');
  return id;
}

/** Locks a member, so that what they hand in at once is numbered one after the other. */
export const lockMember = (db: Db, userId: string) =>
  sql`select from "user" where id = ${userId} for no key update`.execute(db);
