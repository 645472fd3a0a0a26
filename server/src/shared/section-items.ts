/** Items in the sections of a course: placing, and moving within and between sections. */
import { sql } from 'kysely';
import { type Child, type Order, type PlacedChild, moveChildren, planMoves } from '#contract/kernel/ordering.ts';
import type { Move } from '#contract/course/section/endpoints.ts';
import type { Db } from '#platform/database/database.ts';
import { badRequest } from '#platform/errors.ts';
import { childrenOf, raiseVersion, sectionItems, writePlaces } from './ordering.ts';

const keyOf = ({ kind, id }: Child) => `${kind} ${id}`;

function orderOf(present: readonly PlacedChild[], parents: readonly string[]): Order {
  const order: Record<string, Child[]> = Object.fromEntries(parents.map((parent) => [parent, []]));
  for (const { kind, id, parent } of present) order[parent]?.push({ kind, id });
  return order;
}

/**
 * Locks a section of any course until the transaction ends, so that others adding items wait. 400 if it does not exist.
 */
export async function lockSection(db: Db, sectionId: string, path = 'sectionId'): Promise<{ courseId: string }> {
  const section = await db
    .selectFrom('courseSection')
    .where('id', '=', sectionId)
    .select('courseId')
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!section) throw badRequest('There is no such section', path);
  return section;
}

/**
 * Locks course and section of an item about to be deleted, in the order used by all curriculum changes. Returns their
 * ids; undefined if the item no longer exists.
 */
export async function lockSectionOf(db: Db, table: 'lesson' | 'quiz', id: string) {
  const of = () =>
    db
      .selectFrom(table)
      .innerJoin('courseSection as section', 'section.id', `${table}.sectionId`)
      .where(`${table}.id`, '=', id)
      .select(['section.id as sectionId', 'section.courseId'])
      .executeTakeFirst();
  const before = await of();
  if (!before) return undefined;
  await db.selectFrom('course').where('id', '=', before.courseId).select('id').forNoKeyUpdate().execute();
  // Read again under the lock, since the item may have been moved.
  const section = await of();
  if (section)
    await db.selectFrom('courseSection').where('id', '=', section.sectionId).select('id').forNoKeyUpdate().execute();
  return section;
}

/** Raises the versions of sections whose items changed, so that a deletion based on the old version is refused. */
export async function raiseSections(db: Db, sections: Iterable<string>): Promise<void> {
  // Fixed order, for sections that are not locked yet.
  for (const id of [...sections].toSorted()) await raiseVersion(db, 'courseSection', id);
}

/** Moves items of a locked section before another of its items; null: to its end. */
export async function placeItems(
  db: Db,
  sectionId: string,
  items: readonly Child[],
  before: Child | null,
): Promise<void> {
  const present = await childrenOf(db, sectionItems, [sectionId]);
  const next = moveChildren(orderOf(present, [sectionId]), items, { parent: sectionId, before });
  await writePlaces(db, sectionItems, planMoves(present, next));
}

/** Moves a new item from the end of its section to a position, from 1; positions beyond the end leave it last. */
export async function placeItem(db: Db, sectionId: string, item: Child, priority: number | undefined): Promise<void> {
  if (priority === undefined) return;
  const present = await childrenOf(db, sectionItems, [sectionId]);
  const others = present.filter((child) => keyOf(child) !== keyOf(item));
  await placeItems(db, sectionId, [item], others[priority - 1] ?? null);
}

/** SQL expression of an item's position in its section, from 1. */
export const priorityOf = (kind: 'lesson' | 'quiz', id: ReturnType<typeof sql.ref>) => sql<number>`(
  select count(*)::int from section_item mine join section_item other
    on other.section_id = mine.section_id and other.position <= mine.position
  where mine.item_id = ${id} and ${kind === 'lesson' ? sql`mine.kind = 'lesson'` : sql`mine.kind <> 'lesson'`})`;

/**
 * Moves items within and between the sections of a course, one move after the other. The caller must have locked the
 * course, so that concurrent moves wait. 400 for a section or item of another course. Returns the number of items whose
 * position changed.
 */
export async function moveItems(db: Db, courseId: string, moves: readonly Move[]): Promise<number> {
  const sections = await lockSections(db, courseId);
  const present = await childrenOf(db, sectionItems, sections);
  const presentKeys = new Set(present.map(keyOf));
  let order = orderOf(present, sections);
  moves.forEach(({ items, sectionId, before }, index) => {
    if (!Object.hasOwn(order, sectionId)) throw badRequest('There is no such section', `moves.${index}.sectionId`);
    const gone = items.findIndex((item) => !presentKeys.has(keyOf(item)));
    if (gone >= 0) throw badRequest('This is not in the course any more', `moves.${index}.items.${gone}.id`);
    if (before && !presentKeys.has(keyOf(before)))
      throw badRequest('This is not in the course any more', `moves.${index}.before.id`);
    order = moveChildren(order, items, { parent: sectionId, before });
  });
  const places = planMoves(present, order);
  const sectionNow = new Map(present.map((child) => [keyOf(child), child.parent]));
  const leaving = places.filter((child) => sectionNow.get(keyOf(child)) !== child.parent);
  await changeSection(
    db,
    'lesson',
    leaving.filter(({ kind }) => kind === 'lesson'),
  );
  await changeSection(
    db,
    'quiz',
    leaving.filter(({ kind }) => kind !== 'lesson'),
  );
  await writePlaces(db, sectionItems, places);
  await raiseSections(db, new Set(leaving.flatMap((child) => [child.parent, sectionNow.get(keyOf(child))!])));
  return places.length;
}

/** Locks all sections of a course in a fixed order. */
async function lockSections(db: Db, courseId: string): Promise<string[]> {
  const sections = await db
    .selectFrom('courseSection')
    .where('courseId', '=', courseId)
    .select('id')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return sections.map(({ id }) => id);
}

/** Changes the section of items; a trigger removes each from its old section and appends it to the new one. */
async function changeSection(db: Db, table: 'lesson' | 'quiz', leaving: readonly PlacedChild[]): Promise<void> {
  if (leaving.length === 0) return;
  await sql`update ${sql.table(table)} set section_id = move.parent
    from unnest(${leaving.map(({ id }) => id)}::uuid[], ${leaving.map(({ parent }) => parent)}::uuid[]) as move (id, parent)
    where ${sql.table(table)}.id = move.id`.execute(db);
}
