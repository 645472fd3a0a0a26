/** Jobs that settle payments: after a notification, when an order no longer needs its link, and from time to time. */
import { sql } from 'kysely';
import { z } from 'zod';
import { id } from '#contract/kernel/fields.ts';
import { defineJob } from '#platform/jobs/job.ts';
import { enqueueAll } from '#platform/jobs/outbox.ts';
import { linkGateway } from './accounts.ts';
import { settle } from './settling.ts';

/** Also enqueued by a trigger (`end_payment_links`), under this name. */
export const settlePayment = defineJob({
  name: 'settle-payment',
  ids: z.object({ linkId: id }),
  concurrency: 4,
  timeout: 60,
  run: (context) => settle(context, context.ids.linkId),
});

/** Links per run; the rest is left to the next run, a minute later. */
const maxAtOnce = 100;
/** Until then, the job that was enqueued has asked; otherwise the link is due again. */
const patience = sql`interval '10 minutes'`;

/** Asks about links whose notifications may have been lost. */
export const checkPayments = defineJob({
  name: 'check-payments',
  ids: z.object({}),
  cron: '* * * * *',
  timeout: 60,
  retry: { limit: 0, delay: 1 },
  async run({ db, config, tenant }) {
    // Nobody can be asked.
    if (!linkGateway(config, tenant)) return;
    await db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ linkId: string }>`update payment_link set next_check_at = now() + ${patience}
        where id = any (array(select id from payment_link where next_check_at <= now()
          order by next_check_at limit ${sql.lit(maxAtOnce)} for update skip locked))
        returning id as "linkId"`.execute(tx);
      await enqueueAll(tx, settlePayment, rows);
    });
  },
});
