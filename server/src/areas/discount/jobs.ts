/** Job that unassigns products from the discount that they left when another started. Prices do not depend on it. */
import { z } from 'zod';
import { defineJob } from '#platform/jobs/job.ts';
import { settleLeavings } from '#shared/assignment/leaving.ts';

/** Unassigns products whose planned move is due, every 5 minutes. */
export const removeLeftProducts = defineJob({
  name: 'remove-left-products',
  ids: z.object({}),
  cron: '*/5 * * * *',
  timeout: 120,
  run: async ({ db }) => void (await settleLeavings(db)),
});
