/** Waiting work of the desk, for the start page: a user's own due follow-ups, and the next orders to chase. */
import { sql } from 'kysely';
import { maxChased } from '#contract/home/endpoints.ts';
import { listDesk } from '#contract/order-tracking/desk.ts';
import type { Db } from '#platform/database/database.ts';
import { cappedCount, pagedList } from '#platform/list.ts';
import { type WaitingItem, type WaitingSource, listSource } from '#shared/waiting.ts';
import { countChase, listChase } from './chase.ts';
import { findMembers } from './members.ts';

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

/** Items with the names of their buyers: the member with the e-mail, else the e-mail. */
async function withBuyers(db: Db, items: readonly WaitingItem[]): Promise<WaitingItem[]> {
  const contents = await contentsOf(
    db,
    items.map(({ id }) => id),
  );
  const members = await findMembers(db, [...new Set([...contents.values()].map(({ email }) => email))]);
  return items.map((item) => {
    const { email = '', courseName = null } = contents.get(item.id) ?? {};
    const name = members.get(email.toLowerCase())?.name ?? (email || item.id);
    return { ...item, name, about: item.about || (courseName ?? (name === email ? '' : email)) };
  });
}

const due = pagedList((db, { userId, now }: { userId: string; now: string }, { limit }) => {
  const matching = db
    .selectFrom('deskOrder')
    .where(sql<boolean>`is_open`)
    .where('claimedBy', '=', userId)
    .where('followUpAt', '<=', now);
  return {
    rows: matching
      .orderBy('followUpAt')
      .orderBy('id')
      .limit(limit)
      .select(['id', 'id as name', 'note as about', 'followUpAt as at']),
    total: cappedCount(matching),
  };
});

const itemOf = <Row extends { id: string }>(row: Row) => ({
  ...row,
  record: { kind: 'desk-order' as const, id: row.id },
});

const dueItems = listSource({
  kind: 'follow-up',
  opens: listDesk,
  list: due,
  filters: ({ caller: { userId }, now }) => ({ userId, now: now.toISOString() }),
  itemOf,
});
const followUps: WaitingSource = {
  ...dueItems,
  find: async (context, limit) => {
    const found = await dueItems.find(context, limit);
    return { ...found, items: await withBuyers(context.db, found.items) };
  },
};

const toChase: WaitingSource = {
  kind: 'chase',
  opens: listDesk,
  find: async ({ db, caller: { userId } }) => {
    const { orders, totalItems: total, isTotalCapped } = await listChase(db, { page: 1, pageSize: maxChased, userId });
    const items = orders.map(({ documentId: id, value: amount, orderedAt: at }) =>
      itemOf({ id, name: id, about: '', amount, at }),
    );
    const queue = { total, ...(isTotalCapped && { isTotalCapped }) };
    return { total: items.length, queue, items: await withBuyers(db, items) };
  },
  // Without the ranking, which reads thousands of orders.
  count: async ({ db, caller: { userId } }) => ({ total: Math.min(await countChase(db, userId), maxChased) }),
};

export const deskWaiting: readonly WaitingSource[] = [followUps, toChase];
