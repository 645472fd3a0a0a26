/** Verification of a brand's trail against its seals and the heads outside; names what is not as it was sealed. */
import { sql } from 'kysely';
import { dayMs } from '#contract/kernel/days.ts';
import type { Tenant } from '#contract/kernel/endpoint.ts';
import type { Db } from '#platform/database/database.ts';
import { headOf, isSigned, noHead, type HeadLine, type SignedSeal } from './head.ts';
import { explain, type Mismatch } from './explained.ts';
import { changesHash, firstIdOf, leafBytes, leaves, readLeaves, uuidOf } from './leaf.ts';
import type { OutsideHeads } from './outside.ts';
import { sealColumns } from './seal.ts';

export interface Checks {
  tenant: Tenant;
  outside: OutsideHeads;
  /** Keys that may have signed. */
  keys: readonly Buffer[];
  /** Heads that somebody kept. */
  kept: readonly HeadLine[];
  /** The database was restored from an older backup: the store may have other heads. */
  isRestored: boolean;
}

export interface Verdict {
  entries: number;
  seals: number;
  /** Entries that differ from their seal by an erasure, and seals whose entries retention removed. */
  erased: number;
  retired: number;
  /** Entries that the next seal will cover. */
  unsealed: number;
  late: number;
  /** In the order of the seals. */
  faults: string[];
}

interface StoredSeal extends SignedSeal {
  /** Computed from the leaves; null: they were removed. */
  ownHash: Buffer | null;
  /** Leaves without the late ones. */
  windowHash: Buffer | null;
  ownChanges: Buffer;
  isPublished: boolean;
}

const readSeals = async (db: Db, tenant: Tenant): Promise<StoredSeal[]> =>
  (
    await sql<StoredSeal>`select ${sealColumns}, pg_catalog.sha256(leaves) as "ownHash",
      pg_catalog.sha256(pg_catalog.substr(leaves, late * ${sql.lit(leafBytes)} + 1)) as "windowHash", published_at is not null as "isPublished",
      (select ${changesHash} from trail_change where tenant = ${tenant} and seal = number) as "ownChanges"
    from trail_seal where tenant = ${tenant} order by number`.execute(db)
  ).rows;

/** Faults of the chain itself: numbers, links, digests and signatures. */
function chainFaults(seals: readonly StoredSeal[], { tenant, keys }: Checks): string[] {
  const faults: string[] = [];
  let last: StoredSeal | undefined;
  for (const seal of seals) {
    const name = `Seal ${seal.number} (${seal.day})`;
    if (seal.number !== (last?.number ?? 0) + 1) faults.push(`${name}: seals before it were removed`);
    else if (!seal.previous.equals(last?.head ?? noHead)) faults.push(`${name} does not follow the seal before it`);
    if (last && seal.fromId !== last.toId) faults.push(`${name} leaves entries out`);
    if (!headOf(tenant, seal).equals(seal.head)) faults.push(`${name} was altered`);
    else if (!isSigned(seal)) faults.push(`${name}: its signature is wrong`);
    else if (!keys.some((key) => key.equals(seal.publicKey)))
      faults.push(
        `${name} is signed with another key, ${seal.publicKey.toString('base64url')}; if it is yours, add --key`,
      );
    if (seal.ownHash && !seal.ownHash.equals(seal.leavesHash)) faults.push(`${name}: its list of entries was altered`);
    if (!seal.ownChanges.equals(seal.changesHash)) faults.push(`${name}: its erasures and retentions were altered`);
    last = seal;
  }
  return faults;
}

/** Number of the last seal whose entries retention removed, and its faults. */
async function retention(
  db: Db,
  tenant: Tenant,
  seals: readonly StoredSeal[],
): Promise<{ upTo: number; faults: string[] }> {
  const { rows } = await sql<{
    upTo: number;
    isDue: boolean;
  }>`select up_to as "upTo", coalesce(days >= 365 and trail_seal.day < (at at time zone 'UTC')::date - days, false) as "isDue"
    from trail_change left join trail_seal on trail_seal.tenant = trail_change.tenant and number = up_to
    where trail_change.tenant = ${tenant} and kind = 'retention' order by up_to`.execute(db);
  const early = rows
    .filter(({ isDue }) => !isDue)
    .map(({ upTo }) => `Seal ${upTo}: its entries were removed too early`);
  const upTo = rows.at(-1)?.upTo ?? 0;
  const emptied = seals
    .filter((seal) => !seal.ownHash && seal.number > upTo)
    .map(({ number, day }) => `Seal ${number} (${day}): its list of entries was removed`);
  return { upTo, faults: [...early, ...emptied] };
}

/** Leaves of late entries, which stand in a later seal than their time. */
async function lateLeaves(db: Db, tenant: Tenant): Promise<Map<string, Buffer>> {
  const { rows } = await sql<{ part: Buffer }>`select substr(leaves, 1, late * ${sql.lit(leafBytes)}) as part
    from trail_seal where tenant = ${tenant} and late > 0 and leaves is not null`.execute(db);
  return readLeaves(Buffer.concat(rows.map(({ part }) => part)));
}

const window = (tenant: Tenant, { fromId, toId }: StoredSeal) =>
  sql`from audit where tenant = ${tenant} and id > ${fromId} and id <= ${toId}`;

/** Entries of a seal that differ from it, in order. */
async function differences(
  db: Db,
  tenant: Tenant,
  seal: StoredSeal,
  late: ReadonlyMap<string, Buffer>,
): Promise<Mismatch[]> {
  const { rows: hashes } = await sql<{
    hash: Buffer;
  }>`select pg_catalog.sha256(${leaves}) as hash ${window(tenant, seal)}`.execute(db);
  if (seal.windowHash && hashes[0]!.hash.equals(seal.windowHash)) return [];
  const { rows: stored } = await sql<{
    leaves: Buffer;
  }>`select leaves from trail_seal where tenant = ${tenant} and number = ${seal.number}`.execute(db);
  const sealed = readLeaves(stored[0]!.leaves.subarray(seal.late * leafBytes));
  const { rows } = await sql<{ leaves: Buffer }>`select ${leaves} as leaves ${window(tenant, seal)}`.execute(db);
  const found = readLeaves(rows[0]!.leaves);
  return mismatches(sealed, found, late);
}

function mismatches(
  sealed: ReadonlyMap<string, Buffer>,
  found: ReadonlyMap<string, Buffer>,
  late: ReadonlyMap<string, Buffer>,
): Mismatch[] {
  return [...new Set([...sealed.keys(), ...found.keys()])].toSorted().flatMap((hex): Mismatch[] => {
    const [was, is] = [sealed.get(hex), found.get(hex)];
    // Compared with the leaves of the later seal.
    if (!was && late.has(hex)) return [];
    if (!was) return [{ id: uuidOf(hex), kind: 'inserted' }];
    if (!is) return [{ id: uuidOf(hex), kind: 'removed' }];
    return was.equals(is) ? [] : [{ id: uuidOf(hex), kind: 'altered', sealed: was }];
  });
}

/** Late entries that are not as their seal has them. */
async function lateDifferences(
  db: Db,
  tenant: Tenant,
  late: ReadonlyMap<string, Buffer>,
  afterId: string,
): Promise<Mismatch[]> {
  const kept = new Map([...late].filter(([hex]) => uuidOf(hex) > afterId));
  if (kept.size === 0) return [];
  const { rows } = await sql<{ leaves: Buffer }>`select ${leaves} as leaves from audit
    where tenant = ${tenant} and id = any(${[...kept.keys()].map(uuidOf)}::uuid[])`.execute(db);
  return mismatches(kept, readLeaves(rows[0]!.leaves), new Map());
}

/** Heads that somebody else keeps: the last of each day in the file store, the one after the last, and those named. */
async function outsideFaults(
  seals: readonly StoredSeal[],
  { tenant, outside, kept, isRestored }: Checks,
  started: Date,
): Promise<string[]> {
  const faults: string[] = [];
  const restored = 'the database was restored from an older backup (then add --restored), or the trail was replaced';
  for (const line of kept.filter((one) => one.tenant === tenant)) {
    const seal = seals.find(({ number }) => number === line.number);
    if (!isSigned(line)) faults.push(`The head of seal ${line.number} in --against is not genuine`);
    else if (!seal?.head.equals(line.head))
      faults.push(`Seal ${line.number} is not the one of ${line.madeAt} in --against`);
  }
  const byDay = new Map(seals.filter((seal) => seal.isPublished).map((seal) => [seal.day, seal]));
  for (const seal of byDay.values()) {
    const line = await outside.first(seal.number);
    if (!line) faults.push(`Seal ${seal.number} (${seal.day}): its head is missing in the file store`);
    else if (!line.head.equals(seal.head) && !(isRestored && (await outside.hasOther(seal))))
      faults.push(`Seal ${seal.number} (${seal.day}) is not the one in the file store: ${restored}`);
  }
  const next = (seals.at(-1)?.number ?? 0) + 1;
  const later = isRestored ? undefined : await outside.first(next);
  // One that was made meanwhile is not in this snapshot.
  if (later && new Date(later.madeAt) < started)
    faults.push(`The file store has the head of seal ${next}, which is missing here: ${restored}`);
  return faults;
}

/** Entries that no seal has yet; a fault if sealing has stopped. */
async function unsealed(db: Db, tenant: Tenant, afterId: string): Promise<{ n: number; faults: string[] }> {
  const { rows } = await sql<{ n: number; isStale: boolean }>`select count(*)::int as n,
    count(*) filter (where id < ${firstIdOf(new Date(Date.now() - dayMs))}) > 0 as "isStale" from audit where tenant = ${tenant} and id > ${afterId}`.execute(
    db,
  );
  const { n, isStale } = rows[0]!;
  return { n, faults: isStale ? ['Entries of more than a day ago are not sealed: is a worker running?'] : [] };
}

const firstId = uuidOf('0'.repeat(32));

/** `db`: transaction of one snapshot that sees the brand's rows. */
export async function verifyTrail(db: Db, checks: Checks): Promise<Verdict> {
  const { tenant } = checks;
  const started = new Date();
  const seals = await readSeals(db, tenant);
  const late = await lateLeaves(db, tenant);
  const { upTo, faults: early } = await retention(db, tenant, seals);
  const retiredTo = seals.find(({ number }) => number === upTo)?.toId ?? firstId;
  const faults = [...chainFaults(seals, checks), ...early];
  let erased = 0;
  const report = async (found: Mismatch[], where: string) => {
    // Retention removed it with the entries of its time.
    const { explained, unexplained } = await explain(
      db,
      tenant,
      found.filter(({ id }) => id > retiredTo),
    );
    erased += explained;
    faults.push(...unexplained.map(({ id, kind, words }) => `Entry ${id} was ${kind}${words} (${where})`));
  };
  for (const seal of seals.filter((one) => one.ownHash && one.number > upTo))
    await report(await differences(db, tenant, seal, late), `seal ${seal.number}, ${seal.day}`);
  await report(await lateDifferences(db, tenant, late, retiredTo), 'sealed late');
  const { rows: left } = await sql<{
    id: string;
  }>`select id from audit where tenant = ${tenant} and id <= ${retiredTo} order by id limit 10`.execute(db);
  faults.push(...left.map(({ id }) => `Entry ${id} was inserted into what retention has removed`));
  const tail = await unsealed(db, tenant, seals.at(-1)?.toId ?? firstId);
  faults.push(...tail.faults, ...(await outsideFaults(seals, checks, started)));
  const sealed = seals.filter(({ number }) => number > upTo).reduce((sum, seal) => sum + seal.entries, 0);
  return { entries: sealed, seals: seals.length, erased, retired: upTo, unsealed: tail.n, late: late.size, faults };
}
