/** First orders of a user's own queue and of the chase order, with the names of their buyers. */
import { sql } from 'kysely';
import type { Reply } from '#contract/kernel/endpoint.ts';
import { type listNext, maxNext } from '#contract/order-tracking/next.ts';
import type { Db } from '#platform/database/database.ts';
import { listChase } from './chase.ts';
import { findMembers } from './members.ts';
import { countQueues, findQueue } from './queries.ts';

interface Contents {
  id: string;
  email: string;
  courseName: string | null;
}

/** Contents of documents as far as the desk keeps them, by id. */
async function contentsOf(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, Contents>> {
  const { rows } = await sql<Contents>`select id, user_email as email,
      (select name from course where course.id = chase_document.course_id) as course_name
    from chase_document where id = any(${ids})
    union all select id, user_email, null from desk_order where id = any(${ids})
      and not exists (select from chase_document known where known.id = desk_order.id)`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

export async function findNext(db: Db, userId: string, now: Date): Promise<Reply<typeof listNext>> {
  const page = { page: 1, pageSize: maxNext };
  const [{ mine, overdue }, own, chased] = await Promise.all([
    countQueues(db, userId, now.toISOString()),
    findQueue(db, { queue: 'mine', userId, now: now.toISOString() }, page),
    listChase(db, { ...page, userId }),
  ]);
  const contents = await contentsOf(
    db,
    [...own.rows, ...chased.orders].map(({ documentId }) => documentId),
  );
  const members = await findMembers(db, [...new Set([...contents.values()].map(({ email }) => email))]);
  const buyerOf = (documentId: string) => {
    const email = contents.get(documentId)?.email ?? '';
    return { documentId, email, name: members.get(email.toLowerCase())?.name ?? (email || documentId) };
  };
  return {
    counts: { mine, overdue, chase: chased.totalItems },
    mine: own.rows.map(({ documentId, note, followUpAt }) => ({ ...buyerOf(documentId), note, followUpAt })),
    chase: chased.orders.map(({ documentId, value, orderedAt }) => ({
      ...buyerOf(documentId),
      courseName: contents.get(documentId)?.courseName ?? null,
      value,
      orderedAt,
    })),
  };
}
