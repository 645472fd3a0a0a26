/** Prepares a database for this version, and returns connection strings for its users. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '#platform/config.ts';
import { roleName, roleUrl, type RoleKind, type TenantRole } from '#platform/database/app-role.ts';
import { checkPooler } from '#platform/database/check-pooler.ts';
import { runningCluster } from '#platform/database/cluster.ts';
import { migrate } from '#platform/database/migrate.ts';
import type { RoleUrl } from '#platform/database/role-pool.ts';

export interface Prepared {
  /** The database's own ({@link roleName}). */
  name: string;
  /** Whether its connections keep prepared statements. */
  keepsStatements: boolean;
}

/** `isAlone`: no other process uses the database. */
export async function prepareDatabase(config: Config, ownerUrl: string, isAlone = false): Promise<Prepared> {
  const { jwtSecret, acceptedSecrets, databaseUrl } = config;
  const name = await migrate(ownerUrl, { jwtSecret, acceptedSecrets, contracts: isAlone });
  const keepsStatements = !databaseUrl || (await checkPooler(urlsOf(config, () => ownerUrl, name).app));
  return { name, keepsStatements };
}

/** Called for every new connection; each `attempt` has the password by the next of the accepted secrets. */
export interface Urls {
  /** For a tenant's rows. */
  app: (kind: TenantRole, attempt?: number) => string;
  /** For the queue. */
  jobs: RoleUrl;
}

export function urlsOf({ acceptedSecrets }: Config, ownerUrl: () => string, name: string): Urls {
  const urlOf = (kind: RoleKind, attempt = 0) =>
    roleUrl(ownerUrl(), roleName(name, kind), acceptedSecrets[attempt % acceptedSecrets.length]!);
  return { app: urlOf, jobs: (attempt) => urlOf('worker', attempt) };
}

const everyMs = 2_000;

/** For a process beside the one with the embedded PostgreSQL, which may restart on another port. */
export function followClusterUrl({ databaseUrl, dataDir }: Config, ownerUrl: string): () => string {
  let url = ownerUrl;
  const follow = async () => {
    for (;;) {
      await sleep(everyMs, undefined, { ref: false });
      url = (await runningCluster(dataDir).catch(() => undefined)) ?? url;
    }
  };
  if (!databaseUrl) void follow();
  return () => url;
}
