/** Mails of broadcasts: one job each, which alone may send it. */
import { sql } from 'kysely';
import { z } from 'zod';
import type { BroadcastSkip } from '#contract/broadcast/endpoints.ts';
import { broadcastText } from '#contract/broadcast/text.ts';
import { id } from '#contract/kernel/fields.ts';
import type { Db } from '#platform/database/database.ts';
import { type JobContext, defineJob } from '#platform/jobs/job.ts';
import { Unrecoverable } from '#platform/jobs/unrecoverable.ts';
import { wasNotTaken } from '#platform/mail/mailer.ts';
import { mailOnce, onOneLine } from '#shared/mail/mail-once.ts';
import { renderMail } from '#shared/mail/template.ts';
import { finish, goOnAt, momentOf, quietUntil, recordProblem } from './pacing.ts';
import { skipReason } from './recipients.ts';
import { unsubscribeUrl } from './unsubscribe.ts';

/**
 * Mail that this job alone may send; undefined: it was sent, or skipped, or is another job's. The key stays at the delivery
 * as long as a try may have reached the person. `isFirst`: none has.
 */
async function takeLetter(db: Db, deliveryId: string, key: string) {
  const { rows } = await sql<{
    isFirst: boolean;
  }>`with free as materialized (select id, claimed_by from broadcast_delivery
      where id = ${deliveryId} and state = 'queued' and coalesce(claimed_by, ${key}) = ${key} for update)
    update broadcast_delivery taken set claimed_by = ${key} from free where taken.id = free.id
    returning free.claimed_by is null as is_first`.execute(db);
  if (rows.length === 0) return undefined;
  const letter = await db
    .selectFrom('broadcastDelivery as delivery')
    .innerJoin('broadcast', 'broadcast.id', 'delivery.broadcastId')
    .innerJoin('user', 'user.id', 'delivery.userId')
    .leftJoin('user as sender', 'sender.id', 'broadcast.byId')
    .select(['delivery.broadcastId', 'delivery.userId', 'user.name', 'user.email', 'subject', 'body'])
    .select(['sender.name as sender', skipReason({ channel: 'mail', templateId: null }).as('skipReason')])
    .where('delivery.id', '=', deliveryId)
    .executeTakeFirstOrThrow();
  return { ...letter, isFirst: rows[0]!.isFirst };
}

type Letter = NonNullable<Awaited<ReturnType<typeof takeLetter>>>;

/** Lets another job send the mail, when the quiet hours end. */
async function release(db: Db, deliveryId: string, { broadcastId }: Letter, quiet: Date): Promise<void> {
  await sql`update broadcast_delivery set claimed_at = null, claimed_by = null
    where id = ${deliveryId} and state = 'queued'`.execute(db);
  await goOnAt(db, broadcastId, momentOf(quiet));
}

interface Outcome {
  state: 'sent' | 'failed' | 'skipped';
  reason?: BroadcastSkip;
  error?: string;
  /** No try can have reached the person. */
  isUnreached?: boolean;
}

/** Records what became of a mail; it may have been stopped meanwhile. */
async function settle(db: Db, deliveryId: string, { state, reason, error = '', isUnreached = false }: Outcome) {
  await sql`update broadcast_delivery set state = ${state}, reason = ${reason ?? null}, error = ${error.slice(0, 500)},
      claimed_by = case when not ${isUnreached} then claimed_by end,
      sent_at = ${state === 'sent' ? sql`now()` : null}, failed_at = ${state === 'failed' ? sql`now()` : null}
    where id = ${deliveryId} and state in ('queued', 'skipped')`.execute(db);
}

/** Mail with its link to unsubscribe, also for mail clients (RFC 8058). */
function mailOf({ tenant, config }: JobContext, { name, sender, subject, body, userId }: Letter) {
  const fill = (text: string) => broadcastText(text, onOneLine(name), sender ?? '');
  const links = unsubscribeUrl(config, tenant, userId);
  const paragraphs = fill(body).split(/\n\s*\n/);
  return {
    ...renderMail(config.brands[tenant], onOneLine(fill(subject)), [
      ...paragraphs.filter((part) => part.trim() !== ''),
      'Tidak ingin menerima e-mail seperti ini lagi? Berhenti berlangganan:',
      links.page,
    ]),
    headers: { 'List-Unsubscribe': `<${links.oneClick}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  };
}

/** Another job must not send it after the quiet hours, since it may have been taken. */
const noAnswer = 'The mail server did not answer before the quiet hours';

/** Sends one mail of a broadcast. `now`: time by which it is quiet. */
export async function sendOneMail(context: JobContext, deliveryId: string, now = new Date()): Promise<void> {
  const { db } = context;
  const letter = await takeLetter(db, deliveryId, context.key);
  if (!letter) return;
  const quiet = await quietUntil(db, now);
  const { isFirst, skipReason: reason } = letter;
  if (quiet && isFirst) return release(db, deliveryId, letter, quiet);
  if (quiet) await settle(db, deliveryId, { state: 'failed', error: noAnswer });
  else if (reason !== null) await settle(db, deliveryId, { state: 'skipped', reason, isUnreached: isFirst });
  else await deliver(context, deliveryId, letter);
  await finish(db, letter.broadcastId);
}

/** Hands the mail over and records the result. @throws the server's reply if the job is to try again */
async function deliver(context: JobContext, deliveryId: string, letter: Letter): Promise<void> {
  const { db, key } = context;
  try {
    await mailOnce(context, { name: onOneLine(letter.name), address: letter.email }, mailOf(context, letter));
    await settle(db, deliveryId, { state: 'sent' });
  } catch (error) {
    const isUnreached = letter.isFirst && wasNotTaken(error);
    if (error instanceof Unrecoverable || context.isLastTry)
      return settle(db, deliveryId, { state: 'failed', error: (error as Error).message, isUnreached });
    if (isUnreached)
      await sql`update broadcast_delivery set claimed_by = null where id = ${deliveryId} and claimed_by = ${key}`.execute(
        db,
      );
    await recordProblem(db, letter.broadcastId, (error as Error).message);
    throw error;
  }
}

/** Its key, and so the Message-ID, is the same however often it runs. */
export const sendBroadcastMail = defineJob({
  name: 'send-broadcast-mail',
  ids: z.object({ deliveryId: id }),
  concurrency: 4,
  timeout: 120,
  run: (context) => sendOneMail(context, context.ids.deliveryId),
});
