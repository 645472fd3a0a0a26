/** lectern_worker: the role that owns the queue, in a schema of its own, and may see nothing of the shop. */
import { createHmac } from 'node:crypto';
import pg from 'pg';

export const workerRole = 'lectern_worker';
export const queueSchema = 'pgboss';
/** Any number, the same for every Lectern. */
const lockKey = 5_134_782;

/** Derived, so that all processes with one JWT secret agree on it without a word. */
export function workerPassword(jwtSecret: string): string {
  return createHmac('sha256', jwtSecret).update('database password of lectern_worker').digest('base64url');
}

/** The owner's URL with the worker's credentials. */
export function workerUrl(ownerUrl: string, password: string): string {
  const url = new URL(ownerUrl);
  url.username = workerRole;
  url.password = password;
  return url.href;
}

/**
 * Makes the role and its schema. Works for a superuser, and for a role with CREATEROLE and CREATE on the database.
 * @throws Error with one sentence when it may not.
 */
export async function ensureWorkerRole(ownerUrl: string, password: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl, connectionTimeoutMillis: 30_000, lock_timeout: 30_000 });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey]);
    await client.query(await statementsFor(client, password));
  } catch (error) {
    if ((error as { code?: string }).code !== '42501') throw error;
    throw new Error(
      `The role of DATABASE_URL may not make the role ${workerRole} and its schema ${queueSchema}; give it CREATEROLE, ADMIN on ${workerRole} if that exists, and CREATE on the database.`,
      { cause: error },
    );
  } finally {
    await client.end();
  }
}

async function statementsFor(client: pg.Client, password: string): Promise<string> {
  const {
    rows: [found],
  } = await client.query<{ hasRole: boolean; hasSchema: boolean; isMember: boolean }>(
    `select exists (select 1 from pg_roles where rolname = $1) as "hasRole",
      to_regnamespace($2) is not null as "hasSchema",
      coalesce((select pg_has_role(oid, 'usage') from pg_roles where rolname = $1), false) as "isMember"`,
    [workerRole, queueSchema],
  );
  return [
    `${found?.hasRole ? 'alter' : 'create'} role ${workerRole} login password ${client.escapeLiteral(password)}`,
    // So that the owner can dump the queue with everything else.
    ...(found?.isMember ? [] : [`grant ${workerRole} to current_user`]),
    ...(found?.hasSchema ? [] : [`create schema ${queueSchema}`]),
    `grant usage, create on schema ${queueSchema} to ${workerRole}`,
  ].join(';\n');
}
