/**
 * Delivery of events, in any number of processes: whoever takes a delivery moves its next attempt ahead, sends it
 * without a connection, and then records how it ended. At least once, and in order for each record.
 */
import { sql } from 'kysely';
import type { DeliveryAttempt } from '#contract/integration/webhooks.ts';
import type { Config } from '#platform/config.ts';
import type { Db } from '#platform/database/database.ts';
import { enqueue } from '#platform/jobs/outbox.ts';
import { unseal } from '#platform/session/seal.ts';
import { sendMail } from '#shared/mail/send-mail.ts';
import { bodyOf } from './queries.ts';

/** Upper limit of concurrent requests to a webhook by one run. */
const atOnce = 10;
/** Time in which a taken delivery is recorded; afterwards, somebody else sends it. */
const leaseSeconds = 60;
/** Rest of a webhook after a round in which nothing was delivered, so that a dead one does not occupy the workers. */
const restSeconds = 60;
/** Attempts that the log of a delivery keeps. */
const keptAttempts = 10;

const minute = 60;
const hour = 60 * minute;
/** Seconds from each failed attempt to the next; almost a day. */
const delays = [minute, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 7 * hour, 9 * hour];
/** Without any delivery for so long, a webhook whose delivery fails for the last time is disabled. */
const deadSeconds = delays.reduce((sum, delay) => sum + delay, 0) - 10 * minute;

interface Taken {
  id: string;
  eventId: string;
  type: string;
  attempts: number;
  log: DeliveryAttempt[];
  data: unknown;
  at: string;
}

/**
 * Takes deliveries that are due, of each record only the first that waits. Both orders are those of an index, so that
 * the plan is right before the statistics know of a burst.
 */
async function take(db: Db, webhookId: string): Promise<Taken[]> {
  const { rows } = await sql<Taken>`
    with due as (
      select id from webhook_delivery mine
        where webhook_id = ${webhookId} and state = 'pending' and next_at <= now()
          and event_id = (select event_id from webhook_delivery first where first.tenant = mine.tenant
            and first.webhook_id = mine.webhook_id and first.record_id = mine.record_id
            and first.state = 'pending' order by event_id limit 1)
        order by next_at, event_id limit ${sql.lit(atOnce)} for update skip locked)
    update webhook_delivery taken set next_at = now() + ${sql.lit(leaseSeconds)} * interval '1 second'
      from due, event where taken.id = due.id and event.id = taken.event_id
      returning taken.id, taken.event_id, taken.type, attempts, log, data, at`.execute(db);
  return rows;
}

/** A webhook that may be called now. */
const findReady = (db: Db, webhookId: string) =>
  db
    .selectFrom('webhook')
    .leftJoin('webhookStatus', 'webhookStatus.webhookId', 'webhook.id')
    .select(['id', 'url', 'setBy', 'failingSince'])
    .where('id', '=', webhookId)
    .where('disabledAt', 'is', null)
    .where(sql<boolean>`rests_until is null or rests_until <= now()`)
    .executeTakeFirst();
type Ready = NonNullable<Awaited<ReturnType<typeof findReady>>>;

async function secretsOf(db: Db, webhookId: string, config: Config): Promise<string[]> {
  const rows = await db
    .selectFrom('webhookSecret')
    .select('secret')
    .where('webhookId', '=', webhookId)
    .where(sql<boolean>`expires_at is null or expires_at > now()`)
    .orderBy('id', 'desc')
    .execute();
  return rows.map(({ secret }) => unseal(secret, webhookId, config)).filter((secret) => secret !== undefined);
}

/** Disables a webhook, and writes to whoever set it. `db`: transaction. */
async function disable(db: Db, { id, setBy }: Ready, because: string): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('webhook')
    .set({ disabledAt: sql`now()`, disabledBecause: because })
    .where('id', '=', id)
    .where('disabledAt', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows > 0n && setBy) await enqueue(db, sendMail, { template: 'webhook-disabled', userId: setBy });
}

interface Ended extends Taken {
  attempt: DeliveryAttempt;
}

/** Whether the receiver has not taken anything for about a day. */
const isDead = ({ failingSince }: Ready) =>
  failingSince !== null && Date.now() - Date.parse(failingSince) >= deadSeconds * 1000;

/** State after an attempt. What a dead webhook could not take still waits: it is sent when the webhook is enabled. */
function outcome(webhook: Ready, { attempts, log, attempt, id }: Ended) {
  const delay = delays[attempts];
  const state = attempt.error === null ? 'delivered' : delay || isDead(webhook) ? 'pending' : 'failed';
  return { id, state, delay: delay ?? hour, log: [...log, attempt].slice(-keptAttempts) };
}

/** Records a round of attempts; returns whether the webhook may be called again at once. */
async function record(db: Db, webhook: Ready, round: readonly Ended[]): Promise<boolean> {
  const isAlive = round.some(({ attempt }) => attempt.error === null);
  const last = round.at(-1)!.attempt;
  const error = round.findLast(({ attempt }) => attempt.error !== null)?.attempt.error ?? null;
  const isGone = round.some(({ attempt }) => attempt.status === 410);
  const isOver = !isAlive && isDead(webhook) && round.some(({ attempts }) => attempts >= delays.length);
  await db.transaction().execute(async (tx) => {
    await sql`update webhook_delivery ended set state = made.state, attempts = attempts + 1, log = made.log,
        next_at = now() + made.delay * interval '1 second'
      from jsonb_to_recordset(${JSON.stringify(round.map((one) => outcome(webhook, one)))}::jsonb)
        as made (id uuid, state text, delay int, log jsonb)
      where ended.id = made.id`.execute(tx);
    await sql`insert into webhook_status as kept (webhook_id, last_attempt_at, last_delivered_at, failing_since, rests_until, last_error)
      values (${webhook.id}, ${last.at}, case when ${isAlive} then now() end, case when not ${isAlive} then now() end,
        case when not ${isAlive} then now() + ${sql.lit(restSeconds)} * interval '1 second' end, ${error})
      on conflict (tenant, webhook_id) do update set last_attempt_at = excluded.last_attempt_at, last_error = excluded.last_error,
        last_delivered_at = coalesce(excluded.last_delivered_at, kept.last_delivered_at), rests_until = excluded.rests_until,
        failing_since = case when not ${isAlive} then coalesce(kept.failing_since, now()) end`.execute(tx);
    if (isGone) await disable(tx, webhook, 'The receiver replied 410: it wants no more events');
    else if (isOver) await disable(tx, webhook, `Nothing was delivered for a day: ${error}`);
  });
  return isAlive && !isGone;
}

/** Sends what is due to a webhook; returns whether more may be due. */
async function sendDue(db: Db, webhookId: string, config: Config, isEnding: () => boolean): Promise<boolean> {
  while (!isEnding()) {
    const webhook = await findReady(db, webhookId);
    const taken = webhook ? await take(db, webhookId) : [];
    if (!webhook || taken.length === 0) return false;
    // Its libraries are loaded by the first event.
    const { post } = await import('./post.ts');
    const secrets = await secretsOf(db, webhookId, config);
    const round = await Promise.all(
      taken.map(async (one) => {
        const message = { url: webhook.url, id: one.eventId, body: bodyOf(one), secrets };
        return { ...one, attempt: await post(message, { isPublicOnly: config.production }) };
      }),
    );
    if (!(await record(db, webhook, round))) return false;
  }
  return true;
}

/** Sends what is due to all webhooks, independently of each other; returns whether more may be due. */
export async function sendAllDue(db: Db, config: Config, isEnding: () => boolean): Promise<boolean> {
  const webhooks = await db.selectFrom('webhook').select('id').where('disabledAt', 'is', null).execute();
  const all = await Promise.all(webhooks.map(({ id }) => sendDue(db, id, config, isEnding)));
  return all.includes(true);
}
