/**
 * Ten failed tries for a user, or thirty from an address whatever the brand, in 15 minutes (domain.md, Sign-in).
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Tenant, tenants } from '#contract/kernel.ts';
import { type Database, type Db, isDatabaseAway } from '#platform/database/database.ts';
import { HttpError } from '#platform/errors.ts';

const windowSeconds = 15 * 60;
const mostByUser = 10;
const mostByAddress = 30;
/** For what the other brands' databases say. */
const patienceMs = 500;

interface Tries {
  count: number;
  /** Whole seconds, at least 1, until the first of them no longer counts. */
  wait: number;
}

async function tries(db: Db, by: 'email' | 'address', value: string): Promise<Tries> {
  const {
    rows: [found],
  } = await sql<Tries>`select count(*)::int,
    greatest(1, ceil(extract(epoch from min(at) + make_interval(secs => ${windowSeconds}) - now())))::int as wait
    from sign_in_failure where at > now() - make_interval(secs => ${windowSeconds}) and ${sql.ref(by)} = ${value}`.execute(
    db,
  );
  return found!;
}

/** Another brand's trouble stays its own: what it cannot say soon does not count. */
function triesElsewhere(db: Db, address: string): Promise<Tries> {
  const none = { count: 0, wait: 0 };
  const found = tries(db, 'address', address).catch((error: unknown) => {
    if (isDatabaseAway(error)) return none;
    throw error;
  });
  return Promise.race([found, sleep(patienceMs, none, { ref: false })]);
}

/**
 * Notes a try as failed before it is made, so that many at once cannot slip through; `succeeded` takes it back.
 * 429 with Retry-After when there were too many; a refused try is not counted, or nobody would ever get in again.
 */
export async function noteTry(
  database: Database,
  tenant: Tenant,
  email: string,
  address: string,
): Promise<{ succeeded: () => Promise<void> }> {
  const db = database.tenant(tenant);
  const user = email.toLowerCase();
  const { id } = await db
    .insertInto('signInFailure')
    .values({ email: user, address })
    .returning('id')
    .executeTakeFirstOrThrow();
  const [ofUser, ...ofAddress] = await Promise.all([
    tries(db, 'email', user),
    // The caller names the brand: an address that could choose another would have its tries again.
    tries(db, 'address', address),
    ...tenants.filter((one) => one !== tenant).map((one) => triesElsewhere(database.tenant(one), address)),
  ]);
  const byAddress = ofAddress.reduce((sum, { count }) => sum + count, 0);
  const retryAfter = Math.max(
    ofUser.count > mostByUser ? ofUser.wait : 0,
    byAddress > mostByAddress ? Math.min(...ofAddress.filter(({ count }) => count > 0).map(({ wait }) => wait)) : 0,
  );
  if (retryAfter > 0) {
    await db.deleteFrom('signInFailure').where('id', '=', id).execute();
    throw new HttpError(429, 'Too many failed tries; please wait a few minutes and try again', { retryAfter });
  }
  return {
    succeeded: async () => {
      await db.deleteFrom('signInFailure').where('email', '=', user).execute();
    },
  };
}
