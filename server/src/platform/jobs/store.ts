/** Access to the queue's tables for the pages about jobs; all statements but `totals` are restricted to one tenant. */
import type pg from 'pg';
import { type JobState, jobStates } from '#contract/jobs/endpoints.ts';
import type { Tenant } from '#contract/kernel/endpoint.ts';
import { GuardedClient } from '#platform/database/guarded.ts';
import { RolePool, type RoleUrl } from '#platform/database/role-pool.ts';
import { queueSchema } from './worker-role.ts';

const job = `${queueSchema}.job`;

/** Pool that connects on demand. `url` returns the URL of the worker's role; it is called for every connection. */
export function openJobPool(url: RoleUrl, max = 4): pg.Pool {
  return new RolePool(url, GuardedClient, {
    max,
    connectionTimeoutMillis: 5_000,
    // More than PostgreSQL's own statement timeout (roles.ts).
    query_timeout: 30_000,
    keepAlive: true,
    application_name: 'lectern jobs',
  });
}

/** Indexes for the queries below; pg-boss's own only serve fetching. */
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
  /** Runs that were begun. */
  attempts: number;
  error: string | null;
  createdAt: string;
  startedAt: string | null;
  finishedAt: string | null;
  /** Time of the next retry, while it waits for one. */
  nextAt: string | null;
  /** Records that it still has to work off, if it reports them. */
  left: number | null;
}

/** pg-boss states by our states; cancelled jobs, which we never create, are not shown. */
const storedAs: Record<JobState, string> = {
  waiting: `'created', 'retry'`,
  running: `'active'`,
  failed: `'failed'`,
  done: `'completed'`,
};
const stateOf = `case state when 'active' then 'running' when 'failed' then 'failed' when 'completed' then 'done' else 'waiting' end`;

const time = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const columns = `id, name, ${stateOf} as state, coalesce(data -> 'ids', '{}') as ids,
  case when started_on is null then 0 else retry_count + 1 end as attempts,
  case when state in ('failed', 'retry') then coalesce(output ->> 'message', output -> 'value' ->> 'message') end as error,
  ${time('created_on')} as "createdAt", ${time('started_on')} as "startedAt", ${time('completed_on')} as "finishedAt",
  case when state = 'retry' then ${time('start_after')} end as "nextAt",
  case when state = 'active' then (output ->> 'left')::int end as left`;

export interface JobFilter {
  /** Default: all. */
  states?: readonly JobState[];
  name?: string | undefined;
}

/** Condition for a tenant (`$1`), name (`$2`, null for all) and states. */
const matching = (...states: readonly JobState[]) =>
  `data ->> 'tenant' = $1 and ($2::text is null or name = $2)
    and state in (${states.map((state) => storedAs[state]).join(', ')})`;

export type JobCounts = Record<JobState, number>;

export interface JobStore {
  /** Newest first. */
  list(tenant: Tenant, filter: JobFilter, limit: number, offset: number): Promise<StoredJob[]>;
  /** Counts by state, of one name or of all. */
  counts(tenant: Tenant, name?: string): Promise<JobCounts>;
  /** Retries a failed job now; returns the job's previous state, or undefined if it does not exist. */
  retry(tenant: Tenant, id: string): Promise<JobState | undefined>;
  /** Retries all failed jobs, of one name or of all; returns their number. */
  retryAll(tenant: Tenant, name: string | null): Promise<number>;
  /** Stores how many records a running job still has to work off. */
  report(id: string, left: number): Promise<void>;
  /** Counts in the whole installation, by name and state. */
  totals(): Promise<{ name: string; state: JobState; n: number }[]>;
  /** Removes error messages that match a regular expression. */
  forget(tenant: Tenant, pattern: string): Promise<void>;
  /** Deletes jobs that finished more than three days ago. */
  tidy(tenant: Tenant): Promise<void>;
  close(): Promise<void>;
}

/** One more attempt, now; with the same id, so that effects are not repeated. */
const again = `set state = 'retry', retry_limit = greatest(retry_limit, retry_count + 1), completed_on = null, start_after = now()`;

type RunQuery = <Row extends pg.QueryResultRow>(text: string, values: unknown[]) => Promise<Row[]>;

function retrying(runQuery: RunQuery): Pick<JobStore, 'retry' | 'retryAll'> {
  return {
    async retry(tenant, id) {
      const [retried] = await runQuery(`update ${job} ${again} where ${matching('failed')} and id = $3 returning id`, [
        tenant,
        null,
        id,
      ]);
      if (retried) return 'failed';
      const [current] = await runQuery<{ state: JobState }>(
        `select ${stateOf} as state from ${job} where ${matching(...jobStates)} and id = $3`,
        [tenant, null, id],
      );
      return current?.state;
    },
    async retryAll(tenant, name) {
      const text = `update ${job} ${again} where ${matching('failed')} returning id`;
      return (await runQuery(text, [tenant, name])).length;
    },
  };
}

const forgetting = (runQuery: RunQuery): Pick<JobStore, 'forget' | 'tidy'> => ({
  async forget(tenant, pattern) {
    await runQuery(`update ${job} set output = null where data ->> 'tenant' = $1 and output::text ~* $2`, [
      tenant,
      pattern,
    ]);
  },
  async tidy(tenant) {
    await runQuery(`delete from ${job} where ${matching('done')} and completed_on < now() - interval '3 days'`, [
      tenant,
      null,
    ]);
  },
});

/** SQLSTATE when no worker has ever started, which would create the tables; so there are no jobs. */
const undefinedTable = '42P01';

const queryOf =
  (pool: pg.Pool): RunQuery =>
  async (text, values) => {
    try {
      return (await pool.query(text, values)).rows;
    } catch (error) {
      if ((error as { code?: string }).code === undefinedTable) return [];
      throw error;
    }
  };

/** Opens the store, which ends `pool` when closed. */
export function openJobStore(pool: pg.Pool): JobStore {
  const runQuery = queryOf(pool);
  return {
    ...retrying(runQuery),
    ...forgetting(runQuery),
    list: (tenant, filter, limit, offset) =>
      runQuery<StoredJob>(
        `select ${columns} from ${job} where ${matching(...(filter.states ?? jobStates))} order by created_on desc, id desc limit $3 offset $4`,
        [tenant, filter.name ?? null, limit, offset],
      ),
    async counts(tenant, name) {
      const rows = await runQuery<{ state: JobState; n: number }>(
        `select ${stateOf} as state, count(*)::int as n from ${job} where ${matching(...jobStates)} group by 1`,
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
    async report(id, left) {
      await runQuery(
        `update ${job} set output = jsonb_build_object('left', greatest($2::int, 0)) where id = $1 and state = 'active'`,
        [id, left],
      );
    },
    totals: () =>
      runQuery(
        `select name, ${stateOf} as state, count(*)::int as n from ${job} where name not like '\\_\\_pgboss%' group by 1, 2`,
        [],
      ),
    close: () => pool.end(),
  };
}
