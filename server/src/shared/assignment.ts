/** The one service behind every assignment of the contract: lists, assigns and unassigns over any link table. */
import { sql } from 'kysely';
import type { FastifyInstance } from 'fastify';
import type { Assignable, Assignment } from '#contract/assignment.ts';
import type { Category } from '#contract/fields.ts';
import type { Db } from '#platform/database/database.ts';
import { badRequest, notFound } from '#platform/errors.ts';
import { serve } from '#platform/http/serve.ts';
import { type Page, cappedCount, likePattern, paginate, offsetOf } from '#platform/list.ts';
import { type Discounted, activeDiscount, priced } from './pricing.ts';

/** The tables of a link; `owner` and `item` are columns of the link table. */
export interface Link {
  /** What the owner is called in sentences. */
  thing: string;
  ownerTable: 'discount';
  table: 'discountCourse' | 'discountPath';
  owner: 'discountId';
  item: 'courseId' | 'pathId';
  itemTable: Discounted;
  /** Throws when these items may not be linked; the owner and the items are locked by then. */
  check?: (db: Db, ownerId: string, itemIds: readonly string[]) => Promise<void>;
}

interface Filter extends Page {
  search: string;
  category?: Category | undefined;
  isAssigned?: boolean | undefined;
}

async function requireOwner(db: Db, link: Link, ownerId: string, lock = sql``): Promise<void> {
  const owner = await sql`select 1 from ${sql.table(link.ownerTable)} where id = ${ownerId} ${lock}`.execute(db);
  if (owner.rows.length === 0) throw notFound(link.thing);
}

/** A page of what is assigned (`isAssigned` true), what can be (false), or both; newest first. */
async function listItems(db: Db, link: Link, ownerId: string, filter: Filter) {
  await requireOwner(db, link, ownerId);
  const isAssigned = sql<boolean>`exists (select 1 from ${sql.table(link.table)} link
    where link.${sql.ref(link.owner)} = ${ownerId} and link.${sql.ref(link.item)} = item.id)`;
  // One typed name for either table: both have the columns that `Assignable` shows.
  let query = db.selectFrom(`${link.itemTable as 'course'} as item`);
  if (filter.search) query = query.where('item.search', 'like', likePattern(filter.search));
  if (filter.category) query = query.where('item.category', '=', filter.category);
  if (filter.isAssigned !== undefined) query = query.where(isAssigned, '=', filter.isAssigned);
  const page = query
    .select(['item.id', 'item.name', 'item.thumbnail', 'item.category', 'item.price', 'item.isPublished'])
    .select([isAssigned.as('isAssigned'), activeDiscount(link.itemTable, 'item').as('cut')])
    .orderBy('item.id', 'desc')
    .limit(filter.pageSize)
    .offset(offsetOf(filter));
  const { rows, head } = await paginate(db, page, cappedCount(query), filter);
  const shown = rows.map((row) => ({
    ...priced(row),
    discountedBy: row.cut && { id: row.cut.id, name: row.cut.name },
  }));
  return { head, rows: shown satisfies Assignable[] };
}

/**
 * Locks the items in one order, so that two assignments of the same items wait instead of deadlocking; unknown ids are
 * 400.
 */
export async function lockItems(db: Db, itemTable: Discounted, itemIds: readonly string[]): Promise<void> {
  const found =
    await sql`select id from ${sql.table(itemTable)} where id = any(${itemIds}::uuid[]) order by id for no key update`.execute(
      db,
    );
  const missing = new Set(itemIds).size - found.rows.length;
  if (missing > 0) throw badRequest(missing === 1 ? 'One of these does not exist' : `${missing} of these do not exist`);
}

/** Links the items; answers how many were not linked before. */
async function assignItems(
  db: Db,
  link: Link,
  ownerId: string,
  itemIds: readonly string[],
): Promise<{ changed: number }> {
  await requireOwner(db, link, ownerId, sql`for no key update`);
  await lockItems(db, link.itemTable, itemIds);
  await link.check?.(db, ownerId, itemIds);
  const result = await sql`insert into ${sql.table(link.table)} (${sql.ref(link.owner)}, ${sql.ref(link.item)})
    select ${ownerId}::uuid, unnest(${itemIds}::uuid[]) on conflict do nothing`.execute(db);
  return { changed: Number(result.numAffectedRows) };
}

/** Unlinks the items; answers how many were linked. Unknown ids are 400, like assigning them. */
async function unassignItems(
  db: Db,
  link: Link,
  ownerId: string,
  itemIds: readonly string[],
): Promise<{ changed: number }> {
  await requireOwner(db, link, ownerId, sql`for no key update`);
  await lockItems(db, link.itemTable, itemIds);
  const result = await sql`delete from ${sql.table(link.table)}
    where ${sql.ref(link.owner)} = ${ownerId} and ${sql.ref(link.item)} = any(${itemIds}::uuid[])`.execute(db);
  return { changed: Number(result.numAffectedRows) };
}

/** Serves the three endpoints of an assignment over its tables. */
export function serveAssignment(app: FastifyInstance, assignment: Assignment, link: Link): void {
  serve(app, assignment.list, async ({ params, query, db }) => {
    const { head, rows } = await listItems(db, link, params.id, query);
    return { ...head, [assignment.rows]: rows };
  });
  serve(app, assignment.assign, ({ params, body, db }) => assignItems(db, link, params.id, body.ids));
  serve(app, assignment.unassign, ({ params, body, db }) => unassignItems(db, link, params.id, body.ids));
}
