/** Stores the position of children in their parents (planned by contract/src/kernel/ordering.ts). */
import { sql } from 'kysely';
import { type Child, type PlacedChild, orderProblem, positionGap, planMoves } from '#contract/kernel/ordering.ts';
import { type VersionedTable, lockForUpdate } from '#platform/records.ts';
import type { Db } from '#platform/database/database.ts';
import { badRequest } from '#platform/errors.ts';

/** Table whose rows have a `position`, unique per parent with a deferrable constraint. */
export interface PositionedTable {
  parentTable: VersionedTable;
  table: string;
  /** Column that references the parent. */
  parent: string;
  /** Column with the child's id. */
  child: string;
  /** Column with the child's kind; absent if there is only one. */
  kind?: string;
}

export const courseSections: PositionedTable = {
  parentTable: 'course',
  table: 'courseSection',
  parent: 'courseId',
  child: 'id',
};
export const sectionItems: PositionedTable = {
  parentTable: 'courseSection',
  table: 'sectionItem',
  parent: 'sectionId',
  child: 'itemId',
  kind: 'kind',
};

export const quizQuestions: PositionedTable = { parentTable: 'quiz', table: 'question', parent: 'quizId', child: 'id' };

/**
 * Puts all children of a parent into the order `ordered`. 400 unless that contains each of them exactly once; 404 and
 * 412 as in {@link lockForUpdate}. Raises the parent's version if the order changes. The parent is locked, so
 * concurrent changes wait.
 */
export async function reorder(
  db: Db,
  order: PositionedTable,
  parentId: string,
  ordered: readonly (string | Child)[],
  ifMatch: number | null,
): Promise<{ id: string; version: number }> {
  const version = await lockForUpdate(db, order.parentTable, parentId, ifMatch);
  const children = ordered.map((child) => (typeof child === 'string' ? { kind: '', id: child } : child));
  const present = await childrenOf(db, order, [parentId]);
  const problem = orderProblem(present, children);
  if (problem) throw badRequest(problem, '');
  const moves = planMoves(present, { [parentId]: children });
  if (moves.length === 0) return { id: parentId, version };
  await writePlaces(db, order, moves);
  return { id: parentId, version: await raiseVersion(db, order.parentTable, parentId) };
}

/** Position after the last child of a locked parent. */
export async function nextPlace(db: Db, { table, parent }: PositionedTable, parentId: string): Promise<number> {
  const { rows } = await sql<{ last: number }>`select coalesce(max(position), 0) as last
    from ${sql.table(table)} where ${sql.ref(parent)} = ${parentId}`.execute(db);
  return rows[0]!.last + positionGap;
}

const kindOf = ({ kind }: PositionedTable) => (kind ? sql.ref(`child.${kind}`) : sql.lit(''));

/** Children of these parents, in order. */
export async function childrenOf(db: Db, order: PositionedTable, parents: readonly string[]): Promise<PlacedChild[]> {
  const { rows } = await sql<PlacedChild>`
    select ${sql.ref(order.child)} as id, ${kindOf(order)} as kind, ${sql.ref(order.parent)} as parent, position
    from ${sql.table(order.table)} as child where ${sql.ref(order.parent)} = any(${parents}::uuid[])
    order by position`.execute(db);
  return rows;
}

/** Writes positions of children that are in these parents already. */
export async function writePlaces(db: Db, order: PositionedTable, moves: readonly PlacedChild[]): Promise<void> {
  if (moves.length === 0) return;
  await sql`update ${sql.table(order.table)} as child set position = move.position
    from unnest(${moves.map(({ id }) => id)}::uuid[], ${moves.map(({ kind }) => kind)}::text[],
      ${moves.map(({ parent }) => parent)}::uuid[], ${moves.map(({ position }) => position)}::int[])
      as move (id, kind, parent, position)
    where child.${sql.ref(order.parent)} = move.parent and child.${sql.ref(order.child)} = move.id and ${kindOf(order)} = move.kind`.execute(
    db,
  );
}

/** Raises a record's version after a change of its parts, through the `touch` trigger. */
export async function raiseVersion(db: Db, table: VersionedTable, id: string): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    update ${sql.table(table)} set updated_at = now() where id = ${id} returning version`.execute(db);
  return rows[0]!.version;
}
