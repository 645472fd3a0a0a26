/** Sealing of the trail (docs/decisions/0143): chains what has been committed, without a lock that a writer waits for. */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { dayMs, hourMs } from '#contract/kernel/days.ts';
import type { Tenant } from '#contract/kernel/endpoint.ts';
import type { Db } from '#platform/database/database.ts';
import { headOf, noHead, sha256, type SignedSeal, type TrailKey } from './head.ts';
import { changesHash, firstIdOf, idBytes, leafBytes, leaves, readLeaves, timeOf, uuidOf } from './leaf.ts';

interface Options {
  tenant: Tenant;
  key: TrailKey;
  signal: AbortSignal;
  /** Upper limit of entries per seal; default: 20,000. */
  size?: number;
  /** Milliseconds before now that are left to the next run; default: two minutes. */
  restMs?: number;
  /** Gets the number of entries that are left. */
  report?: (left: number) => Promise<void>;
}

/** Events that are counted within a minute change until it ends; clocks of servers differ by seconds. */
const defaultRestMs = 2 * 60_000;
const defaultSize = 20_000;
/** Upper limit of the wait for running transactions. */
const patienceMs = 60_000;
/** Milliseconds for which entries that were committed late are looked for. */
const lateMs = 3 * hourMs;

/** Columns of a {@link SignedSeal}. */
export const sealColumns =
  sql.raw(`number, day::text, from_id as "fromId", to_id as "toId", entries, late, leaves_hash as "leavesHash",
  changes_hash as "changesHash", previous, head, public_key as "publicKey", signature,
  to_char(made_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "madeAt"`);

/** All transactions that have written before this time have ended; undefined: one runs for longer than a minute. */
async function settledTime(db: Db, restMs: number, signal: AbortSignal): Promise<Date | undefined> {
  // Takes an id itself: a snapshot says nothing of ids after the last one that has ended.
  const { rows } = await sql<{ own: string; ms: number }>`select pg_current_xact_id()::text as own,
    (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`.execute(db);
  const { own, ms } = rows[0]!;
  for (const end = Date.now() + patienceMs; Date.now() < end && !signal.aborted;) {
    const { rows: oldest } = await sql<{
      isOver: boolean;
    }>`select pg_snapshot_xmin(pg_current_snapshot()) > ${own}::xid8 as "isOver"`.execute(db);
    if (oldest[0]?.isOver) return new Date(ms - restMs);
    await sleep(100, undefined, { signal }).catch(() => undefined);
  }
  return undefined;
}

/** Leaves of entries up to `last.toId` that no seal has: their transaction took longer, or a clock was set back. */
async function lateLeaves(db: Db, last: SignedSeal | undefined, settled: Date): Promise<Buffer> {
  const since = firstIdOf(new Date(settled.getTime() - lateMs));
  if (!last || last.toId < since) return Buffer.alloc(0);
  const { rows: seals } = await sql<{
    leaves: Buffer;
  }>`select leaves from trail_seal where to_id > ${since} and leaves is not null`.execute(db);
  const sealed = new Set(seals.flatMap((seal) => [...readLeaves(seal.leaves).keys()]));
  const { rows: found } = await sql<{
    ids: Buffer;
  }>`select coalesce(string_agg(uuid_send(id), ''), '') as ids from audit
    where id > ${since} and id <= ${last.toId}`.execute(db);
  const ids = found[0]!.ids;
  const late = Array.from({ length: ids.length / idBytes }, (_, at) =>
    ids.toString('hex', at * idBytes, (at + 1) * idBytes),
  ).filter((id) => !sealed.has(id));
  if (late.length === 0) return Buffer.alloc(0);
  const { rows } = await sql<{
    leaves: Buffer;
  }>`select ${leaves} as leaves from audit where id = any(${late.map(uuidOf)}::uuid[])`.execute(db);
  return rows[0]!.leaves;
}

/** Entries after `fromId`, of one day, up to the settled time. */
async function nextWindow(db: Db, fromId: string, settled: Date, size: number) {
  const end = firstIdOf(settled);
  const { rows: first } = await sql<{
    id: string;
  }>`select id from audit where id > ${fromId} and id <= ${end} order by id limit 1`.execute(db);
  const begins = first[0] ? timeOf(first[0].id) : timeOf(fromId > end ? fromId : end);
  const day = new Date(Math.floor(begins.getTime() / dayMs) * dayMs);
  const nextDay = firstIdOf(new Date(day.getTime() + dayMs));
  const limit = [end, nextDay].toSorted()[0]!;
  const { rows } = await sql<{ leaves: Buffer; last: string | null; n: number }>`select ${leaves} as leaves,
    (array_agg(id order by id desc))[1] as last, count(*)::int as n
    from (select * from audit where id > ${fromId} and id <= ${limit} order by id limit ${sql.lit(size)}) part`.execute(
    db,
  );
  const { leaves: bytes, last, n } = rows[0]!;
  // The next seal goes on after the last entry of a full one.
  const toId = n === size ? last! : limit > fromId ? limit : fromId;
  return { bytes, toId, day: day.toISOString().slice(0, 10), isFull: n === size || limit === nextDay };
}

async function insert(tx: Db, seal: SignedSeal, bytes: Buffer): Promise<void> {
  await sql`insert into trail_seal (number, day, from_id, to_id, entries, late, leaves, leaves_hash, changes_hash, previous, head, public_key, signature, made_at)
    values (${seal.number}, ${seal.day}::date, ${seal.fromId}, ${seal.toId}, ${seal.entries}, ${seal.late}, ${bytes}, ${seal.leavesHash},
      ${seal.changesHash}, ${seal.previous}, ${seal.head}, ${seal.publicKey}, ${seal.signature}, ${seal.madeAt}::timestamptz)`.execute(
    tx,
  );
}

/** Writes the next seal; returns whether there may be more to seal. */
async function sealNext(tx: Db, settled: Date, { tenant, key, size = defaultSize }: Options): Promise<boolean> {
  const { rows } = await sql<SignedSeal>`select ${sealColumns} from trail_seal order by number desc limit 1`.execute(
    tx,
  );
  const last = rows[0];
  const fromId = last?.toId ?? uuidOf('0'.repeat(32));
  const late = await lateLeaves(tx, last, settled);
  const { bytes, toId, day, isFull } = await nextWindow(tx, fromId, settled, size);
  const own = (last?.number ?? 0) + 1;
  const { rows: covered } = await sql`update trail_change set seal = ${own} where seal is null returning id`.execute(
    tx,
  );
  const all = Buffer.concat([late, bytes]);
  if (all.length === 0 && covered.length === 0) return false;
  const { rows: changes } = await sql<{
    hash: Buffer;
  }>`select ${changesHash} as hash from trail_change where seal = ${own}`.execute(tx);
  const seal = {
    number: own,
    day,
    fromId,
    toId,
    entries: all.length / leafBytes,
    late: late.length / leafBytes,
    leavesHash: sha256(all),
    changesHash: changes[0]!.hash,
    previous: last?.head ?? noHead,
    madeAt: new Date().toISOString().replace(/\.\d+/, ''),
  };
  const head = headOf(tenant, seal);
  await insert(tx, { ...seal, head, publicKey: key.publicKey, signature: key.sign(head) }, all);
  return isFull;
}

async function countLeft(db: Db, settled: Date): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from audit where id <= ${firstIdOf(settled)}
    and id > coalesce((select to_id from trail_seal order by number desc limit 1), ${uuidOf('0'.repeat(32))})`.execute(
    db,
  );
  return rows[0]!.n;
}

/** SQLSTATE: another worker has written the same seal. */
const uniqueViolation = '23505';

/** Seals all entries that are settled, each seal in its own transaction, so that a killed run goes on with the next. */
export async function sealTrail(db: Db, options: Options): Promise<void> {
  const { signal, restMs = defaultRestMs } = options;
  const settled = await settledTime(db, restMs, signal);
  if (!settled) return;
  try {
    do await options.report?.(await countLeft(db, settled));
    while (!signal.aborted && (await db.transaction().execute((tx) => sealNext(tx, settled, options))));
  } catch (error) {
    if ((error as { code?: string }).code !== uniqueViolation) throw error;
  }
}
