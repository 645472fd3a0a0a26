/**
 * Exclusive use of a DATA_DIR, by an advisory lock in PostgreSQL, which a process that dies loses with its connection.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

export interface Claim {
  /** Resolves when the connection, and with it the claim, is lost. */
  lost: Promise<void>;
  release(): Promise<void>;
}

/** Error that names the process holding the claim. */
export class ClaimedByAnother extends Error {}

/** Arbitrary key, the same for every Lectern. */
const lockKey = 5_134_780;
const attempts = 10;

/** Takes the claim. @throws ClaimedByAnother if it is not released within a second. */
export async function claim(url: string, dataDir: string): Promise<Claim> {
  const client = new pg.Client({ connectionString: url, application_name: `lectern ${process.pid}`, keepAlive: true });
  const lost = new Promise<void>((resolve) => {
    client.on('error', () => resolve());
    client.on('end', () => resolve());
  });
  await client.connect();
  for (let attempt = 1; ; attempt += 1) {
    const { rows } = await client.query<{ isLocked: boolean }>('select pg_try_advisory_lock($1) as "isLocked"', [
      lockKey,
    ]);
    if (rows[0]?.isLocked) return { lost, release: () => client.end() };
    if (attempt === attempts) break;
    // The connection of a killed process can outlive it by some milliseconds.
    await sleep(100);
  }
  const holder = await holderOf(client);
  await client.end();
  throw new ClaimedByAnother(
    `Another Lectern (${holder}) is using ${dataDir}; stop it first, or give this one its own DATA_DIR.`,
  );
}

async function holderOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    `select application_name as name from pg_locks join pg_stat_activity using (pid)
      where locktype = 'advisory' and objid = $1 and granted`,
    [lockKey],
  );
  return rows[0] ? rows[0].name.replace('lectern', 'process') : 'a process that is just ending';
}
