/** Nightly check of payments against access. */
import { sql } from 'kysely';
import { z } from 'zod';
import { batchDays } from '#contract/batch/endpoints.ts';
import { defineJob } from '#platform/jobs/job.ts';
import { recordCheck } from '#shared/access-gaps.ts';

/** Compares payments and access every night, and deletes the undo data of mends after {@link batchDays} days. */
export const checkPaidAccess = defineJob({
  name: 'check-access',
  ids: z.object({}),
  cron: '0 2 * * *',
  timeout: 600,
  async run({ db, tenant, config, signal }) {
    await recordCheck(db, config.firebase[tenant] === undefined, signal);
    await sql`delete from access_mend where done_at < now() - ${batchDays} * interval '1 day'`.execute(db);
  },
});
