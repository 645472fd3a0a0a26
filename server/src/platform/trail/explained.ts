/** Entries that are not as they were sealed because a person was erased (docs/decisions/0143). */
import { sql } from 'kysely';
import type { Tenant } from '#contract/kernel/endpoint.ts';
import type { Db } from '#platform/database/database.ts';
import { sha256 } from './head.ts';
import { lasting, personal } from './leaf.ts';

export interface Mismatch {
  id: string;
  kind: 'altered' | 'removed' | 'inserted';
  /** Digest in the seal. */
  sealed?: Buffer;
}

interface Explained {
  /** Number of entries that erasures explain. */
  explained: number;
  /** The others; `words`: why an erasure does not explain it, after `was altered`. */
  unexplained: (Mismatch & { words: string })[];
}

interface Change {
  entry: string;
  was: Buffer;
  becomes: Buffer;
  isRecorded: boolean;
}

interface Entry {
  id: string;
  lasting: string;
  personal: Buffer;
}

/** Upper limit of entries per query. */
const atOnce = 5_000;

/**
 * Whether the changes lead from what was sealed to what is there: the sealed digest is that of one of their states, and
 * each goes on from the one before.
 */
function leads({ lasting: text, personal: now }: Entry, sealed: Buffer, changes: readonly Change[]): boolean {
  const states = [...changes.map(({ was }) => was), ...changes.slice(-1).map(({ becomes }) => becomes)];
  const isLinked = changes.every(({ was }, at) => at === 0 || was.equals(changes[at - 1]!.becomes));
  const isSealed = states.some((state) => sha256(Buffer.concat([Buffer.from(text), state])).equals(sealed));
  return isLinked && isSealed && (states.at(-1)?.equals(now) ?? false);
}

async function explainSome(db: Db, tenant: Tenant, found: readonly Mismatch[]): Promise<Explained['unexplained']> {
  const ids = found.map(({ id }) => id);
  const { rows: entries } = await sql<Entry>`select id, ${lasting} as lasting, ${personal} as personal
    from audit where tenant = ${tenant} and id = any(${ids}::uuid[])`.execute(db);
  const { rows: changes } = await sql<Change>`select entry, was, becomes, exists (select from privacy_request
      where privacy_request.tenant = ${tenant} and privacy_request.id = request_id and privacy_request.kind = 'erasure') as "isRecorded"
    from trail_change where trail_change.tenant = ${tenant} and trail_change.kind = 'erasure' and entry = any(${ids}::uuid[]) order by trail_change.id`.execute(
    db,
  );
  const byEntry = Map.groupBy(changes, ({ entry }) => entry);
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  return found.flatMap((one) => {
    const own = byEntry.get(one.id) ?? [];
    if (own.length === 0) return [{ ...one, words: '' }];
    if (!leads(byId.get(one.id)!, one.sealed!, own)) return [{ ...one, words: ', beyond its erasure' }];
    return own.every(({ isRecorded }) => isRecorded) ? [] : [{ ...one, words: ' by an erasure that nobody requested' }];
  });
}

/** Divides what differs into what erasures explain, and faults in order. */
export async function explain(db: Db, tenant: Tenant, found: readonly Mismatch[]): Promise<Explained> {
  const altered = found.filter((one) => one.kind === 'altered');
  const faults = new Map(found.filter((one) => one.kind !== 'altered').map((one) => [one.id, { ...one, words: '' }]));
  for (let at = 0; at < altered.length; at += atOnce)
    for (const one of await explainSome(db, tenant, altered.slice(at, at + atOnce))) faults.set(one.id, one);
  const unexplained = found.flatMap(({ id }) => faults.get(id) ?? []);
  return { explained: found.length - unexplained.length, unexplained };
}
