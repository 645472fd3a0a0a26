/** Jobs of users. */
import { z } from 'zod';
import { defineJob } from '#platform/jobs/job.ts';
import { storeAtRisk } from '#shared/at-risk.ts';

/** Finds the members at risk, hourly: the members' site reports progress all the time. */
export const findAtRisk = defineJob({
  name: 'find-at-risk',
  ids: z.object({}),
  cron: '17 * * * *',
  run: ({ db, store, key }) => storeAtRisk(db, (left) => store.report(key, left)),
});
