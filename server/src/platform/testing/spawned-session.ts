/** Admin signed in on a server that runs in its own process. */
import pg from 'pg';
import type { Tenant } from '#contract/kernel/endpoint.ts';
import { runningCluster } from '#platform/database/cluster.ts';
import { issueAccessToken } from '#platform/session/access-token.ts';
import { testJwtSecret } from './template.ts';

/** Creates user and session as the database's owner; returns an access token. */
export async function signInOn(dataDir: string): Promise<string> {
  return signInAt((await runningCluster(dataDir)) ?? '');
}

/** Creates user and session in the database of `ownerUrl`; returns an access token. */
export async function signInAt(ownerUrl: string, tenant: Tenant = 'coding'): Promise<string> {
  const owner = new pg.Client(ownerUrl);
  await owner.connect();
  try {
    // An owner that is no superuser is subject to the policies.
    await owner.query(`select set_config('app.tenant', $1, false)`, [tenant]);
    const { rows } = await owner.query<{ user_id: string; id: string }>(
      `with signed_in as (
        insert into "user" (tenant, email, name, password_hash, role) values ($1, 'p@tests.test', 'Penulis', 'none', 'admin')
        on conflict (tenant, email_key) do update set name = excluded.name returning tenant, id)
      insert into session (tenant, user_id) select tenant, id from signed_in returning user_id, id`,
      [tenant],
    );
    const [session] = rows;
    return await issueAccessToken(
      { userId: session!.user_id, sessionId: session!.id, name: 'Penulis', tenant, role: 'admin' },
      testJwtSecret,
    );
  } finally {
    await owner.end();
  }
}
