/** Jobs that settle payments: after a notification, when an order no longer needs its link, and from time to time. */
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { id } from '#contract/kernel/fields.ts';
import { type Ids, type Job, defineJob } from '#platform/jobs/job.ts';
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

/** Rows per run; the rest is left to the next run, a minute later. */
const maxAtOnce = 100;

/** Job that has another ask about the rows of a table whose time has come; `pause`: time until a row is due again. */
export const checksDue = <I extends Ids>(
  name: string,
  table: 'payment_link' | 'refund',
  pause: RawBuilder<unknown>,
  asking: Job<I>,
) =>
  defineJob({
    name,
    ids: z.object({}),
    cron: '* * * * *',
    timeout: 60,
    retry: { limit: 0, delay: 1 },
    async run({ db, config, tenant }) {
      // Nobody can be asked.
      if (!linkGateway(config, tenant)) return;
      await db.transaction().execute(async (tx) => {
        const due = sql`select id from ${sql.table(table)} where next_check_at <= now()
          order by next_check_at limit ${sql.lit(maxAtOnce)} for update skip locked`;
        const { rows } = await sql<z.input<I>>`update ${sql.table(table)} set next_check_at = now() + ${pause}
          where id = any (array(${due})) returning id as ${sql.ref(Object.keys(asking.ids.shape)[0]!)}`.execute(tx);
        await enqueueAll(tx, asking, rows);
      });
    },
  });

/** Asks about links whose notifications may have been lost; those whose job stopped are due again after ten minutes. */
export const checkPayments = checksDue('check-payments', 'payment_link', sql`interval '10 minutes'`, settlePayment);
