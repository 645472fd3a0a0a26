/** Job that fetches payouts from Xendit, every night and when somebody asks, and compares differing ones again. */
import { z } from 'zod';
import { defineJob } from '#platform/jobs/job.ts';
import { fetchXendit, matchDiffering } from './fetching.ts';

/** Days that a night reads again: settlement is late on holidays. */
const nightly = 10;
/** Days that are read when somebody asks. */
const onDemand = 31;

const run = async (context: Parameters<typeof fetchXendit>[0], days: number): Promise<void> => {
  await fetchXendit(context, days);
  await matchDiffering(context.db);
};

export const fetchPayouts = defineJob({
  name: 'fetch-payouts',
  ids: z.object({}),
  run: (context) => run(context, onDemand),
});

export const checkPayouts = defineJob({
  name: 'check-payouts',
  ids: z.object({}),
  cron: '20 4 * * *',
  run: (context) => run(context, nightly),
});
