/** Test server for a set of routes, with its own database, and callers signed in by role. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import pg from 'pg';
import type { Problem } from '#contract/kernel/fields.ts';
import {
  type CallInput,
  type Endpoint,
  type Reply,
  type Role,
  type Schema,
  type Tenant,
} from '#contract/kernel/endpoint.ts';
import type { ApiScope } from '#contract/kernel/scopes.ts';
import { readConfig } from '#platform/config.ts';
import { hashOfKey, newKey } from '#platform/session/api-key.ts';
import { issueAccessToken } from '#platform/session/access-token.ts';
import { type Deps, type Routes, buildServer } from '../http/server.ts';
import { type TestDatabase, testDatabase } from './database.ts';
import { type Servers, takeServers } from './kept-servers.ts';
import { testJwtSecret } from './template.ts';
import { addUser } from './user.ts';

export interface Answer<R> {
  status: number;
  body: R;
  /** The body of a refusal. */
  problem: Problem;
  headers: Record<string, unknown>;
}

interface CallOptions {
  ifMatch?: string;
  headers?: Record<string, string>;
}

/** Password of all callers. */
export const testerPassword = 'kuda-terbang-9';
export const testerHash =
  '$argon2id$v=19$m=19456,t=2,p=1$gZcJONRkFsUfyQ07Igg+1A$zVIv9CuGVDwDsKlJ56rN+VKWcF1f74+i5bne7xCmrVo';

export interface TestApp extends TestDatabase {
  app: FastifyInstance;
  /** Runs SQL as a superuser, past row-level security; for setup and assertions. */
  sql(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  /**
   * Signs in a user of the role, created once, and makes calls as this user. `body` is typed as the success reply. Tests
   * pass input that the contract refuses `as never`.
   */
  as(role: Role, tenant?: Tenant): Promise<TestCaller>;
  /** Creates an API key with these scopes, and makes calls with it. */
  asKey(scopes: readonly ApiScope[], options?: KeyOptions): Promise<TestCaller>;
  close(): Promise<void>;
}

interface KeyOptions {
  tenant?: Tenant;
  /** Further columns of its row. */
  columns?: Record<string, unknown>;
}

export interface TestCaller {
  userId: string;
  sessionId: string;
  token: string;
  call<P extends Schema, Q extends Schema, B extends Schema, R extends Schema>(
    entry: Endpoint<P, Q, B, R>,
    input: CallInput<Endpoint<P, Q, B, R>>,
    options?: CallOptions,
  ): Promise<Answer<Reply<Endpoint<P, Q, B, R>>>>;
}

export interface LogTarget {
  write(line: string): void;
}

/**
 * Starts a test app. Tests of an area pass only its routes, so that they cannot depend on other areas; tests of the
 * whole pass all (tests/app.ts). Without `logTo`, only errors are logged.
 */
export async function testAppOf(
  routes: readonly Routes[],
  environment: Record<string, string> = {},
  logTo?: LogTarget,
): Promise<TestApp> {
  // In the vitest project `several` (vitest.config.ts), the same tests run over HTTP against two processes of the whole
  // server.
  const { database, app, giveBack } = process.env['SEVERAL']
    ? await takeServers(environment)
    : await startServer(routes, environment, logTo);
  const owner = new pg.Pool({ connectionString: database.ownerUrl, max: 2 });
  // The database is dropped by force, which may break a connection that is closing.
  owner.on('error', () => undefined);
  const sql = async (text: string, values: unknown[] = []) =>
    (await owner.query(text, values)).rows as Record<string, unknown>[];
  const callers = new Map<string, Promise<TestCaller>>();

  async function signedIn(role: Role, tenant: Tenant): Promise<TestCaller> {
    const name = `Tester ${role}`;
    const userId = await addUser(sql, tenant, { name, email: `${role}@tests.test`, role, hash: testerHash });
    const [session] = await sql('insert into session (tenant, user_id) values ($1, $2) returning id', [tenant, userId]);
    const sessionId = String(session?.['id']);
    const token = await issueAccessToken({ userId, name, tenant, role, sessionId }, app.deps.config.jwtSecret);
    return {
      userId,
      sessionId,
      token,
      call: (entry, input, options) => inject(app, token, entry, input as Input, options),
    };
  }

  async function withKey(
    scopes: readonly ApiScope[],
    { tenant = 'coding', columns = {} }: KeyOptions = {},
  ): Promise<TestCaller> {
    const token = newKey();
    const row = { tenant, name: 'Site', key_hash: hashOfKey(token), last_four: token.slice(-4), scopes, ...columns };
    const [key] = await sql(
      `insert into api_key (${Object.keys(row).join()}) values (${Object.keys(row)
        .map((_, n) => `$${n + 1}`)
        .join()}) returning id`,
      Object.values(row),
    );
    const id = String(key?.['id']);
    const call: TestCaller['call'] = (entry, input, options = {}) =>
      inject(app, token, entry, input as Input, { ...options, headers: { 'x-tenant': tenant, ...options.headers } });
    return { userId: id, sessionId: id, token, call };
  }

  return {
    ...database,
    app,
    sql,
    asKey: withKey,
    as: (role, tenant = 'coding') => {
      const key = `${role} ${tenant}`;
      const caller = callers.get(key) ?? signedIn(role, tenant);
      callers.set(key, caller);
      return caller;
    },
    close: async () => {
      await owner.end();
      await giveBack();
    },
  };
}

/** Server that never refuses calls for the delay of its event loop, since tests share their machine. */
export const buildTestServer = (deps: Deps, routes: readonly Routes[]): Promise<FastifyInstance> =>
  buildServer({ ...deps, maxDelayMs: Infinity }, routes);

async function startServer(
  routes: readonly Routes[],
  environment: Record<string, string>,
  logTo: LogTarget | undefined,
): Promise<Servers> {
  const database = await testDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'lectern-files-'));
  const config = readConfig({ JWT_SECRET: testJwtSecret, DATA_DIR: dataDir, ...environment });
  const app = await buildTestServer(
    {
      config,
      database: database.database,
      jobs: database.jobs,
      logTo,
      logLevel: logTo ? config.logLevel : 'error',
    },
    routes,
  );
  return {
    database,
    app,
    async giveBack() {
      await app.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Body of a reply: JSON, a file, or a text that is neither, as it is. */
export function bodyOf({ body, rawPayload, headers }: LightMyRequestResponse): unknown {
  if (body === '') return undefined;
  const type = String(headers['content-type']);
  if (headers['content-disposition']) return new File([new Uint8Array(rawPayload)], '', { type });
  return type.startsWith('application/json') ? JSON.parse(body) : body;
}

interface Input {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
}

async function inject<R>(
  app: FastifyInstance,
  token: string,
  entry: Endpoint,
  input: Input,
  options: CallOptions = {},
): Promise<Answer<R>> {
  const url = entry.url.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(String(input.params?.[key])));
  const query = Object.fromEntries(
    Object.entries(input.query ?? {})
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => [key, String(value)]),
  );
  const answer = await app.inject({
    method: entry.method,
    url: `/api${url}`,
    query,
    headers: {
      authorization: `Bearer ${token}`,
      ...(options.ifMatch && { 'if-match': options.ifMatch }),
      ...options.headers,
    },
    ...(input.body !== undefined && { payload: input.body as object }),
  });
  const body = bodyOf(answer);
  return { status: answer.statusCode, body: body as R, problem: body as Problem, headers: answer.headers };
}
