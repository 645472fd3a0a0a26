/** Prometheus metrics of waiting and failed jobs. */
import { Gauge, type Registry } from 'prom-client';
import { type RawBuilder, sql } from 'kysely';
import { tenants } from '#contract/kernel/endpoint.ts';
import type { Database } from '#platform/database/database.ts';
import type { JobStore } from './store.ts';

/** Registers metrics collected on demand; without the database they are absent, and others unaffected. */
export function countJobs(registry: Registry, store: JobStore, database: Database): void {
  const jobs = new Gauge({
    name: 'lectern_jobs',
    help: 'Jobs in the queue, by name and state; failed ones wait for people',
    registers: [registry],
    labelNames: ['job', 'state'],
    async collect() {
      const totals = await store.totals().catch(() => []);
      jobs.reset();
      for (const { name, state, n } of totals) jobs.set({ job: name, state }, n);
    },
  });
  measureOutbox(
    registry,
    database,
    'lectern_outbox_lines',
    'Work that requests have asked for and no worker has taken yet',
    sql<number>`count(*)::int`,
  );
  measureOutbox(
    registry,
    database,
    'lectern_outbox_age_seconds',
    'Age of the oldest work that no worker has taken yet; 0: there is none',
    sql<number>`coalesce(extract(epoch from now() - min(at)), 0)::float8`,
  );
}

/** Registers a figure of each tenant's outbox. */
function measureOutbox(
  registry: Registry,
  database: Database,
  name: string,
  help: string,
  figure: RawBuilder<number>,
): void {
  const gauge = new Gauge({
    name,
    help,
    registers: [registry],
    labelNames: ['tenant'],
    async collect() {
      gauge.reset();
      for (const tenant of tenants) {
        const query = database.tenant(tenant).selectFrom('outbox').select(figure.as('value'));
        const row = await query.executeTakeFirst().catch(() => undefined);
        if (row) gauge.set({ tenant }, row.value);
      }
    },
  });
}
