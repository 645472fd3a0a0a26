/** Server with a single database connection that returns the query plans of its calls. */
import { Kysely } from 'kysely';
import pg from 'pg';
import { readConfig } from '#platform/config.ts';
import { SnakeCaseDialect } from '#platform/database/camel-case.ts';
import { PreparingClient } from '#platform/database/prepared.ts';
import { valueTypes } from '#platform/database/values.ts';
import { issueAccessToken } from '#platform/session/access-token.ts';
import type { TestDatabase } from '#platform/testing/database.ts';
import { testJwtSecret } from '#platform/testing/template.ts';
import type { Tables } from '#tables';
import { buildTestApp } from './app.ts';

interface LoggedQuery {
  sql: string;
  parameters: readonly unknown[];
}

export interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Plan Rows': number;
  Plans?: Plan[];
}

const nodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)];

/**
 * Starts the whole server on a test database as a superadmin of the tenant coding, or as an instructor who sees only the
 * courses that name them; `watch` returns plans of a call.
 */
export async function queryPlanServer(target: TestDatabase, instructorId?: string) {
  let queries: LoggedQuery[] = [];
  // One connection, so that a call uses the statements that the previous call prepared.
  const pool = new pg.Pool({
    connectionString: target.appUrl(instructorId ? 'named_coding' : 'coding'),
    ...(instructorId && { options: `-c app.actor_id=${instructorId}` }),
    Client: PreparingClient,
    types: valueTypes,
    max: 1,
  });
  pool.on('error', () => undefined);
  const db = new Kysely<Tables>({
    dialect: new SnakeCaseDialect({ pool }),
    log: ({ query }) => {
      queries.push(query);
    },
  });
  const config = readConfig({ JWT_SECRET: testJwtSecret });
  const app = await buildTestApp({
    config,
    jobs: target.jobs,
    database: { ...target.database, tenant: () => db, named: () => db },
  });
  const token = await issueAccessToken(
    {
      userId: instructorId ?? '01890000-0000-7000-8000-000000000001',
      name: 'Pengamat',
      tenant: 'coding',
      role: instructorId ? 'instructor' : 'superadmin',
      sessionId: '01890000-0000-7000-8000-000000000002',
    },
    testJwtSecret,
  );

  /** Plan nodes that PostgreSQL would use for these queries, with the server's role and tenant. */
  async function plansOf(statements: readonly LoggedQuery[]): Promise<Plan[]> {
    const client = await pool.connect();
    try {
      const found: Plan[] = [];
      for (const { sql, parameters } of statements.filter((query) => /^\s*(select|with)/i.test(query.sql))) {
        const { rows } = await client.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(`explain (format json) ${sql}`, [
          ...parameters,
        ]);
        found.push(...nodes(rows[0]!['QUERY PLAN'][0]!.Plan));
      }
      return found;
    } finally {
      client.release();
    }
  }

  return {
    app,
    pool,
    db,
    token,
    get: (path: string) => app.inject({ url: `/api${path}`, headers: { authorization: `Bearer ${token}` } }),
    plansOf,
    /** Plan nodes of a call's queries, and its reply. */
    async watch<Answer>(call: () => PromiseLike<Answer>): Promise<{ answer: Answer; plans: Plan[] }> {
      queries = [];
      const answer = await call();
      return { answer, plans: await plansOf(queries) };
    },
    async close() {
      await app.close();
      await pool.end();
    },
  };
}
export type QueryPlanServer = Awaited<ReturnType<typeof queryPlanServer>>;
