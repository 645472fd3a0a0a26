/** Orders that are taken away: what was asked is noted first, and then what is really read, part by part. */
import { sql } from 'kysely';
import { exportHours, exportPart, type readExport } from '#contract/exports.ts';
import type { Reply } from '#contract/kernel.ts';
import type { Db } from '#platform/database/database.ts';
import { conflict, notFound } from '#platform/errors.ts';
import type { Caller } from '#platform/session/access-token.ts';
import { findSaleable } from './purchase-queries.ts';
import { matchingOrders, orderColumns, type OrderFilter, wantedOf } from './queries.ts';

/** What the ids of a filter are called, for who reads of the export later. */
async function namesIn(db: Db, { userId, productId }: OrderFilter) {
  const user = userId && (await db.selectFrom('user').select('name').where('id', '=', userId).executeTakeFirst())?.name;
  const product =
    productId && (await findSaleable(db, { productId, all: true, search: '', page: 1, pageSize: 1 })).rows[0]?.name;
  return { user: user ?? null, product: product ?? null };
}

export async function beginExport(db: Db, { userId, name }: Caller, filter: OrderFilter) {
  const { total } = await matchingOrders(db, wantedOf(filter))
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

/** Nobody reads an export that somebody else begun: it is told in that one's name. */
async function lockExport(db: Db, id: string, userId: string) {
  const found = await db
    .selectFrom('dataExport')
    .select(['filter', 'readTo', 'readFrom', 'rows', 'parts', 'createdAt'])
    .select(sql<boolean>`created_at < now() - make_interval(hours => ${exportHours})`.as('isOver'))
    .where('id', '=', id)
    .where('userId', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  if (!found) throw notFound('export');
  if (found.isOver) throw conflict('This export was begun too long ago: begin another');
  return found;
}

/** In the order of the list, so that a part begins behind the last one whatever came in between. */
const behind = (orderId: string) =>
  sql<boolean>`(created_at, id) < (select created_at, id from "order" where id = ${orderId})`;

export async function readPart(
  db: Db,
  id: string,
  { userId }: Caller,
  part: number,
): Promise<Reply<typeof readExport>> {
  const { filter, readTo, readFrom, rows, parts, createdAt } = await lockExport(db, id, userId);
  const isNext = part === parts;
  if (!isNext && part !== parts - 1) throw conflict('This export is read elsewhere, too: begin another');
  // The part that was lost on the way is counted already.
  const after = isNext ? readTo : readFrom;
  let matching = matchingOrders(db, wantedOf(filter as OrderFilter)).where('createdAt', '<=', createdAt);
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
