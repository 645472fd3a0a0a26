/** Job that works off a batch. */
import { id } from '#contract/kernel/fields.ts';
import { z } from 'zod';
import { type Job, defineJob } from '#platform/jobs/job.ts';
import { type BatchKinds, kindsFor, processBatch } from './run.ts';

const ids = z.object({ batchId: id });

/** Name and input of the job, for enqueueing it. */
export const batchJob = { name: 'run-batch', ids } as const;

/** Job that processes the rows of a batch; its last failed try marks the batch as failed. */
export const runBatch = (kinds: BatchKinds): Job<typeof ids> =>
  defineJob({
    ...batchJob,
    // A big batch does not hold up the others.
    concurrency: 3,
    timeout: 3600,
    async run({ db, named, tenant, config, ids: { batchId }, isLastTry, signal }) {
      try {
        await processBatch({ db, named, kinds: kindsFor(kinds, { tenant, config }), signal }, batchId);
      } catch (error) {
        if (isLastTry)
          await db
            .updateTable('batch')
            .set({ state: 'failed', error: (error as Error).message.slice(0, 500) })
            .where('id', '=', batchId)
            .where('state', '=', 'running')
            .execute();
        throw error;
      }
    },
  });
