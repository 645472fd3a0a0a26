/** Removes what has served its time: old sessions and refresh tokens, idempotency keys, failed sign-ins. */
import { sql } from 'kysely';
import type { FastifyInstance } from 'fastify';
import { tenants } from '#contract/kernel.ts';
import type { Db } from '#platform/database/database.ts';
import { isOver } from '#platform/session/session.ts';
import { sweepUploads } from './storage/sweep.ts';

const everyMs = 15 * 60 * 1000;

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
}

/** Sweeps every tenant now and then; a failure waits for the next time. */
export function keepHouse(app: FastifyInstance): void {
  const timer = setInterval(() => {
    for (const tenant of tenants)
      for (const work of [sweep, (db: Db) => sweepUploads(db, app.deps.storage)])
        work(app.deps.database.tenant(tenant)).catch((error: unknown) =>
          app.log.warn({ err: error }, 'housekeeping failed'),
        );
  }, everyMs);
  timer.unref();
  app.addHook('onClose', async () => clearInterval(timer));
}
