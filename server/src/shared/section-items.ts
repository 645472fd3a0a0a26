/** What stands in the sections of a course: put at a place, moved within and between sections. */
import { sql } from 'kysely';
import { type Child, type Order, type Placed, moveChildren, planMoves } from '#contract/ordering.ts';
import type { Move } from '#contract/section.ts';
import type { Db } from '#platform/database/database.ts';
import { badRequest } from '#platform/errors.ts';
import { childrenOf, raiseVersion, sectionItems, writePlaces } from './ordering.ts';

const keyOf = ({ kind, id }: Child) => `${kind} ${id}`;

function orderOf(present: readonly Placed[], parents: readonly string[]): Order {
  const order: Record<string, Child[]> = Object.fromEntries(parents.map((parent) => [parent, []]));
  for (const { kind, id, parent } of present) order[parent]?.push({ kind, id });
  return order;
}

/** Locks a section of any course until the transaction ends: what comes into it waits. 400 where there is none. */
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
 * Locks the course of an item that is about to go, and its section, in the order of all who change a curriculum. Answers
 * them; undefined where the item is not there any more.
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
  // Until now it may have been moved.
  const section = await of();
  if (section)
    await db.selectFrom('courseSection').where('id', '=', section.sectionId).select('id').forNoKeyUpdate().execute();
  return section;
}

/** Something came into these sections, or went: whoever saw them before must not delete them unasked. */
export async function raiseSections(db: Db, sections: Iterable<string>): Promise<void> {
  // Always in the same order, for those that are not locked yet.
  for (const id of [...sections].toSorted()) await raiseVersion(db, 'courseSection', id);
}

/** Puts items that stand in a locked section before another of it; null: at its end. */
export async function placeItems(
  db: Db,
  sectionId: string,
  items: readonly Child[],
  before: Child | null,
): Promise<void> {
  const present = await childrenOf(db, sectionItems, [sectionId]);
  const wanted = moveChildren(orderOf(present, [sectionId]), items, { parent: sectionId, before });
  await writePlaces(db, sectionItems, planMoves(present, wanted));
}

/** Puts a new item, which came in as the last, at a place counted from 1; beyond the end it stays the last. */
export async function placeItem(db: Db, sectionId: string, item: Child, priority: number | undefined): Promise<void> {
  if (priority === undefined) return;
  const present = await childrenOf(db, sectionItems, [sectionId]);
  const others = present.filter((child) => keyOf(child) !== keyOf(item));
  await placeItems(db, sectionId, [item], others[priority - 1] ?? null);
}

/** The place of an item in its section, counted from 1. */
export const priorityOf = (kind: 'lesson' | 'quiz', id: ReturnType<typeof sql.ref>) => sql<number>`(
  select count(*)::int from section_item mine join section_item other
    on other.section_id = mine.section_id and other.position <= mine.position
  where mine.item_id = ${id} and ${kind === 'lesson' ? sql`mine.kind = 'lesson'` : sql`mine.kind <> 'lesson'`})`;

/**
 * Moves items within and between the sections of a course, one move after the other. Others who move something in this
 * course wait for the caller's lock on it. 400 for a section or an item that is not in it. Answers how many
 * items have another place.
 */
export async function moveItems(db: Db, courseId: string, moves: readonly Move[]): Promise<number> {
  const sections = await lockSections(db, courseId);
  const present = await childrenOf(db, sectionItems, sections);
  const there = new Set(present.map(keyOf));
  let order = orderOf(present, sections);
  moves.forEach(({ items, sectionId, before }, index) => {
    if (!Object.hasOwn(order, sectionId)) throw badRequest('There is no such section', `moves.${index}.sectionId`);
    const gone = items.findIndex((item) => !there.has(keyOf(item)));
    if (gone >= 0) throw badRequest('This is not in the course any more', `moves.${index}.items.${gone}.id`);
    if (before && !there.has(keyOf(before)))
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

/** Locks the sections of a course, always in the same order. */
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

/** A trigger takes each out of its old section, and puts it at the end of the new one. */
async function changeSection(db: Db, table: 'lesson' | 'quiz', leaving: readonly Placed[]): Promise<void> {
  if (leaving.length === 0) return;
  await sql`update ${sql.table(table)} set section_id = move.parent
    from unnest(${leaving.map(({ id }) => id)}::uuid[], ${leaving.map(({ parent }) => parent)}::uuid[]) as move (id, parent)
    where ${sql.table(table)}.id = move.id`.execute(db);
}
