/** Comparison of payments: every night, on demand, and of an order that changed while it had differences. */
import { z } from 'zod';
import { id } from '#contract/kernel/fields.ts';
import { defineJob } from '#platform/jobs/job.ts';
import { compareOrders, recordCheck } from './comparing.ts';

/** Also enqueued by a trigger (`compare_order_again`), under this name. Runs after the nightly check of access. */
export const checkPaymentDifferences = defineJob({
  name: 'check-differences',
  ids: z.object({ orderId: id.optional() }),
  cron: '30 2 * * *',
  timeout: 600,
  run: ({ db, ids: { orderId }, signal }) =>
    orderId ? db.transaction().execute((tx) => compareOrders(tx, [orderId])) : recordCheck(db, signal),
});
