/** Ten failed tries for an account or thirty from an address in 15 minutes (domain.md, Sign-in). */
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/database/database.ts';
import { Refusal } from '#platform/http/refusal.ts';

const windowSeconds = 15 * 60;
const mostByAccount = 10;
const mostByAddress = 30;

/** Whole seconds, at least 1, until a failure of that time no longer counts. */
const untilForgotten = (at: RawBuilder<unknown>) =>
  sql`greatest(1, ceil(extract(epoch from ${at} + make_interval(secs => ${windowSeconds}) - now())))::int`;

/**
 * Notes a try as failed before it is made, so that many at once cannot slip through; `succeeded` takes it back.
 * 429 with Retry-After when there were too many; a refused try is not counted, or nobody would ever get in again.
 */
export async function noteTry(db: Db, email: string, address: string): Promise<{ succeeded: () => Promise<void> }> {
  const account = email.toLowerCase();
  const { id } = await db.insertInto('signInFailure').values({ email: account, address }).returning('id').executeTakeFirstOrThrow();
  const ofAccount = sql`filter (where email = ${account})`;
  const ofAddress = sql`filter (where address = ${address})`;
  const counted = await sql<{ byAccount: number; byAddress: number; accountWait: number; addressWait: number }>`select
    count(*) ${ofAccount}::int as by_account, ${untilForgotten(sql`min(at) ${ofAccount}`)} as account_wait,
    count(*) ${ofAddress}::int as by_address, ${untilForgotten(sql`min(at) ${ofAddress}`)} as address_wait
    from sign_in_failure where at > now() - make_interval(secs => ${windowSeconds}) and (email = ${account} or address = ${address})
  `.execute(db);
  const { byAccount, byAddress, accountWait, addressWait } = counted.rows[0]!;
  const retryAfter = Math.max(byAccount > mostByAccount ? accountWait : 0, byAddress > mostByAddress ? addressWait : 0);
  if (retryAfter > 0) {
    await db.deleteFrom('signInFailure').where('id', '=', id).execute();
    throw new Refusal(429, 'Too many failed tries; please wait a few minutes and try again', { retryAfter });
  }
  return { succeeded: async () => { await db.deleteFrom('signInFailure').where('email', '=', account).execute(); } };
}
