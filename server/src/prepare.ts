/** A database made ready for this version, and the ways into it of those who work on it. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Tenant } from '#contract/kernel.ts';
import type { Config } from '#platform/config.ts';
import { roleName, roleUrl, type RoleKind } from '#platform/database/app-role.ts';
import { checkPooler } from '#platform/database/check-pooler.ts';
import { runningCluster } from '#platform/database/cluster.ts';
import { migrate } from '#platform/database/migrate.ts';

/** Answers what the database calls itself ({@link roleName}). */
export async function prepareDatabase(config: Config, ownerUrl: string): Promise<string> {
  const { jwtSecret, databaseUrl } = config;
  const name = await migrate(ownerUrl, { jwtSecret });
  if (databaseUrl) await checkPooler(urlsOf(config, () => ownerUrl, name).app);
  return name;
}

/** Asked for every connection. */
export interface Urls {
  /** Of a tenant's rows. */
  app: (tenant: Tenant) => string;
  /** Of the queue. */
  jobs: () => string;
}

export function urlsOf({ jwtSecret }: Config, ownerUrl: () => string, name: string): Urls {
  const urlOf = (kind: RoleKind) => roleUrl(ownerUrl(), roleName(name, kind), jwtSecret);
  return { app: urlOf, jobs: () => urlOf('worker') };
}

const everyMs = 2_000;

/** For a process beside the one that has the embedded PostgreSQL, which may come back on another port. */
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
