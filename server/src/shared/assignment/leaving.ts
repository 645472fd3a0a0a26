/**
 * Planned moves of products between discounts (decision 0044). A product stays assigned to both until the taking
 * discount is in force; then the SQL function `settle_leavings` unassigns it from the holding one. The price rules read
 * these rows (pricing.ts).
 */
import { sql } from 'kysely';
import { leftAtOnce } from '#contract/kernel/audit.ts';
import type { Leaving } from '#contract/kernel/take-over-endpoints.ts';
import type { Db } from '#platform/database/database.ts';
import type { Link } from './link.ts';

export const leavingsOf = ({ table }: Pick<Link, 'table'>) => sql.table(`${table}_leaving`);

/** Unassigns items that have left; returns their number. Call it before changing assignments of discounts. */
export async function settleLeavings(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`select settle_leavings() as n`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Plans that items leave `holder` when `taker` starts; returns the number of new plans. */
export async function planLeaving(db: Db, link: Link, taker: string, holder: string, itemIds: readonly string[]) {
  const item = sql.ref(link.item.column);
  const { numAffectedRows = 0n } =
    await sql`insert into ${leavingsOf(link)} (holder_id, ${item}, taker_id, planned_start)
    select ${holder}::uuid, item, ${taker}::uuid, (select start_date from discount where id = ${taker})
    from unnest(${itemIds}::uuid[]) item on conflict do nothing`.execute(db);
  return Number(numAffectedRows);
}

/**
 * Records for both histories that items leave `holder` for `taker` in this transaction; returns their number. Call it
 * before unassigning them from `holder`, which deletes the rows. Planned ones keep their plan, whose end the histories show.
 */
export async function recordLeavingNow(db: Db, link: Link, taker: string, holder: string, itemIds: readonly string[]) {
  const item = sql.ref(link.item.column);
  const { numAffectedRows = 0n } =
    await sql`insert into ${leavingsOf(link)} (holder_id, ${item}, taker_id, planned_start)
    select ${sql.ref(link.owner.column)}, ${item}, ${taker}::uuid, ${leftAtOnce}::timestamptz from ${sql.table(link.table)}
    where ${sql.ref(link.owner.column)} = ${holder} and ${item} = any(${itemIds}::uuid[])
    on conflict do nothing`.execute(db);
  return Number(numAffectedRows);
}

/** Cancels the plans for these items; they stay with `holder`. */
export async function cancelLeaving(db: Db, link: Link, taker: string, holder: string, itemIds: readonly string[]) {
  await sql`delete from ${leavingsOf(link)} where taker_id = ${taker} and holder_id = ${holder}
    and ${sql.ref(link.item.column)} = any(${itemIds}::uuid[])`.execute(db);
}

/** Cancels all plans of `taker`; returns the ids of the items, which stay with their holders. */
export async function cancelLeavingsTo(db: Db, link: Link, taker: string): Promise<string[]> {
  const { rows } = await sql<{ item: string }>`delete from ${leavingsOf(link)} where taker_id = ${taker}
    returning ${sql.ref(link.item.column)} as item`.execute(db);
  return [...new Set(rows.map(({ item }) => item))];
}

/** Planned moves away from `holder` by item id, earliest start first. Items without a plan are absent. */
export async function leavingsFrom(db: Db, link: Link, holder: string, itemIds: readonly string[]) {
  const { rows } = await sql<Leaving & { item: string }>`
    select ${sql.ref(`leaving.${link.item.column}`)} as item, taker.id, taker.name, taker.start_date as "startDate", taker.is_active as "isActive"
    from ${leavingsOf(link)} leaving join discount taker on taker.id = leaving.taker_id
    where leaving.holder_id = ${holder} and ${sql.ref(`leaving.${link.item.column}`)} = any(${itemIds}::uuid[])
    order by taker.start_date nulls first, taker.id`.execute(db);
  const byItem = Map.groupBy(rows, ({ item }) => item);
  return new Map(
    [...byItem].map(([item, some]) => [item, { leavesFor: some.map(({ item: _, ...leaving }) => leaving) }]),
  );
}
