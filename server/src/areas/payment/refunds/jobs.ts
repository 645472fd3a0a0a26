/**
 * Jobs that have gateways pay refunds back. The gateway is called without a connection, and its answer recorded: however
 * often, and wherever a run stopped, the refund ends as the gateway has it.
 */
import { sql } from 'kysely';
import { z } from 'zod';
import { id } from '#contract/kernel/fields.ts';
import type { Db } from '#platform/database/database.ts';
import { retrying } from '#platform/database/retry.ts';
import { type JobContext, defineJob } from '#platform/jobs/job.ts';
import { updateRecord } from '#platform/records.ts';
import { openGateway } from '../gateways/accounts.ts';
import type { GatewayRefund } from '../gateways/gateway.ts';
import { checksDue } from '../gateways/jobs.ts';
import { complete, lockRefund } from './completing.ts';

/** Time between questions about a refund that is pending: grows with its age, from 5 minutes to an hour. */
const pause = sql`least(greatest(now() - coalesce(decided_at, asked_at), interval '5 minutes'), interval '1 hour')`;
export const nextCheck = sql<string>`now() + ${pause}`;

/** Records an answer about a try, unless it was recorded before. `db`: transaction. */
async function record(db: Db, refundId: string, attempt: number, answer: GatewayRefund): Promise<void> {
  const refund = await lockRefund(db, refundId);
  if (refund.state !== 'at-gateway' || refund.attempt !== attempt) return;
  const { state, reference, failure = '' } = answer;
  if (state === 'done') return complete(db, refund, reference);
  if (state === 'failed')
    return void (await updateRecord(db, 'refund', refundId, {
      state,
      reference,
      nextCheckAt: null,
      failure: failure.slice(0, 300),
    }));
  await db.updateTable('refund').set({ reference, nextCheckAt: nextCheck }).where('id', '=', refundId).execute();
}

type Work = Pick<JobContext, 'db' | 'tenant' | 'config' | 'signal'>;

/** Has the gateway pay a refund back, or asks how it went. */
export async function refundAtGateway({ db, tenant, config, signal }: Work, refundId: string): Promise<void> {
  const refund = await db
    .selectFrom('refund')
    .select(['gateway', 'paymentReference as payment', 'attempt', 'amount', 'reason'])
    .where('id', '=', refundId)
    .where('state', '=', 'at-gateway')
    .executeTakeFirst();
  const gateway = refund?.gateway && openGateway(config, tenant, refund.gateway);
  if (!gateway) return;
  const { attempt, ...rest } = refund;
  const answer = await gateway.refund({ ...rest, key: `${refundId}-${attempt}` }, signal);
  await retrying(() => db.transaction().execute((tx) => record(tx, refundId, attempt, answer)));
}

export const sendToGateway = defineJob({
  name: 'refund-at-gateway',
  ids: z.object({ refundId: id }),
  concurrency: 2,
  timeout: 60,
  run: (context) => refundAtGateway(context, context.ids.refundId),
});

/** Asks about refunds that the gateway has not finished. */
export const checkRefunds = checksDue('check-refunds', 'refund', pause, sendToGateway);
