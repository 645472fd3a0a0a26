/** Jobs that send broadcasts: in small steps, never twice to one person, and not in quiet hours. */
import { sql } from 'kysely';
import { z } from 'zod';
import type { BroadcastSkip } from '#contract/broadcast/endpoints.ts';
import { broadcastText } from '#contract/broadcast/text.ts';
import { id } from '#contract/kernel/fields.ts';
import type { WhatsAppAccount } from '#platform/config-whatsapp.ts';
import type { Db } from '#platform/database/database.ts';
import { type JobContext, defineJob } from '#platform/jobs/job.ts';
import { enqueue, enqueueAll } from '#platform/jobs/outbox.ts';
import { Unrecoverable } from '#platform/jobs/unrecoverable.ts';
import { sendBroadcastMail } from './mailing.ts';
import { finish, goOnAt, momentOf, quietUntil, recordProblem, tenMinutes } from './pacing.ts';
import { hasTwin, skipReason } from './recipients.ts';
import { sendMessage } from './whatsapp/client.ts';

/** People per run of the job; the next run goes on. */
const perRun = 500;
/** Calls to WhatsApp at a time. */
const atOnce = 4;

const findBroadcast = (db: Db, broadcastId: string) =>
  db
    .selectFrom('broadcast')
    .leftJoin('whatsappTemplate as template', 'template.id', 'broadcast.templateId')
    .leftJoin('user as sender', 'sender.id', 'broadcast.byId')
    .select(['broadcast.id', 'channel', 'subject', 'broadcast.body', 'templateId', 'parameters', 'state'])
    .select(['template.name as templateName', 'template.language', 'sender.name as sender'])
    .where('broadcast.id', '=', broadcastId)
    .executeTakeFirst();
type Broadcast = NonNullable<Awaited<ReturnType<typeof findBroadcast>>>;

interface Claimed {
  id: string;
  name: string;
  phone: string | null;
  reason: BroadcastSkip | null;
}

/**
 * Takes up to `limit` of those who wait; who may not get it any more is skipped. On WhatsApp, they become `unknown`
 * before the call, so that nobody calls twice whatever happens to this process.
 */
async function claim(db: Db, broadcast: Broadcast, limit: number): Promise<Claimed[]> {
  const isWhatsApp = broadcast.channel === 'whatsapp';
  const state = isWhatsApp ? 'unknown' : 'queued';
  // Numbers may have changed since it was queued.
  const twin = isWhatsApp ? sql`case when ${hasTwin(broadcast.id)} then 'same-phone' end` : sql`null`;
  const { rows } = await sql<Claimed>`with next as materialized (
      select delivery.id, "user".name, "user".phone_e164 as phone, coalesce(${skipReason(broadcast)}, ${twin}) as reason
      from broadcast_delivery delivery join "user" on "user".id = delivery.user_id
      where delivery.broadcast_id = ${broadcast.id} and delivery.state = 'queued' and delivery.claimed_at is null
        and exists (select from broadcast where broadcast.id = ${broadcast.id} and broadcast.state = 'sending')
      order by delivery.id limit ${limit} for update of delivery skip locked)
    update broadcast_delivery taken set claimed_at = now(), reason = next.reason,
      state = case when next.reason is null then ${state} else 'skipped' end
    from next where taken.id = next.id returning next.id, next.name, next.phone, next.reason`.execute(db);
  return rows;
}

/** Hands one message over to WhatsApp and records the answer; `later`: WhatsApp takes none now. */
async function handOver(db: Db, account: WhatsAppAccount, broadcast: Broadcast, to: Claimed) {
  const fill = (text: string) => broadcastText(text, to.name, broadcast.sender ?? '');
  const { templateName: name, language } = broadcast;
  const content =
    name && language
      ? { template: { name, language, parameters: broadcast.parameters.map(fill) } }
      : { text: fill(broadcast.body) };
  const result = await sendMessage(account, { to: to.phone!.slice(1), key: to.id, content });
  // A webhook may have said more by now.
  if (result.state === 'sent')
    await sql`update broadcast_delivery set reference = ${result.reference}, sent_at = coalesce(sent_at, now()),
      state = case state when 'unknown' then 'sent' else state end where id = ${to.id}`.execute(db);
  if (result.state === 'failed')
    await sql`update broadcast_delivery set state = 'failed', error = ${result.error.slice(0, 500)}, failed_at = now()
      where id = ${to.id} and state = 'unknown'`.execute(db);
  if (result.state !== 'later') return undefined;
  await sql`update broadcast_delivery set claimed_at = null,
      state = case when stopped then 'skipped' else 'queued' end, reason = case when stopped then 'stopped' end
    from (select state <> 'sending' as stopped from broadcast where id = ${broadcast.id}) now
    where id = ${to.id} and broadcast_delivery.state = 'unknown'`.execute(db);
  return result.error;
}

/** Sends WhatsApp messages, a few at a time; returns whether the run ended because its share was done. */
async function sendMessages(context: JobContext, account: WhatsAppAccount, broadcast: Broadcast): Promise<boolean> {
  let left = perRun;
  let refusal: string | undefined;
  const work = async () => {
    while (left > 0 && refusal === undefined && !context.signal.aborted) {
      left -= 1;
      const [to] = await claim(context.db, broadcast, 1);
      if (!to) return;
      if (to.reason !== null) continue;
      // Also if another call was refused meanwhile: this person is taken.
      const error = await handOver(context.db, account, broadcast, to);
      refusal ??= error;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  // Repeated with growing pauses, and shown on the page of jobs.
  if (refusal !== undefined) {
    await recordProblem(context.db, broadcast.id, refusal);
    throw new Error(refusal);
  }
  context.signal.throwIfAborted();
  return left <= 0;
}

/** Enqueues a mail for each of the next people; returns whether there may be more. */
const enqueueMails = (db: Db, broadcast: Broadcast): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const taken = await claim(tx, broadcast, perRun);
    const mails = taken.filter(({ reason }) => reason === null).map((one) => ({ deliveryId: one.id }));
    await enqueueAll(tx, sendBroadcastMail, mails);
    return taken.length === perRun;
  });

const notSetUp = 'WhatsApp is no longer set up';

/** Sends a share of a broadcast. `now`: time by which it is quiet. */
export async function sendShare(context: JobContext, broadcastId: string, now = new Date()): Promise<void> {
  const { db, config, tenant } = context;
  const broadcast = await findBroadcast(db, broadcastId);
  if (broadcast?.state !== 'sending') return;
  const quiet = await quietUntil(db, now);
  if (quiet) return void (await goOnAt(db, broadcastId, momentOf(quiet)));
  const account = config.whatsApp[tenant];
  // Another run begins then if this one is lost.
  await goOnAt(db, broadcastId, tenMinutes);
  if (broadcast.channel === 'whatsapp' && !account) {
    await recordProblem(db, broadcastId, notSetUp);
    throw new Unrecoverable(notSetUp);
  }
  const isMore =
    broadcast.channel === 'whatsapp'
      ? await sendMessages(context, account!, broadcast)
      : await enqueueMails(db, broadcast);
  if (isMore) await enqueue(db, sendBroadcastJob, { broadcastId });
  else await finish(db, broadcastId);
}

export const sendBroadcastJob = defineJob({
  name: 'send-broadcast',
  ids: z.object({ broadcastId: id }),
  concurrency: 2,
  timeout: 600,
  run: (context) => sendShare(context, context.ids.broadcastId),
});

/** Goes on with broadcasts whose pause is over. */
export const continueBroadcasts = defineJob({
  name: 'continue-broadcasts',
  ids: z.object({}),
  cron: '* * * * *',
  timeout: 60,
  retry: { limit: 0, delay: 1 },
  run: ({ db }) =>
    db.transaction().execute(async (tx) => {
      await sql`delete from broadcast_due where broadcast_id in (select id from broadcast where state <> 'sending')`.execute(
        tx,
      );
      const { rows } = await sql<{ broadcastId: string }>`update broadcast_due set at = ${tenMinutes}
        where at <= now() returning broadcast_id`.execute(tx);
      await enqueueAll(tx, sendBroadcastJob, rows);
    }),
});
