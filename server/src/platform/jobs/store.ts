/** The queue's own tables, read and mended for people: always for one tenant, which is said in each statement. */
import pg from 'pg';
import type { JobState } from '#contract/jobs.ts';
import type { Tenant } from '#contract/kernel.ts';
import { GuardedClient } from '#platform/database/guarded.ts';
import { queueSchema } from './worker-role.ts';

const job = `${queueSchema}.job`;

/** `url` signs in as the worker's role; it is asked for every connection. Connects when first asked. */
export function openJobPool(url: () => string, max = 4): pg.Pool {
  const pool = new pg.Pool({
    Client: class extends GuardedClient {
      constructor(config?: pg.ClientConfig) {
        super({ ...config, connectionString: url() });
      }
    },
    max,
    connectionTimeoutMillis: 5_000,
    // More than PostgreSQL itself allows a statement (roles.ts).
    query_timeout: 30_000,
    keepAlive: true,
    application_name: 'lectern jobs',
  });
  // The loss of an idle connection concerns nobody: the next query opens another. Unheard, it would end the process.
  pool.on('error', () => undefined);
  return pool;
}

/** What the pages below ask by; pg-boss's own serve its fetching alone. */
export async function addIndexes(pool: pg.Pool): Promise<void> {
  const table = `${queueSchema}.job_common`;
  await pool.query(`begin;
    select pg_advisory_xact_lock(5134783);
    create index if not exists lectern_job_tenant on ${table} ((data ->> 'tenant'), created_on, id);
    create index if not exists lectern_job_state on ${table} ((data ->> 'tenant'), state, created_on, id);
    commit`);
}

export interface StoredJob {
  id: string;
  name: string;
  state: JobState;
  ids: Record<string, string>;
  attempts: number;
  error: string | null;
  createdAt: string;
  startedAt: string | null;
  finishedAt: string | null;
  /** When it is tried again, while it waits for that. */
  nextAt: string | null;
}

/** pg-boss's states in ours; what it cancels (never asked by us) is not shown. */
const states: Record<JobState, string> = {
  waiting: `('created', 'retry')`,
  running: `('active')`,
  failed: `('failed')`,
  done: `('completed')`,
};
const stateOf = `case state when 'active' then 'running' when 'failed' then 'failed' when 'completed' then 'done' else 'waiting' end`;

const time = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const columns = `id, name, ${stateOf} as state, coalesce(data -> 'ids', '{}') as ids,
  case when started_on is null then 0 else retry_count + 1 end as attempts,
  case when state in ('failed', 'retry') then coalesce(output ->> 'message', output -> 'value' ->> 'message') end as error,
  ${time('created_on')} as "createdAt", ${time('started_on')} as "startedAt", ${time('completed_on')} as "finishedAt",
  case when state = 'retry' then ${time('start_after')} end as "nextAt"`;

export interface JobFilter {
  state?: JobState | undefined;
  name?: string | undefined;
}

/** Of this tenant and within the filter; `$1` to `$2` are taken. */
const matching = ({ state }: JobFilter) =>
  `data ->> 'tenant' = $1 and ($2::text is null or name = $2)
    and state ${state ? `in ${states[state]}` : `<> 'cancelled'`}`;

export type JobCounts = Record<JobState, number>;

export interface JobStore {
  /** Newest first. */
  list(tenant: Tenant, filter: JobFilter, limit: number, offset: number): Promise<StoredJob[]>;
  /** By state, of one name or of all. */
  counts(tenant: Tenant, name?: string): Promise<JobCounts>;
  /** The state that the job was in; undefined: there is none. A failed one is tried again now. */
  retry(tenant: Tenant, id: string): Promise<JobState | undefined>;
  /** Tries all failed ones again, of one name or of all; answers how many. */
  retryAll(tenant: Tenant, name: string | null): Promise<number>;
  /** How many there are in the whole installation, by name and state. */
  totals(): Promise<{ name: string; state: JobState; n: number }[]>;
  /** Forgets what was done more than three days ago. */
  tidy(tenant: Tenant): Promise<void>;
  close(): Promise<void>;
}

/** One attempt more, now; under its own id, so that what it did already is not done again. */
const again = `set state = 'retry', retry_limit = greatest(retry_limit, retry_count + 1), completed_on = null, start_after = now()`;

type Ask = <Row extends pg.QueryResultRow>(text: string, values: unknown[]) => Promise<Row[]>;

function retrying(ask: Ask): Pick<JobStore, 'retry' | 'retryAll'> {
  return {
    async retry(tenant, id) {
      const [retried] = await ask(
        `update ${job} ${again} where ${matching({ state: 'failed' })} and id = $3 returning id`,
        [tenant, null, id],
      );
      if (retried) return 'failed';
      const [found] = await ask<{ state: JobState }>(
        `select ${stateOf} as state from ${job} where ${matching({})} and id = $3`,
        [tenant, null, id],
      );
      return found?.state;
    },
    async retryAll(tenant, name) {
      const text = `update ${job} ${again} where ${matching({ state: 'failed' })} returning id`;
      return (await ask(text, [tenant, name])).length;
    },
  };
}

/** SQLSTATE. No worker has started yet, the first of which makes the tables: there are no jobs. */
const undefinedTable = '42P01';

const askingOf =
  (pool: pg.Pool): Ask =>
  async (text, values) => {
    try {
      return (await pool.query(text, values)).rows;
    } catch (error) {
      if ((error as { code?: string }).code === undefinedTable) return [];
      throw error;
    }
  };

/** `pool` is ended with the store. */
export function openJobStore(pool: pg.Pool): JobStore {
  const ask = askingOf(pool);
  return {
    ...retrying(ask),
    list: (tenant, filter, limit, offset) =>
      ask<StoredJob>(
        `select ${columns} from ${job} where ${matching(filter)} order by created_on desc, id desc limit $3 offset $4`,
        [tenant, filter.name ?? null, limit, offset],
      ),
    async counts(tenant, name) {
      const rows = await ask<{ state: JobState; n: number }>(
        `select ${stateOf} as state, count(*)::int as n from ${job} where ${matching({})} group by 1`,
        [tenant, name ?? null],
      );
      return {
        waiting: 0,
        running: 0,
        failed: 0,
        done: 0,
        ...Object.fromEntries(rows.map((row) => [row.state, row.n])),
      };
    },
    totals: () =>
      ask(
        `select name, ${stateOf} as state, count(*)::int as n from ${job} where name not like '\\_\\_pgboss%' group by 1, 2`,
        [],
      ),
    async tidy(tenant) {
      await ask(
        `delete from ${job} where ${matching({ state: 'done' })} and completed_on < now() - interval '3 days'`,
        [tenant, null],
      );
    },
    close: () => pool.end(),
  };
}
