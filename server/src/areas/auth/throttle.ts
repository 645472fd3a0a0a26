/** Ten failed tries for an account or thirty from an address in 15 minutes (domain.md, Sign-in). */
import { sql } from 'kysely';
import type { Db } from '#platform/database/database.ts';
import { Refusal } from '#platform/http/refusal.ts';

const windowSeconds = 15 * 60;
const mostByAccount = 10;
const mostByAddress = 30;

/**
 * Notes a try as failed before it is made, so that many at once cannot slip through; `succeeded` takes it back.
 * 429 with Retry-After when there were too many; a refused try is not counted, or nobody would ever get in again.
 */
export async function noteTry(db: Db, email: string, address: string): Promise<{ succeeded: () => Promise<void> }> {
  const account = email.toLowerCase();
  const { id } = await db.insertInto('signInFailure').values({ email: account, address }).returning('id').executeTakeFirstOrThrow();
  const recent = sql`from sign_in_failure where at > now() - make_interval(secs => ${windowSeconds})`;
  const counted = await sql<{ byAccount: number; byAddress: number; wait: number }>`select
    (select count(*)::int ${recent} and email = ${account}) as by_account,
    (select count(*)::int ${recent} and address = ${address}) as by_address,
    (select ceil(extract(epoch from min(at) + make_interval(secs => ${windowSeconds}) - now()))::int ${recent} and (email = ${account} or address = ${address})) as wait
  `.execute(db);
  const { byAccount = 0, byAddress = 0, wait = windowSeconds } = counted.rows[0] ?? {};
  if (byAccount > mostByAccount || byAddress > mostByAddress) {
    await db.deleteFrom('signInFailure').where('id', '=', id).execute();
    throw new Refusal(429, 'Too many failed tries; please wait a few minutes and try again', { retryAfter: Math.max(1, wait) });
  }
  return { succeeded: async () => { await db.deleteFrom('signInFailure').where('email', '=', account).execute(); } };
}
