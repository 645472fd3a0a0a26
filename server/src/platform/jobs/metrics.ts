/** Prometheus metrics of waiting and failed jobs. */
import { Gauge, type Registry } from 'prom-client';
import { sql } from 'kysely';
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
  const age = new Gauge({
    name: 'lectern_outbox_age_seconds',
    help: 'Age of the oldest line that no worker has taken yet; 0: there is none',
    registers: [registry],
    labelNames: ['tenant'],
  });
  const outbox = new Gauge({
    name: 'lectern_outbox_lines',
    help: 'Work that requests have asked for and no worker has taken yet',
    registers: [registry],
    labelNames: ['tenant'],
    async collect() {
      outbox.reset();
      age.reset();
      for (const tenant of tenants) {
        const lines = await linesOf(database, tenant).catch(() => undefined);
        if (!lines) continue;
        outbox.set({ tenant }, lines.n);
        age.set({ tenant }, lines.seconds);
      }
    },
  });
}

const linesOf = (database: Database, tenant: (typeof tenants)[number]) =>
  database
    .tenant(tenant)
    .selectFrom('outbox')
    .select([
      sql<number>`count(*)::int`.as('n'),
      sql<number>`coalesce(extract(epoch from now() - min(at)), 0)::float8`.as('seconds'),
    ])
    .executeTakeFirstOrThrow();
