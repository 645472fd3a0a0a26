/**
 * Periodic removal of expired data: sessions, revocations, tokens and challenges, agents that nobody
 * uses, API keys that ended,
 * idempotency keys, failed sign-ins, mails about accounts, reads of lists, effects of jobs, exports, batches, events with
 * their deliveries, finished jobs, and unused files.
 */
import { sql } from 'kysely';
import { z } from 'zod';
import { batchDays } from '#contract/batch/endpoints.ts';
import { exportDays } from '#contract/exports/endpoints.ts';
import { eventDays } from '#contract/integration/webhooks.ts';
import { defineJob, type JobContext } from '#platform/jobs/job.ts';
import { resealSecrets } from '#platform/session/second-factor.ts';
import { isOver } from '#platform/session/session.ts';
import { sweepUploads } from '#platform/storage/sweep.ts';

const ago = (time: string) => sql<string>`now() - ${time}::interval`;

/** Independent parts; the slowest is last. */
const parts: Record<string, (context: JobContext) => Promise<unknown>> = {
  sessions: ({ db }) => db.deleteFrom('session').where(isOver).execute(),
  // Longer than the lifetime of the access tokens they end (session/revocations.ts).
  revocations: ({ db }) => db.deleteFrom('revocation').where('at', '<', ago('1 hour')).execute(),
  'refresh tokens': ({ db }) =>
    db
      .deleteFrom('refreshToken')
      .where('expiresAt', '<', sql<string>`now()`)
      .execute(),
  challenges: ({ db }) =>
    db
      .deleteFrom('authChallenge')
      .where('expiresAt', '<', sql<string>`now()`)
      .execute(),
  'codes of agents': ({ db }) => db.deleteFrom('agentCode').where('expiresAt', '<', ago('1 day')).execute(),
  'tokens of agents': ({ db }) => db.deleteFrom('agentToken').where('expiresAt', '<', ago('0')).execute(),
  agents: ({ db }) =>
    db
      .deleteFrom('agentClient')
      .where('createdAt', '<', ago('1 day'))
      .where(
        sql<boolean>`not exists (select from session where session.tenant = agent_client.tenant and agent_client_id = agent_client.id)`,
      )
      .execute(),
  'sealed secrets': ({ db, config }) => resealSecrets(db, config),
  'idempotency keys': ({ db }) => db.deleteFrom('idempotency').where('at', '<', ago('24 hours')).execute(),
  'API keys': ({ db }) =>
    db
      .deleteFrom('apiKey')
      .where(sql`least(revoked_at, expires_at)`, '<', ago('90 days'))
      .execute(),
  'failed sign-ins': ({ db }) => db.deleteFrom('signInFailure').where('at', '<', ago('24 hours')).execute(),
  'mails about accounts': ({ db }) => db.deleteFrom('accountMail').where('at', '<', ago('90 days')).execute(),
  'reads of lists': ({ db }) => db.deleteFrom('listRead').where('at', '<', ago('1 hour')).execute(),
  // Longer than failed jobs are kept, so that a retried job does not repeat an effect.
  effects: ({ db }) => db.deleteFrom('effect').where('at', '<', ago('180 days')).execute(),
  exports: ({ db }) =>
    db
      .deleteFrom('dataExport')
      .where('createdAt', '<', ago(`${exportDays} days`))
      .execute(),
  batches: ({ db }) =>
    db
      .deleteFrom('batch')
      .where('createdAt', '<', ago(`${batchDays} days`))
      .execute(),
  proposals: ({ db }) =>
    db
      .deleteFrom('proposal')
      .where('createdAt', '<', ago(`${batchDays} days`))
      .execute(),
  events: ({ db }) =>
    db
      .deleteFrom('event')
      .where('at', '<', ago(`${eventDays} days`))
      .execute(),
  jobs: ({ store, tenant }) => store.tidy(tenant),
  files: ({ db, storage, signal }) => sweepUploads(db, storage, signal),
};

/** Runs all parts. @throws AggregateError that lists the failed ones. */
async function run(context: JobContext): Promise<void> {
  const failures: { part: string; error: Error }[] = [];
  for (const [part, work] of Object.entries(parts))
    await work(context).catch((error: Error) => failures.push({ part, error }));
  if (failures.length > 0)
    throw new AggregateError(
      failures.map(({ error }) => error),
      failures.map(({ part, error }) => `${part}: ${error.message}`).join('; '),
    );
}

export const housekeeping = defineJob({
  name: 'housekeeping',
  ids: z.object({}),
  cron: '*/15 * * * *',
  // Ends before the next run.
  timeout: 14 * 60,
  run,
});
