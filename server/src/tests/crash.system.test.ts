/** Tests that no acknowledged write is lost or repeated when the server and PostgreSQL are killed. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { discounts } from '#contract/discount/endpoints.ts';
import { runningCluster } from '#platform/database/cluster.ts';
import { stopPostmaster } from '#platform/database/postmaster.ts';
import { type ServerProcess, spawnServer } from '#platform/testing/server-process.ts';
import { signInOn } from '#platform/testing/spawned-session.ts';
import { testJwtSecret } from '#platform/testing/template.ts';

vi.setConfig({ testTimeout: 240_000 });

const crashes = 10;
const writers = 4;
const writesBeforeACrash = 25;

let dataDir: string;
let token: string;
let server: ServerProcess | undefined;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'lectern-crash-'));
});
afterAll(async () => {
  server?.child.kill('SIGKILL');
  await stopPostmaster(join(dataDir, 'postgres'));
  await rm(dataDir, { recursive: true });
});

/** True if the server acknowledged the write, false if it was killed first. Other responses fail. */
async function write(to: ServerProcess, name: string): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${to.port}/api${discounts.create.url}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': name.replace(' ', '-'),
    },
    body: JSON.stringify({ name, discount: 10_000, discountType: 1, productType: 'courses' }),
    // Does not wait for a process that is killed while answering.
    signal: AbortSignal.timeout(5_000),
  }).catch(() => undefined);
  const body = await answer?.text().catch(() => undefined);
  if (answer === undefined || body === undefined) return false;
  // A busy server may answer 503.
  if (answer.status === 503 && body.includes('Too many people')) return write(to, name);
  expect([answer.status, body]).toEqual([201, expect.stringContaining('discountId')]);
  return true;
}

/** Processes of PostgreSQL: the postmaster and its children. */
function postgresPids(): number[] {
  const postmaster = Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
  const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8')
    .trim()
    .split(' ')
    .filter(Boolean)
    .map(Number);
  return [postmaster, ...children];
}

async function crash({ child }: ServerProcess, what: 'server' | 'everything'): Promise<void> {
  const gone = once(child, 'exit');
  const pids = what === 'everything' ? postgresPids() : [];
  process.kill(-child.pid!, 'SIGKILL');
  for (const pid of pids) killIfThere(pid);
  await gone;
}

/** A connection's process may already have ended, because its server was killed. */
function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Number of rows and of create entries in the audit trail, by name. */
async function counted(): Promise<Map<string, { rows: number; entries: number }>> {
  const client = new pg.Client(await runningCluster(dataDir));
  await client.connect();
  const { rows } = await client
    .query<{
      name: string;
      rows: number;
      entries: number;
    }>(`select name, count(distinct discount.id)::int as rows, count(audit.id)::int as entries
    from discount left join audit on audit.table_name = 'discount' and audit.record_id = discount.id::text group by name`)
    .finally(() => client.end());
  return new Map(rows.map(({ name, ...found }) => [name, found]));
}

test.runIf(process.platform === 'linux')(
  `keeps every acknowledged write after each of ${crashes} kills, and repeats none`,
  async () => {
    const acknowledged = new Set<string>();
    let unanswered: string[] = [];
    for (let round = 0; round <= crashes; round += 1) {
      const now = (server = spawnServer(dataDir, { JWT_SECRET: testJwtSecret }));
      await now.started;
      if (round === 0) token = await signInOn(dataDir);
      const found = await counted();
      expect([...acknowledged].filter((name) => !found.has(name))).toEqual([]);
      // An unanswered write may be stored or not; repeated with its key it is stored once.
      for (const name of unanswered) {
        expect(await write(now, name)).toBe(true);
        acknowledged.add(name);
      }
      if (round === crashes) break;
      unanswered = [];
      const enough = acknowledged.size + writesBeforeACrash;
      const stream = Array.from({ length: writers }, async (_, writer) => {
        for (let n = 0; ; n += 1) {
          const name = `Tulisan ${round}.${writer}.${n}`;
          if (await write(now, name)) acknowledged.add(name);
          else return unanswered.push(name);
        }
      });
      while (acknowledged.size < enough && unanswered.length === 0) await sleep(5);
      await sleep(round * 7);
      await crash(now, round % 2 ? 'everything' : 'server');
      await Promise.all(stream);
    }
    const found = await counted();
    expect(acknowledged.size).toBeGreaterThanOrEqual(crashes * writesBeforeACrash);
    expect([...found].filter(([, { rows, entries }]) => rows !== 1 || entries !== 1)).toEqual([]);
    expect(new Set(found.keys())).toEqual(acknowledged);
  },
);
