/** Products that left a discount when another started: they are unassigned from it. Their prices follow without this. */
import { z } from 'zod';
import { defineJob } from '#platform/jobs/job.ts';
import { settleLeavings } from '#shared/leaving.ts';

export const removeLeft = defineJob({
  name: 'remove-left-products',
  ids: z.object({}),
  cron: '*/5 * * * *',
  timeout: 120,
  run: async ({ db }) => void (await settleLeavings(db)),
});
