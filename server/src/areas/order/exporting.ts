/** Export of orders: records the request first, then what is actually read, page by page. */
import { sql } from 'kysely';
import { exportHours, exportPart, type readExport } from '#contract/exports/endpoints.ts';
import type { Reply } from '#contract/kernel/endpoint.ts';
import { orderFilter } from '#contract/order/endpoints.ts';
import type { Db } from '#platform/database/database.ts';
import { conflict, notFound } from '#platform/errors.ts';
import type { Caller } from '#platform/session/access-token.ts';
import { findSaleable } from '#shared/order/purchase-queries.ts';
import { matchingOrders, orderColumns, type OrderFilter, toConditions } from './queries.ts';

/** Names of the ids in a filter, stored for the list of exports. */
async function namesIn(db: Db, { userId, productId }: OrderFilter) {
  const user = userId && (await db.selectFrom('user').select('name').where('id', '=', userId).executeTakeFirst())?.name;
  const product =
    productId && (await findSaleable(db, { productId, all: true, search: '', page: 1, pageSize: 1 })).rows[0]?.name;
  return { user: user ?? null, product: product ?? null };
}

/** Records an export; returns its id, and the number of orders that match now. */
export async function beginExport(db: Db, { userId, name }: Caller, filter: OrderFilter) {
  const { total } = await matchingOrders(db, toConditions(filter))
    .select(sql<number>`count(*)::int`.as('total'))
    .executeTakeFirstOrThrow();
  const { id } = await db
    .insertInto('dataExport')
    .values({
      userId,
      userName: name,
      filter: JSON.stringify(filter),
      names: JSON.stringify(await namesIn(db, filter)),
      total,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { exportId: id, total };
}

/** Locks an export of the user; 404 for another user's, since reads are recorded under its owner. 409 if it has expired. */
async function lockExport(db: Db, id: string, userId: string) {
  const row = await db
    .selectFrom('dataExport')
    .select(['filter', 'readTo', 'readFrom', 'rows', 'parts', 'createdAt'])
    .select(sql<boolean>`created_at < now() - make_interval(hours => ${exportHours})`.as('isOver'))
    .where('id', '=', id)
    .where('userId', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound('export');
  if (row.isOver) throw conflict('This export was begun too long ago: begin another');
  return row;
}

/** Keyset condition in the order of the list, so that rows added meanwhile do not shift the pages. */
const behind = (orderId: string) =>
  sql<boolean>`(created_at, id) < (select created_at, id from "order" where id = ${orderId})`;

/** Reads a page of an export: the next one, or the last one again; 409 for any other page, or if it has expired. */
export async function readPart(
  db: Db,
  id: string,
  { userId }: Caller,
  part: number,
): Promise<Reply<typeof readExport>> {
  const { filter, readTo, readFrom, rows, parts, createdAt } = await lockExport(db, id, userId);
  const isNext = part === parts;
  if (!isNext && part !== parts - 1) throw conflict('This export is read elsewhere, too: begin another');
  // A repeated page (its response was lost) is already counted.
  const after = isNext ? readTo : readFrom;
  let matching = matchingOrders(db, toConditions(orderFilter.parse(filter))).where('createdAt', '<=', createdAt);
  if (after !== null) matching = matching.where(behind(after));
  const orders = await matching
    .orderBy(sql`created_at desc, id desc`)
    .limit(exportPart)
    .select(orderColumns)
    .execute();
  const isLast = orders.length < exportPart;
  if (isNext)
    await db
      .updateTable('dataExport')
      .set({
        rows: rows + orders.length,
        parts: parts + 1,
        readFrom: readTo,
        readTo: orders.at(-1)?.orderId ?? readTo,
        ...(isLast && { finishedAt: sql<string>`now()` }),
      })
      .where('id', '=', id)
      .execute();
  return { orders, isLast };
}
