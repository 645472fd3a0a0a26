/**
 * One Lectern to a DATA_DIR: held by a lock in PostgreSQL itself, which a process that dies loses with its connection.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

export interface Claim {
  /** Settles when the connection, and so the claim, is gone. */
  lost: Promise<void>;
  release(): Promise<void>;
}

/** Says which process has the claim. */
export class ClaimedByAnother extends Error {}

/** Any number, the same for every Lectern. */
const lockKey = 5_134_780;
const attempts = 10;

/** @throws ClaimedByAnother when it is not given up within a second. */
export async function claim(url: string, dataDir: string): Promise<Claim> {
  const client = new pg.Client({ connectionString: url, application_name: `lectern ${process.pid}`, keepAlive: true });
  const lost = new Promise<void>((resolve) => {
    client.on('error', () => resolve());
    client.on('end', () => resolve());
  });
  await client.connect();
  for (let attempt = 1; ; attempt += 1) {
    const { rows } = await client.query<{ got: boolean }>('select pg_try_advisory_lock($1) as got', [lockKey]);
    if (rows[0]?.got) return { lost, release: () => client.end() };
    if (attempt === attempts) break;
    // A killed process's connection may live some milliseconds longer than the process.
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
