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
import { enqueueAll } from '#platform/jobs/outbox.ts';
import { updateRecord } from '#platform/records.ts';
import { openGateway } from '../gateways/accounts.ts';
import type { GatewayRefund } from '../gateways/gateway.ts';
import { complete, lockRefund } from './completing.ts';

/** Time between questions about a refund that is pending: grows with its age, from 5 minutes to an hour. */
export const pause = sql<string>`now() + least(greatest(now() - coalesce(decided_at, asked_at), interval '5 minutes'), interval '1 hour')`;

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
  await db.updateTable('refund').set({ reference, nextCheckAt: pause }).where('id', '=', refundId).execute();
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

/** Refunds per run; the rest is left to the next run, a minute later. */
const maxAtOnce = 100;

/** Asks about refunds that the gateway has not finished. */
export const checkRefunds = defineJob({
  name: 'check-refunds',
  ids: z.object({}),
  cron: '* * * * *',
  timeout: 60,
  retry: { limit: 0, delay: 1 },
  async run({ db }) {
    await db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ refundId: string }>`update refund set next_check_at = ${pause}
        where id = any (array(select id from refund where next_check_at <= now()
          order by next_check_at limit ${sql.lit(maxAtOnce)} for update skip locked))
        returning id as "refundId"`.execute(tx);
      await enqueueAll(tx, sendToGateway, rows);
    });
  },
});
