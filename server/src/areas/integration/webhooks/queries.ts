/** SQL of webhooks and their deliveries. */
import { sql } from 'kysely';
import {
  type DeliveryRow,
  type WebhookRow,
  type WebhookState,
  type listDeliveries,
} from '#contract/integration/webhooks.ts';
import type { ValidatedInput } from '#contract/kernel/endpoint.ts';
import type { Db } from '#platform/database/database.ts';
import { cappedCount, pageOf, pagedList } from '#platform/list.ts';

/** Upper limit of counting what waits. */
const maxWaiting = 1_000;

/** All webhooks, the oldest first. */
export async function findWebhooks(db: Db): Promise<WebhookRow[]> {
  const rows = await db
    .selectFrom('webhook')
    .leftJoin('webhookStatus', 'webhookStatus.webhookId', 'webhook.id')
    .select(['webhook.id as webhookId', 'url', 'disabledBecause', 'disabledAt'])
    .select(['failingSince', 'lastAttemptAt', 'lastDeliveredAt', 'lastError'])
    .select(sql<WebhookRow['events']>`events`.as('events'))
    .select(
      sql<WebhookState>`case when disabled_at is not null then 'disabled' when failing_since is not null then 'failing'
        else 'active' end`.as('state'),
    )
    .select(
      sql<number>`(select count(*)::int from (select from webhook_delivery
        where webhook_id = webhook.id and state = 'pending' limit ${maxWaiting}) waiting)`.as('waiting'),
    )
    .select(
      sql<string | null>`(select max(expires_at) from webhook_secret
        where webhook_id = webhook.id and expires_at > now())`.as('formerSecretUntil'),
    )
    .orderBy('webhook.id')
    .execute();
  return rows;
}

/** Body of a request. */
export const bodyOf = ({ type, at, data }: { type: string; at: string; data: unknown }) =>
  JSON.stringify({ type, timestamp: new Date(at).toISOString(), data });

type Filters = Pick<ValidatedInput<typeof listDeliveries>['query'], 'state' | 'type'> & { webhookId: string };

const readDeliveries = pagedList((db: Db, { webhookId, state, type }: Filters, window) => {
  const all = db.selectFrom('webhookDelivery');
  const matching = all
    .where('webhookId', '=', webhookId)
    .$if(state !== undefined, (query) => query.where('webhookDelivery.state', '=', state!))
    .$if(type !== undefined, (query) => query.where('webhookDelivery.type', '=', type!));
  const page = pageOf(matching, all, sql`event_id desc`, window);
  return {
    rows: page
      .select(['id as deliveryId', 'eventId', 'type', 'state', 'attempts', 'nextAt', 'log'])
      .select((made) => [
        made.selectFrom('event').whereRef('event.id', '=', 'webhookDelivery.eventId').select('at').as('at'),
        made.selectFrom('event').whereRef('event.id', '=', 'webhookDelivery.eventId').select('data').as('data'),
      ]),
    total: cappedCount(matching),
  };
});

/** Deliveries of a webhook, the latest event first. */
export async function findDeliveries(
  db: Db,
  webhookId: string,
  { page, pageSize, state, type }: ValidatedInput<typeof listDeliveries>['query'],
) {
  const { rows, head } = await readDeliveries(db, { webhookId, state, type }, { page, pageSize });
  const deliveries = rows.map((row): DeliveryRow => {
    const { at, data, nextAt, log, ...rest } = row as typeof row & { at: string };
    return {
      ...rest,
      createdAt: at,
      nextAt: row.state === 'pending' ? nextAt : null,
      request: bodyOf({ type: row.type, at, data }),
      log,
    };
  });
  return { ...head, deliveries };
}
