/** Tables of a link, derived from its contract entry, and its server-side rules. */
import { type RawBuilder, sql } from 'kysely';
import type { InvertedAssignment } from '#contract/kernel/assignment-row.ts';
import type { Holder } from '#contract/kernel/take-over-endpoints.ts';
import { type RecordKind, tableOfKind, recordNoun } from '#contract/kernel/record-kinds.ts';
import type { Db } from '#platform/database/database.ts';

/** Reason an item cannot be assigned now. */
export interface Conflict {
  itemId: string;
  message: string;
  /** Item's name, put before the message where the item is not shown. */
  name?: string;
  /** Owner that holds the item, for items that can be in one active owner at a time. */
  heldBy?: Holder;
  /** Does not prevent the assignment: the owner is inactive, and the conflict matters only when it is activated. */
  isAhead?: boolean;
}

/** Dated assignment as it was when it was removed. */
export interface Former {
  assignedAt: string;
  accessEndsOn?: string | null;
}

/** Optional rules of a link. */
export interface LinkRules {
  /** Throws if the owner does not accept such items, or so many; called after the owner is locked. */
  check?: (db: Db, ownerId: string, itemIds: readonly string[]) => Promise<void>;
  /** Conflicts of items, for the list and for refusing assignments; for the latter, owner and items are locked. */
  conflicts?: (db: Db, ownerId: string, itemIds: readonly string[]) => Promise<Conflict[]>;
  /** For exclusive links: SQL condition that no other owner holds the row `item` during this owner's time. */
  isFree?: (ownerId: string) => RawBuilder<boolean>;
  /** For exclusive links: whether the owner is active now, so that taken items leave the other owners at once. */
  isInForce?: (db: Db, ownerId: string) => Promise<boolean>;
  /** Additional fields of assigned rows by item id: the `details` of the contract. */
  details?: (db: Db, ownerId: string, itemIds: readonly string[]) => Promise<ReadonlyMap<string, object>>;
  /** For dated links: earlier assignments by item id, when they are restored; default: they begin now. */
  former?: ReadonlyMap<string, Former>;
  /** Throws if an unassignment leaves the owner in an invalid state. */
  settle?: (db: Db, ownerId: string) => Promise<void>;
}

type Ends = Pick<InvertedAssignment, 'table' | 'owner'> & { record: RecordKind };

/** Tables at both ends, and the link table's columns that reference them. */
export function linkOf({ table, owner, record }: Ends, rules: LinkRules = {}) {
  const end = tableOfKind(owner);
  return { table, owner: { ...end, thing: recordNoun(end.table) }, item: tableOfKind(record), ...rules };
}
export type Link = ReturnType<typeof linkOf>;

/** Scalar subquery of the items linked to the owner's row, by name. */
export function namedItems(ends: Ends) {
  const { table, owner, item } = linkOf(ends);
  return sql<{ id: string; name: string }[]>`coalesce((
    select json_agg(json_build_object('id', item.id, 'name', item.name) order by lower(item.name), item.id)
    from ${sql.table(table)} link join ${sql.table(item.table)} item on item.id = link.${sql.ref(item.column)}
    where link.${sql.ref(owner.column)} = ${sql.ref(`${owner.table}.id`)}), '[]')`;
}

/** Scalar subquery of the number of items linked to the owner's row. */
export function countItems(ends: Ends) {
  const { table, owner } = linkOf(ends);
  return sql<number>`(select count(*)::int from ${sql.table(table)} link
    where link.${sql.ref(owner.column)} = ${sql.ref(`${owner.table}.id`)})`;
}

/** Condition that the owner's row has no items in any of several links. */
export const hasNoItems = (all: readonly Ends[]) =>
  sql<boolean>`not (${sql.join(
    all.map((ends) => {
      const { table, owner } = linkOf(ends);
      return sql`exists (select from ${sql.table(table)} link where link.${sql.ref(owner.column)} = ${sql.ref(`${owner.table}.id`)})`;
    }),
    sql` or `,
  )})`;

/** Removes all items of an owner from several links; returns their ids by link. */
export async function unlinkAll<E extends Ends>(db: Db, all: readonly E[], ownerId: string) {
  const removed: { assignment: E; ids: string[] }[] = [];
  for (const assignment of all) {
    const { table, owner, item } = linkOf(assignment);
    const { rows } = await sql<{ id: string }>`delete from ${sql.table(table)}
      where ${sql.ref(owner.column)} = ${ownerId} returning ${sql.ref(item.column)} as id`.execute(db);
    removed.push({ assignment, ids: rows.map(({ id }) => id) });
  }
  return removed;
}
