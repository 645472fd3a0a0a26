/**
 * Bulk records for load tests, created by the database; deterministic: the n-th record of a kind is equal in every run.
 */
import { sql } from 'kysely';
import type { Tenant } from '#contract/kernel/endpoint.ts';
import { asOwner, setTenant } from '#platform/database/as-owner.ts';
import type { Db } from '#platform/database/database.ts';
import { analyze, keepSales, vacuumAnalyze, withoutAudit } from '../bulk.ts';
import { demoIdFunction } from '../demo-id.ts';
import { addCourses } from './courses.ts';
import { addOrders, addPayments } from './orders.ts';
import { addPaths, addVouchers } from './selling.ts';
import type { Share } from './share.ts';
import { addTracking } from './tracking.ts';
import { addUsers } from './users.ts';

/** Total number of records by kind. */
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
  /** SQL condition on the rows that count. */
  where?: string;
  add: (tx: Db, share: Share) => Promise<void>;
}

/** In the order of their dependencies. */
const kinds: Record<keyof Sizes, Kind> = {
  courses: { table: 'course', add: addCourses },
  users: { table: '"user"', add: addUsers },
  orders: {
    table: '"order"',
    add: async (tx, share) => {
      await addOrders(tx, share);
      await addPayments(tx, share);
    },
  },
  tracking: { table: 'tracking_document', where: `and collection = 'order_staging'`, add: addTracking },
  vouchers: { table: 'voucher', add: addVouchers },
  paths: { table: 'learning_path', add: addPaths },
};

/** `pg_temp.chance(n, salt, size)`: integer from 0 to below size, equal for equal n and salt. */
const chanceFunction = `
  create or replace function pg_temp.chance(n bigint, salt int, size int) returns int language sql immutable as $$
    select abs(hashint8extended(n, salt) % size)::int
  $$`;

/**
 * Fills a tenant up to these sizes in one transaction; existing records stay. Returns the number of added records by
 * kind.
 */
export async function loadTenant(
  ownerUrl: string,
  tenant: Tenant,
  sizes: Sizes,
  now: Date = new Date(),
): Promise<Sizes> {
  return asOwner(ownerUrl, async (db) => {
    const added: Sizes = { courses: 0, users: 0, orders: 0, tracking: 0 };
    await inLoad(db, tenant, async (tx) => {
      for (const kind of Object.keys(kinds) as (keyof Sizes)[])
        added[kind] = await fillUp(tx, kind, { size: sizes[kind] ?? 0, now });
      await analyze(tx);
      await keepSales(tx);
    });
    await vacuumAnalyze(db);
    return added;
  });
}

/** Runs `work` in one transaction of a tenant, without audit rows, with the functions that the kinds call. */
export async function inLoad(db: Db, tenant: Tenant, work: (tx: Db) => Promise<void>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await setTenant(tx, tenant);
    for (const text of [demoIdFunction, chanceFunction]) await sql.raw(text).execute(tx);
    await withoutAudit(tx, () => work(tx));
  });
}

/** Adds records of a kind until there are `size`, of finally `total`; returns the number of added ones. */
export async function fillUp(
  tx: Db,
  kind: keyof Sizes,
  { size, total = size, now }: { size: number; total?: number; now: Date },
): Promise<number> {
  const { table, where = '', add } = kinds[kind];
  // Names the tenant, because a superuser as owner also sees the rows of other tenants.
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n from ${sql.raw(table)} where tenant = current_tenant() ${sql.raw(where)}`.execute(tx);
  const from = rows[0]?.n ?? 0;
  if (from >= size) return 0;
  await add(tx, { from, to: size - 1, total, now: now.toISOString() });
  // Later kinds join this table; without statistics their plans are guesses.
  await sql`analyze ${sql.raw(table)}`.execute(tx);
  return size - from;
}
