/** Writes the order of children in their parents, once for all of them (contract/src/ordering.ts plans it). */
import { sql } from 'kysely';
import { type Child, type Placed, orderProblem, planMoves } from '#contract/ordering.ts';
import { type VersionedTable, lockForUpdate } from '#platform/change.ts';
import type { Db } from '#platform/database/database.ts';
import { badRequest } from '#platform/errors.ts';

/** Where an order is kept: a table with a `position`, unique in each parent and deferrable. */
export interface OrderTable {
  parentTable: VersionedTable;
  table: string;
  /** The column that points at the parent. */
  parent: string;
  /** The column that names the child. */
  child: string;
  /** The column with the kind of the child; absent where there is one kind. */
  kind?: string;
}

export const courseSections: OrderTable = {
  parentTable: 'course',
  table: 'courseSection',
  parent: 'courseId',
  child: 'id',
};
export const sectionItems: OrderTable = {
  parentTable: 'courseSection',
  table: 'sectionItem',
  parent: 'sectionId',
  child: 'itemId',
  kind: 'kind',
};

/**
 * Puts all children of a parent into the order of `wanted`. 400 for any other list than all of them, each once; 404 and
 * 412 as {@link lockForUpdate}. A new order is a change of the parent, whose version rises. Others who change the same
 * order wait: the parent is locked.
 */
export async function reorder(
  db: Db,
  order: OrderTable,
  parentId: string,
  wanted: readonly (string | Child)[],
  ifMatch: number | null,
): Promise<{ id: string; version: number }> {
  const version = await lockForUpdate(db, order.parentTable, parentId, ifMatch);
  const children = wanted.map((child) => (typeof child === 'string' ? { kind: '', id: child } : child));
  const present = await childrenOf(db, order, parentId);
  const problem = orderProblem(present, children);
  if (problem) throw badRequest(problem, '');
  const moves = planMoves(present, { [parentId]: children });
  if (moves.length === 0) return { id: parentId, version };
  await writeMoves(db, order, parentId, moves);
  return { id: parentId, version: await raiseVersion(db, order.parentTable, parentId) };
}

const kindOf = ({ kind }: OrderTable) => (kind ? sql.ref(`child.${kind}`) : sql.lit(''));

async function childrenOf(db: Db, order: OrderTable, parentId: string): Promise<Placed[]> {
  const { rows } = await sql<Placed>`
    select ${sql.ref(order.child)} as id, ${kindOf(order)} as kind, ${sql.ref(order.parent)} as parent, position
    from ${sql.table(order.table)} as child where ${sql.ref(order.parent)} = ${parentId} order by position`.execute(db);
  return rows;
}

async function writeMoves(db: Db, order: OrderTable, parentId: string, moves: readonly Placed[]): Promise<void> {
  await sql`update ${sql.table(order.table)} as child set position = move.position
    from unnest(${moves.map(({ id }) => id)}::uuid[], ${moves.map(({ kind }) => kind)}::text[], ${moves.map(({ position }) => position)}::int[])
      as move (id, kind, position)
    where child.${sql.ref(order.parent)} = ${parentId} and child.${sql.ref(order.child)} = move.id and ${kindOf(order)} = move.kind`.execute(
    db,
  );
}

/** The trigger `touch` takes it from here. */
async function raiseVersion(db: Db, table: VersionedTable, id: string): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    update ${sql.table(table)} set updated_at = now() where id = ${id} returning version`.execute(db);
  return rows[0]!.version;
}
