/** Removes what has served its time: old sessions and refresh tokens, idempotency keys, failed sign-ins, jobs that are done, files that nothing needs. */
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '#platform/database/database.ts';
import { defineJob } from '#platform/jobs/job.ts';
import { isOver } from '#platform/session/session.ts';
import { sweepUploads } from '#platform/storage/sweep.ts';

export async function sweep(db: Db): Promise<void> {
  await db.deleteFrom('session').where(isOver).execute();
  await db
    .deleteFrom('revocation')
    .where('at', '<', sql<string>`now() - interval '1 hour'`)
    .execute();
  await db
    .deleteFrom('refreshToken')
    .where('expiresAt', '<', sql<string>`now()`)
    .execute();
  await db
    .deleteFrom('idempotency')
    .where('at', '<', sql<string>`now() - interval '24 hours'`)
    .execute();
  await db
    .deleteFrom('signInFailure')
    .where('at', '<', sql<string>`now() - interval '24 hours'`)
    .execute();
  // Longer than a failed job is kept: whoever tries one again must not do again what it did.
  await db
    .deleteFrom('effect')
    .where('at', '<', sql<string>`now() - interval '180 days'`)
    .execute();
}

export const housekeeping = defineJob({
  name: 'housekeeping',
  ids: z.object({}),
  cron: '*/15 * * * *',
  async run({ db, tenant, store, storage }) {
    await sweep(db);
    await sweepUploads(db, storage);
    await store.tidy(tenant);
  },
});
