/** What the service of assignments must know of a link: its tables and its rules. */
import { sql } from 'kysely';
import type { Db } from '#platform/database/database.ts';
import { discountedCourse, discountedPath } from './pricing.ts';

export interface ItemTable {
  table: string;
  /** The column of link tables that points at it. */
  column: string;
  /** The table that links it to discounts, where it can have one. */
  discounts?: string;
  /** What its lists tell beside. */
  columns?: readonly string[];
}

/** Why an item may not be assigned now. */
export interface Conflict {
  itemId: string;
  message: string;
  /** The item's name, which the message goes on from where the item is not in view. */
  name?: string;
}

/** The tables and rules of a link. Its table has the columns `owner.column` and `item.column`. */
export interface Link {
  table: string;
  owner: { table: string; column: string; thing: string };
  item: ItemTable;
  /** Throws when the owner takes no such items at all; it is locked by then. */
  check?: (db: Db, ownerId: string) => Promise<void>;
  /** Which of these items may not be assigned now, for the list and for refusing: then owner and items are locked. */
  conflicts?: (db: Db, ownerId: string, itemIds: readonly string[]) => Promise<Conflict[]>;
  /** Throws when the owner may not be left as it is after something was unassigned. */
  settle?: (db: Db, ownerId: string) => Promise<void>;
}

export const courseItems: ItemTable = discountedCourse;
export const pathItems: ItemTable = discountedPath;
export const userItems: ItemTable = { table: 'user', column: 'userId' };

/** A scalar subquery: what is linked to the row of the owner's table, by name. */
export const namedItems = ({ table, owner, item }: Pick<Link, 'table' | 'owner' | 'item'>) =>
  sql<{ id: string; name: string }[]>`coalesce((
    select json_agg(json_build_object('id', item.id, 'name', item.name) order by lower(item.name), item.id)
    from ${sql.table(table)} link join ${sql.table(item.table)} item on item.id = link.${sql.ref(item.column)}
    where link.${sql.ref(owner.column)} = ${sql.ref(`${owner.table}.id`)}), '[]')`;
