/** A database made ready for this version, and the ways into it of those who work on it. */
import type { Config } from '#platform/config.ts';
import { appPassword, appUrl } from '#platform/database/app-role.ts';
import { migrate } from '#platform/database/migrate.ts';
import { ensureWorkerRole, workerPassword, workerUrl } from '#platform/jobs/worker-role.ts';

export interface Urls {
  /** Of the shop's tables, bound by row-level security. */
  app: string;
  /** Of the queue. */
  jobs: string;
}

export async function prepareDatabase({ jwtSecret }: Config, ownerUrl: string): Promise<Urls> {
  const [app, worker] = [appPassword(jwtSecret), workerPassword(jwtSecret)];
  await migrate(ownerUrl, { appPassword: app });
  await ensureWorkerRole(ownerUrl, worker);
  return { app: appUrl(ownerUrl, app), jobs: workerUrl(ownerUrl, worker) };
}
