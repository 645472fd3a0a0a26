/** Jobs of orders. */
import { z } from 'zod';
import { lockForUpdate } from '#platform/records.ts';
import { defineJob } from '#platform/jobs/job.ts';
import { applyStatus, lockMember } from '#shared/order/status.ts';
import { findOverdue, isOverdue } from './queries.ts';
import { updateDailySales } from './sales.ts';

/** Orders per run; the rest is left to the next run, five minutes later. */
const maxAtOnce = 500;

/** Expires unpaid and pending orders made here, and releases their vouchers. The shop expires its own orders. */
export const expireOrders = defineJob({
  name: 'expire-orders',
  ids: z.object({}),
  cron: '*/5 * * * *',
  timeout: 120,
  async run({ db }) {
    for (const id of await findOverdue(db, maxAtOnce))
      await db.transaction().execute(async (tx) => {
        await lockMember(tx, id);
        await lockForUpdate(tx, 'order', id, null);
        // It may have been marked paid meanwhile.
        if (await isOverdue(tx, id)) await applyStatus(tx, id, 'expired');
      });
  },
});

/** Keeps the sums of days whose orders changed. Pages show such days exactly before it runs, too. */
export const updateSalesJob = defineJob({
  name: 'keep-sales',
  ids: z.object({}),
  cron: '*/5 * * * *',
  timeout: 120,
  async run({ db }) {
    let days = 1;
    while (days > 0) days = await updateDailySales(db);
  },
});
