/** Job that moves waiting lists on: places for who paid, and the next person after an offer that is over. */
import { z } from 'zod';
import { defineJob } from '#platform/jobs/job.ts';
import { findMoving, findPaid } from './queries.ts';
import { givePaid, passOn } from './service.ts';

export const moveWaitingLists = defineJob({
  name: 'move-waiting-lists',
  ids: z.object({}),
  cron: '*/5 * * * *',
  timeout: 120,
  async run({ db }) {
    for (const courseId of await findMoving(db)) {
      for (const paid of await findPaid(db, courseId))
        await db.transaction().execute((tx) => givePaid(tx, courseId, paid));
      await db.transaction().execute((tx) => passOn(tx, courseId));
    }
  },
});
