/**
 * Many records for load work, made by the database itself; deterministic: the n-th of a kind is the same in every run.
 */
import { sql } from 'kysely';
import type { Tenant } from '#contract/kernel.ts';
import { asOwner, setTenant } from '#platform/database/as-owner.ts';
import type { Db } from '#platform/database/database.ts';
import { keepSales, tidy, withoutAudit } from '../bulk.ts';
import { demoIdFunction } from '../demo-id.ts';
import { addCourses } from './courses.ts';
import { addOrders } from './orders.ts';
import { addPaths, addVouchers } from './selling.ts';
import type { Share } from './share.ts';
import { addTracking } from './tracking.ts';
import { addUsers } from './users.ts';

/** How many of each there are to be in all. */
export interface Sizes {
  courses: number;
  users: number;
  orders: number;
  tracking: number;
  vouchers?: number;
  paths?: number;
}

interface Kind {
  table: string;
  /** Which of the table's rows count. */
  where?: string;
  add: (tx: Db, share: Share) => Promise<void>;
}

/** In the order in which one builds on another. */
const kinds: Record<keyof Sizes, Kind> = {
  courses: { table: 'course', add: addCourses },
  users: { table: '"user"', add: addUsers },
  orders: { table: '"order"', add: addOrders },
  tracking: { table: 'tracking_document', where: `and collection = 'order_staging'`, add: addTracking },
  vouchers: { table: 'voucher', add: addVouchers },
  paths: { table: 'learning_path', add: addPaths },
};

/** `pg_temp.chance(n, salt, size)`: a whole number from 0 to below size, the same for the same n and salt. */
const chanceFunction = `
  create or replace function pg_temp.chance(n bigint, salt int, size int) returns int language sql immutable as $$
    select abs(hashint8extended(n, salt) % size)::int
  $$`;

/**
 * Brings a tenant of a filled database up to those sizes, in one transaction; what is there stays. Answers how many
 * were added.
 */
export async function loadTenant(
  ownerUrl: string,
  tenant: Tenant,
  wanted: Sizes,
  now: Date = new Date(),
): Promise<Sizes> {
  return asOwner(ownerUrl, async (db) => {
    const added: Sizes = { courses: 0, users: 0, orders: 0, tracking: 0 };
    await db.transaction().execute(async (tx) => {
      await setTenant(tx, tenant);
      for (const text of [demoIdFunction, chanceFunction]) await sql.raw(text).execute(tx);
      await withoutAudit(tx, async () => {
        for (const [name, kind] of Object.entries(kinds) as [keyof Sizes, Kind][])
          added[name] = await fillUp(tx, kind, wanted[name] ?? 0, now);
        await keepSales(tx);
      });
    });
    await tidy(db);
    return added;
  });
}

/** Answers how many were missing. */
async function fillUp(tx: Db, { table, where = '', add }: Kind, wanted: number, now: Date): Promise<number> {
  // Said for the tenant, because an owner who is a superuser sees the others' rows too.
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n from ${sql.raw(table)} where tenant = current_tenant() ${sql.raw(where)}`.execute(tx);
  const from = rows[0]?.n ?? 0;
  if (from >= wanted) return 0;
  await add(tx, { from, to: wanted - 1, now: now.toISOString() });
  // What comes next joins it; without its statistics the plans are guesses.
  await sql`analyze ${sql.raw(table)}`.execute(tx);
  return wanted - from;
}
