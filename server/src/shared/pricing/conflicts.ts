/** Conflicts of discounts: a product has at most one active discount at a time (domain.md, Discount). */
import { sql } from 'kysely';
import { periodInWords } from '#contract/pricing/price.ts';
import type { Db } from '#platform/database/database.ts';
import { refuseConflicts } from '../assignment/assign.ts';
import { type Conflict, linkOf } from '../assignment/link.ts';
import { type AsIf, findClashes } from './pricing.ts';
import { discountLinks } from './promotion-badge.ts';

/** Upper limit of conflicts read: enough for a page of products, and for the ones that an error names. */
const maxClashes = 500;

/**
 * Conflicts of the products of discounts, or of `among`: those that another active discount holds at the same time.
 * `mine`: the discount whose product it is.
 */
export async function clashesOf(
  db: Db,
  ids: readonly string[],
  among?: readonly string[],
  asIf?: AsIf,
): Promise<(Conflict & { mineId: string; mine: string })[]> {
  const clashes = await findClashes(db, ids, among, maxClashes, asIf && { asIf });
  return clashes.map(({ mineId, mine, productId, product, discountId, discount, startDate, endDate }) => ({
    mineId,
    mine,
    itemId: productId,
    name: product,
    message: `already has the active discount "${discount}", ${periodInWords({ startDate, endDate })}`,
    heldBy: { id: discountId, name: discount, startDate, endDate },
  }));
}

/** Locks the products of discounts in a fixed order, so that concurrent checks of a product are serialized. */
async function lockProducts(db: Db, ids: readonly string[]): Promise<void> {
  for (const { table, item } of discountLinks.map((ends) => linkOf(ends)))
    await sql`select id from ${sql.table(item.table)} where id in (
      select ${sql.ref(item.column)} from ${sql.table(table)} where discount_id = any(${ids}::uuid[])) order by id for no key update`.execute(
      db,
    );
}

/** Locks the products; 409 if another active discount holds one of them at the same time. */
export async function refuseClashes(db: Db, id: string): Promise<void> {
  await lockProducts(db, [id]);
  refuseConflicts(await clashesOf(db, [id]));
}

/** {@link refuseClashes} of several discounts, which the message names; `path`: field at fault. */
export async function refuseClashesOfAll(db: Db, ids: readonly string[], path?: string): Promise<void> {
  if (ids.length === 0) return;
  await lockProducts(db, ids);
  const conflicts = await clashesOf(db, ids);
  refuseConflicts(
    conflicts.map(({ mine, message, ...one }) => ({ ...one, message: `of "${mine}" ${message}` })),
    path,
  );
}
