/** When broadcasts go on, and when they end. */
import { type RawBuilder, sql } from 'kysely';
import { quietEnd } from '#contract/broadcast/quiet.ts';
import type { Db } from '#platform/database/database.ts';

/** Time after which another run begins, if one is lost. */
export const tenMinutes = sql`now() + interval '10 minutes'`;
/** Moment as SQL. */
export const momentOf = (at: Date) => sql`${at.toISOString()}::timestamptz`;

/** End of the quiet hours at `at`, if it is quiet. */
export async function quietUntil(db: Db, at: Date): Promise<Date | null> {
  const hours = await db.selectFrom('brandSetting').select(['quietFrom', 'quietUntil']).executeTakeFirstOrThrow();
  return quietEnd(at, hours);
}

/** Sets when the job goes on with a broadcast, unless a run ends before. */
export const goOnAt = (db: Db, broadcastId: string, at: RawBuilder<unknown>) =>
  sql`insert into broadcast_due (broadcast_id, at) values (${broadcastId}, ${at})
    on conflict (tenant, broadcast_id) do update set at = excluded.at, error = ''`.execute(db);

/** Records why a try failed that is repeated. */
export const recordProblem = (db: Db, broadcastId: string, error: string) =>
  sql`update broadcast_due set error = ${error.slice(0, 500)} where broadcast_id = ${broadcastId}`.execute(db);

/** Ends a broadcast of which nobody waits. */
export const finish = (db: Db, broadcastId: string) =>
  sql`update broadcast set state = 'done' where id = ${broadcastId} and state = 'sending'
    and not exists (select from broadcast_delivery where broadcast_id = ${broadcastId} and state = 'queued')`.execute(
    db,
  );
