/** Job that delivers events to webhooks. */
import { z } from 'zod';
import { defineJob } from '#platform/jobs/job.ts';
import { enqueue } from '#platform/jobs/outbox.ts';
import { sendAllDue } from './delivery.ts';

/** Time after which a run leaves the rest to the next one, so that other jobs of the kind get their turn. */
const turnMs = 20_000;

/** Runs after each commit that writes an event, and every minute for the attempts that are due again. */
export const deliverWebhooks = defineJob({
  name: 'deliver-webhooks',
  ids: z.object({}),
  cron: '* * * * *',
  concurrency: 4,
  timeout: 120,
  // The next minute's run sends what this one left.
  retry: { limit: 0, delay: 1 },
  async run({ db, config, signal }) {
    const end = Date.now() + turnMs;
    const isMore = await sendAllDue(db, config, () => signal.aborted || Date.now() > end);
    if (isMore) await enqueue(db, deliverWebhooks, {});
  },
});
