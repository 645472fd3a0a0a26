/** The tables of a link, which its row of the contract names, and the rules that only the server can hold. */
import { type RawBuilder, sql } from 'kysely';
import type { SeenByItems } from '#contract/assignment-row.ts';
import type { Holder } from '#contract/take-over.ts';
import { tableOfKind, thingOf } from '#contract/records.ts';
import type { Db } from '#platform/database/database.ts';

/** Why an item may not be assigned now. */
export interface Conflict {
  itemId: string;
  message: string;
  /** The item's name, which the message goes on from where the item is not in view. */
  name?: string;
  /** What holds it, of what may be in one active owner at a time. */
  heldBy?: Holder;
  /** It may be assigned all the same: the owner is switched off, and what it holds matters once it is on. */
  isAhead?: boolean;
}

/** The rules of a link, where it has some. */
export interface LinkRules {
  /** Throws when the owner takes no such items at all, or not so many; it is locked by then. */
  check?: (db: Db, ownerId: string, itemIds: readonly string[]) => Promise<void>;
  /** What stands against these items, for the list and for refusing: then owner and items are locked. */
  conflicts?: (db: Db, ownerId: string, itemIds: readonly string[]) => Promise<Conflict[]>;
  /** Of what may be in one active owner at a time: whether no other holds the row `item` in the owner's time. */
  isFree?: (ownerId: string) => RawBuilder<boolean>;
  /** And whether the owner is in force now: what it takes leaves the others at once then. */
  isInForce?: (db: Db, ownerId: string) => Promise<boolean>;
  /** What rows of what is assigned tell beside, by the item's id: the `details` of the contract. */
  details?: (db: Db, ownerId: string, itemIds: readonly string[]) => Promise<ReadonlyMap<string, object>>;
  /** Throws when the owner may not be left as it is after something was unassigned. */
  settle?: (db: Db, ownerId: string) => Promise<void>;
}

type Ends = Pick<SeenByItems, 'table' | 'owner' | 'record'>;

/** The tables at both ends, and the columns of the link table that point at them. */
export function linkOf({ table, owner, record }: Ends, rules: LinkRules = {}) {
  const end = tableOfKind(owner);
  return { table, owner: { ...end, thing: thingOf(end.table) }, item: tableOfKind(record), ...rules };
}
export type Link = ReturnType<typeof linkOf>;

/** A scalar subquery: what is linked to the row of the owner's table, by name. */
export function namedItems(ends: Ends) {
  const { table, owner, item } = linkOf(ends);
  return sql<{ id: string; name: string }[]>`coalesce((
    select json_agg(json_build_object('id', item.id, 'name', item.name) order by lower(item.name), item.id)
    from ${sql.table(table)} link join ${sql.table(item.table)} item on item.id = link.${sql.ref(item.column)}
    where link.${sql.ref(owner.column)} = ${sql.ref(`${owner.table}.id`)}), '[]')`;
}

/** A scalar subquery: how many are linked to the row of the owner's table. */
export function countItems(ends: Ends) {
  const { table, owner } = linkOf(ends);
  return sql<number>`(select count(*)::int from ${sql.table(table)} link
    where link.${sql.ref(owner.column)} = ${sql.ref(`${owner.table}.id`)})`;
}

/** Unlinks everything from an owner, over several links of its; answers how many there were. */
export async function unlinkAll(db: Db, all: readonly Ends[], ownerId: string): Promise<number> {
  let gone = 0;
  for (const { table, owner } of all.map((ends) => linkOf(ends))) {
    const { numAffectedRows = 0n } =
      await sql`delete from ${sql.table(table)} where ${sql.ref(owner.column)} = ${ownerId}`.execute(db);
    gone += Number(numAffectedRows);
  }
  return gone;
}
