/** SQL of broadcasts and of what became of them. */
import { sql } from 'kysely';
import { broadcasts, deliveryStates, type listBroadcastDeliveries } from '#contract/broadcast/endpoints.ts';
import type { Reply } from '#contract/kernel/endpoint.ts';
import { columnsOf } from '#platform/database/columns.ts';
import type { Db } from '#platform/database/database.ts';
import { notFound } from '#platform/errors.ts';
import { cappedCount, matchesAll, pageOf, pagedList, queriedList, searchPatterns } from '#platform/list.ts';
import { byName, ordersOf } from '#platform/sorts.ts';
import { tenMinutes } from './pacing.ts';
import { isUnreached } from './recipients.ts';
import { personPatterns } from '#shared/person-search.ts';

type Figures = Reply<typeof broadcasts.get>['figures'];
type Template = Reply<typeof broadcasts.get>['template'];

const counts = Object.keys(deliveryStates).map(
  (state) => sql`${sql.lit(state)}, coalesce(sum(n) filter (where state = ${sql.lit(state)}), 0)`,
);
/** Numbers of people by state, which the index counts. */
const figures = sql<Figures>`(select json_build_object('total', coalesce(sum(n), 0), ${sql.join(counts)})
  from (select state, count(*) as n from broadcast_delivery where broadcast_id = broadcast.id group by state) counted)`;

const columns = columnsOf('broadcast', broadcasts.row, {
  broadcastId: 'id',
  figures,
  // The job's own pauses are shorter.
  waitsUntil: sql<string | null>`(select due.at from broadcast_due due where due.broadcast_id = broadcast.id
    and broadcast.state = 'sending' and due.at > ${tenMinutes})`,
  parameters: sql<string[]>`broadcast.parameters`,
  by: sql<string | null>`(select sender.name from "user" sender where sender.id = broadcast.by_id)`,
});

const sorts = ordersOf('broadcast', broadcasts.list, { name: byName('broadcast') });

export const findBroadcasts = queriedList(
  broadcasts.list,
  (db, { patterns, channel, state }, window, sort) => {
    const all = db.selectFrom('broadcast');
    let matching = patterns ? all.where(matchesAll('search', patterns)) : all;
    if (channel) matching = matching.where('channel', '=', channel);
    if (state) matching = matching.where('state', '=', state);
    return { rows: pageOf(matching, all, sorts[sort], window).select(columns), total: cappedCount(matching) };
  },
  searchPatterns,
);

/** Broadcast as a row of the list; 404 if there is none. */
export const findRow = (db: Db, id: string) =>
  db
    .selectFrom('broadcast')
    .select(columns)
    .select('version')
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('broadcast'));

export async function findBroadcast(db: Db, id: string) {
  const row = await findRow(db, id);
  const template: Template =
    (row.templateId &&
      (await db
        .selectFrom('whatsappTemplate')
        .select(['name', 'language', 'body'])
        .where('id', '=', row.templateId)
        .executeTakeFirst())) ||
    null;
  const { rows } = await sql<{ n: number; segments: string[]; problem: string }>`select segments, coalesce((select error
        from broadcast_due due where due.broadcast_id = broadcast.id and broadcast.state = 'sending'), '') as problem, (select count(*)::int
      from broadcast_delivery where broadcast_id = ${id} and ${isUnreached}) as n from broadcast where id = ${id}`.execute(
    db,
  );
  const { n: unreached, ...more } = rows[0]!;
  return { ...row, template, unreached, ...more };
}

type Delivery = Reply<typeof listBroadcastDeliveries>['deliveries'][number];

interface DeliveryFilter {
  broadcastId: string;
  state: Delivery['state'] | undefined;
  reason: Delivery['reason'] | undefined;
  search: string;
}

/** Page of the people of a broadcast, in the order in which they get it. */
export const findDeliveries = pagedList(
  (db, { broadcastId, state, reason, search }: DeliveryFilter, { limit, offset }) => {
    const patterns = personPatterns(search);
    let matching = db.selectFrom('broadcastDelivery as delivery').where('delivery.broadcastId', '=', broadcastId);
    if (state) matching = matching.where('delivery.state', '=', state);
    if (reason) matching = matching.where('delivery.state', '=', 'skipped').where('delivery.reason', '=', reason);
    if (patterns)
      matching = matching.where('delivery.userId', 'in', (user) =>
        user.selectFrom('user').select('user.id').where(matchesAll('user.search', patterns)),
      );
    const page = matching.selectAll('delivery').orderBy('delivery.id').limit(limit).offset(offset);
    const rows = db
      .selectFrom(page.as('delivery'))
      .innerJoin('user', 'user.id', 'delivery.userId')
      .select(['delivery.id as deliveryId', 'delivery.userId', 'user.name', 'user.email', 'user.phoneNumber'])
      .select(['delivery.state', 'delivery.queuedAt', 'delivery.sentAt', 'delivery.deliveredAt', 'delivery.readAt'])
      .select([
        'delivery.failedAt',
        'delivery.reason',
        sql<string>`case delivery.state when 'failed' then delivery.error else '' end`.as('error'),
        isUnreached.as('isUnreached'),
      ])
      .orderBy('delivery.id');
    return { rows, total: cappedCount(matching) };
  },
);
