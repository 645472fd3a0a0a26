/** Orders made here that nobody paid in time: they expire, and give their vouchers back. The shop ends its own. */
import { z } from 'zod';
import { lockForUpdate } from '#platform/change.ts';
import { defineJob } from '#platform/jobs/job.ts';
import { become, lockMember } from './status.ts';
import { findOverdue, isOverdue } from './queries.ts';

/** The rest follows five minutes later. */
const mostAtOnce = 500;

export const expireOrders = defineJob({
  name: 'expire-orders',
  ids: z.object({}),
  cron: '*/5 * * * *',
  timeout: 120,
  async run({ db }) {
    for (const id of await findOverdue(db, mostAtOnce))
      await db.transaction().execute(async (tx) => {
        await lockMember(tx, id);
        await lockForUpdate(tx, 'order', id, null);
        // Somebody may have marked it paid in between.
        if (await isOverdue(tx, id)) await become(tx, id, 'expired');
      });
  },
});
