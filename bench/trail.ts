/** Sealing and verification of an audit trail of 1,000,000 entries, in a database of its own: node bench/trail.ts */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { roleName, roleUrl } from '#platform/database/app-role.ts';
import { asOwner, setTenant } from '#platform/database/as-owner.ts';
import { openCluster } from '#platform/database/cluster.ts';
import { openDatabase } from '#platform/database/database.ts';
import { migrate } from '#platform/database/migrate.ts';
import { EmbeddedStorage } from '#platform/storage/embedded.ts';
import { trailKey } from '#platform/trail/head.ts';
import { outsideHeads } from '#platform/trail/outside.ts';
import { sealTrail } from '#platform/trail/seal.ts';
import { verifyTrail } from '#platform/trail/verify.ts';
import { note, printEnd } from './report.ts';

const secret = 'the secret of the benchmarks, nobody else’s';
const tenant = 'coding';
const entries = 1_000_000;

/** Entries of a month, as updates of a record with five fields write them. */
const fill = (ownerUrl: string) =>
  asOwner(ownerUrl, async (db) => {
    await sql`insert into audit (tenant, id, at, actor_id, actor_name, request_id, table_name, record_id, action, version, belongs_to, before, after)
      select 'coding', audit_id((extract(epoch from at) * 1000000)::bigint + n % 1000), at, gen_random_uuid(), 'Sari Dewi', gen_random_uuid()::text, 'order',
        gen_random_uuid()::text, 'update', 2, array['order:' || gen_random_uuid()],
        jsonb_build_object('status', 'unpaid', 'note', repeat('a', 60), 'total_amount', n), jsonb_build_object('status', 'paid', 'note', repeat('b', 60), 'total_amount', n + 1)
      from (select n, now() - interval '30 days' + n * interval '2.5 seconds' as at from generate_series(1, ${sql.lit(entries)}) n) made`.execute(
      db,
    );
    await sql`vacuum analyze audit`.execute(db);
  });

export async function measureTrail(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'lectern-bench-trail-'));
  const cluster = await openCluster({ dataDir });
  try {
    const name = await migrate(cluster.ownerUrl, { jwtSecret: secret });
    await fill(cluster.ownerUrl);
    const database = openDatabase((kind) => roleUrl(cluster.ownerUrl, roleName(name, kind), secret));
    const key = trailKey({ dataDir, trail: { key: undefined, mail: undefined, days: 3_653 } });
    const start = performance.now();
    await sealTrail(database.tenant(tenant), { tenant, key, signal: AbortSignal.timeout(600_000) });
    note('seal 1,000,000 entries of the trail', (performance.now() - start) / 1000, ' s', { max: 120 });
    await database.close();
    const begun = performance.now();
    const outside = outsideHeads(new EmbeddedStorage(dataDir, [secret]), tenant);
    const verdict = await asOwner(cluster.ownerUrl, (db) =>
      db.transaction().execute(async (tx) => {
        await setTenant(tx, tenant);
        return verifyTrail(tx, { tenant, outside, keys: [key.publicKey], kept: [], isRestored: false });
      }),
    );
    const aside = `${verdict.entries} entries in ${verdict.seals} seals, ${verdict.faults.length} faults`;
    note('verify 1,000,000 entries of the trail', (performance.now() - begun) / 1000, ' s', { max: 60 }, aside);
  } finally {
    await cluster.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

if (import.meta.main) {
  await measureTrail();
  printEnd();
}
