/** Mails of broadcasts: one job each, which alone may send it. */
import { sql } from 'kysely';
import { z } from 'zod';
import type { BroadcastSkip } from '#contract/broadcast/endpoints.ts';
import { broadcastText } from '#contract/broadcast/text.ts';
import { id } from '#contract/kernel/fields.ts';
import type { Db } from '#platform/database/database.ts';
import { type JobContext, defineJob } from '#platform/jobs/job.ts';
import { Unrecoverable } from '#platform/jobs/unrecoverable.ts';
import { mailOnce, onOneLine } from '#shared/mail/mail-once.ts';
import { renderMail } from '#shared/mail/template.ts';
import { finish, goOnAt, momentOf, quietUntil } from './pacing.ts';
import { skipReason } from './recipients.ts';
import { unsubscribeUrl } from './unsubscribe.ts';

/** Mail that this job alone may send; undefined: it was sent, or skipped, or is another job's. */
async function takeLetter(db: Db, deliveryId: string, key: string) {
  const { rows } = await sql`update broadcast_delivery set claimed_by = ${key}
    where id = ${deliveryId} and state = 'queued' and coalesce(claimed_by, ${key}) = ${key} returning id`.execute(db);
  if (rows.length === 0) return undefined;
  return db
    .selectFrom('broadcastDelivery as delivery')
    .innerJoin('broadcast', 'broadcast.id', 'delivery.broadcastId')
    .innerJoin('user', 'user.id', 'delivery.userId')
    .leftJoin('user as sender', 'sender.id', 'broadcast.byId')
    .select(['delivery.broadcastId', 'delivery.userId', 'user.name', 'user.email', 'subject', 'body'])
    .select(['sender.name as sender', skipReason({ channel: 'mail', templateId: null }).as('skipReason')])
    .where('delivery.id', '=', deliveryId)
    .executeTakeFirstOrThrow();
}

type Letter = NonNullable<Awaited<ReturnType<typeof takeLetter>>>;

/** Lets another job send the mail, when the quiet hours end. */
async function release(db: Db, deliveryId: string, { broadcastId }: Letter, quiet: Date): Promise<void> {
  await sql`update broadcast_delivery set claimed_at = null, claimed_by = null
    where id = ${deliveryId} and state = 'queued'`.execute(db);
  await goOnAt(db, broadcastId, momentOf(quiet));
}

/** Records what became of a mail; it may have been stopped meanwhile. */
async function settle(
  db: Db,
  deliveryId: string,
  state: 'sent' | 'failed' | 'skipped',
  { reason = null, error = '' }: { reason?: BroadcastSkip | null; error?: string } = {},
): Promise<void> {
  await sql`update broadcast_delivery set state = ${state}, reason = ${reason}, error = ${error.slice(0, 500)},
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

/** Sends one mail of a broadcast. `now`: time by which it is quiet. */
export async function sendOneMail(context: JobContext, deliveryId: string, now = new Date()): Promise<void> {
  const { db } = context;
  const letter = await takeLetter(db, deliveryId, context.key);
  if (!letter) return;
  const quiet = await quietUntil(db, now);
  if (quiet) return release(db, deliveryId, letter, quiet);
  if (letter.skipReason !== null) await settle(db, deliveryId, 'skipped', { reason: letter.skipReason });
  else
    try {
      await mailOnce(context, { name: onOneLine(letter.name), address: letter.email }, mailOf(context, letter));
      await settle(db, deliveryId, 'sent');
    } catch (error) {
      if (!(error instanceof Unrecoverable) && !context.isLastTry) throw error;
      await settle(db, deliveryId, 'failed', { error: (error as Error).message });
    }
  await finish(db, letter.broadcastId);
}

/** Its key, and so the Message-ID, is the same however often it runs. */
export const sendBroadcastMail = defineJob({
  name: 'send-broadcast-mail',
  ids: z.object({ deliveryId: id }),
  concurrency: 4,
  timeout: 120,
  run: (context) => sendOneMail(context, context.ids.deliveryId),
});
