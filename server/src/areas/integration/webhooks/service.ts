/** Rules of webhooks: their secrets, and what is sent again. */
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { testEvent } from '#contract/integration/events.ts';
import { type createWebhook, maxWebhooks, secretHours } from '#contract/integration/webhooks.ts';
import type { ValidatedInput } from '#contract/kernel/endpoint.ts';
import type { Config } from '#platform/config.ts';
import type { Db } from '#platform/database/database.ts';
import { oneAtATime } from '#platform/database/one-at-a-time.ts';
import { badRequest, conflict, notFound } from '#platform/errors.ts';
import { enqueue } from '#platform/jobs/outbox.ts';
import { deleteRecord, lockForUpdate } from '#platform/records.ts';
import { seal } from '#platform/session/seal.ts';
import { deliverWebhooks } from './jobs.ts';

type Draft = ValidatedInput<typeof createWebhook>['body'];

const fresh = { state: 'pending', attempts: 0, nextAt: sql<string>`now()` } as const;

const lock = (db: Db, id: string) => lockForUpdate(db, 'webhook', id, null);

function checkUrl({ url }: Draft, { production }: Config): void {
  if (production && !/^https:/i.test(url)) throw badRequest('Must begin with https://', 'url');
}

/** Adds a secret; returns it. */
async function addSecret(db: Db, webhookId: string, config: Config): Promise<string> {
  const secret = `whsec_${randomBytes(32).toString('base64')}`;
  await db
    .insertInto('webhookSecret')
    .values({ webhookId, secret: seal(secret, webhookId, config) })
    .execute();
  return secret;
}

export async function addWebhook(db: Db, userId: string, draft: Draft, config: Config) {
  checkUrl(draft, config);
  await oneAtATime(db, 'webhook');
  const { n } = await db
    .selectFrom('webhook')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  if (n >= maxWebhooks) throw conflict(`A brand has at most ${maxWebhooks} webhooks`);
  const { id: webhookId } = await db
    .insertInto('webhook')
    .values({ ...draft, setBy: userId })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { webhookId, secret: await addSecret(db, webhookId, config) };
}

export async function changeWebhook(db: Db, userId: string, webhookId: string, draft: Draft, config: Config) {
  checkUrl(draft, config);
  await lock(db, webhookId);
  await db
    .updateTable('webhook')
    .set({ ...draft, setBy: userId })
    .where('id', '=', webhookId)
    .execute();
  return { webhookId };
}

export async function removeWebhook(db: Db, webhookId: string) {
  await lock(db, webhookId);
  await deleteRecord(db, 'webhook', webhookId);
  return { webhookId };
}

/** Adds a secret; the current one signs until it expires, and an earlier one no more. */
export async function rotateSecret(db: Db, webhookId: string, config: Config) {
  await lock(db, webhookId);
  const secrets = db.deleteFrom('webhookSecret').where('webhookId', '=', webhookId);
  await secrets.where('expiresAt', 'is not', null).execute();
  await db
    .updateTable('webhookSecret')
    .set({ expiresAt: sql`now() + ${sql.lit(secretHours)} * interval '1 hour'` })
    .where('webhookId', '=', webhookId)
    .execute();
  await db
    .updateTable('webhook')
    .set({ secretChangedAt: sql`now()` })
    .where('id', '=', webhookId)
    .execute();
  return { webhookId, secret: await addSecret(db, webhookId, config) };
}

/** Enables a webhook; what waited is due at once, with all its attempts. */
export async function enableWebhook(db: Db, webhookId: string) {
  await lock(db, webhookId);
  await db
    .updateTable('webhook')
    .set({ disabledAt: null, disabledBecause: null })
    .where('id', '=', webhookId)
    .execute();
  await db
    .updateTable('webhookStatus')
    .set({ failingSince: null, restsUntil: null })
    .where('webhookId', '=', webhookId)
    .execute();
  await db
    .updateTable('webhookDelivery')
    .set(fresh)
    .where('webhookId', '=', webhookId)
    .where('state', '=', 'pending')
    .execute();
  await enqueue(db, deliverWebhooks, {});
  return { webhookId };
}

/** Prepares sending to a webhook at once, even if it rests; 409 if it is disabled. Returns its types of events. */
async function begin(db: Db, webhookId: string): Promise<readonly string[]> {
  await lock(db, webhookId);
  const webhook = await db
    .selectFrom('webhook')
    .select(['events', 'disabledAt'])
    .where('id', '=', webhookId)
    .executeTakeFirstOrThrow();
  if (webhook.disabledAt !== null) throw conflict('This webhook is disabled; enable it first');
  await db.updateTable('webhookStatus').set({ restsUntil: null }).where('webhookId', '=', webhookId).execute();
  await enqueue(db, deliverWebhooks, {});
  return webhook.events;
}

export async function sendTest(db: Db, webhookId: string) {
  await begin(db, webhookId);
  const { id: eventId } = await db
    .insertInto('event')
    .values({ type: testEvent, recordId: webhookId, data: JSON.stringify({ webhookId }) })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.insertInto('webhookDelivery').values({ webhookId, eventId, type: testEvent, recordId: webhookId }).execute();
  return { webhookId };
}

/** Makes the events since a moment due again, those of types that the webhook wants now. */
export async function replay(db: Db, webhookId: string, since: string) {
  const types = await begin(db, webhookId);
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('webhookDelivery')
    .columns(['webhookId', 'eventId', 'type', 'recordId'])
    .expression((made) =>
      made
        .selectFrom('event')
        .select([sql<string>`${webhookId}::uuid`.as('webhookId'), 'id', 'type', 'recordId'])
        .where('at', '>=', since)
        .where('type', '=', sql<string>`any(${types})`),
    )
    .onConflict((existing) => existing.columns(['tenant' as 'id', 'eventId', 'webhookId']).doUpdateSet(fresh))
    .executeTakeFirst();
  return { changed: Number(numInsertedOrUpdatedRows ?? 0n) };
}

export async function resend(db: Db, webhookId: string, deliveryId: string) {
  await begin(db, webhookId);
  const changed = await db
    .updateTable('webhookDelivery')
    .set(fresh)
    .where('id', '=', deliveryId)
    .where('webhookId', '=', webhookId)
    .returning('id')
    .executeTakeFirst();
  if (!changed) throw notFound('webhook delivery');
  return { deliveryId };
}
