/** Entries of the trail that are not the change of a row: who signed in, who was refused, what was exported. */
import { sql } from 'kysely';
import type { AuditAction } from '#contract/audit.ts';
import type { Db } from '#platform/database/database.ts';

interface AuditEvent {
  /** One of a fixed list, which the database keeps too: a new one takes a migration. */
  action: AuditAction;
  /** Who did it; the trail has the name that the user has now. Absent: 'Somebody'. */
  userId?: string | undefined;
  /** The user in whose history it is told. */
  about?: string | undefined;
  requestId?: string;
  details?: Readonly<Record<string, unknown>>;
  /** Events of one action and key within a minute are one entry with a count: for whatever others can make happen. */
  key?: string;
}

interface Minute {
  minute: number;
  counts: Map<string, { seen: number; told: number }>;
}

/** Within a minute only so many keys are told apart: a flood does not fill the trail. */
const mostKeys = 100;
const others = 'others';
const minutes = new WeakMap<Db, Minute>();

/**
 * Which key this event is counted under, and how many are to be told now: all up to ten, then every tenth, hundredth …
 */
function counted(db: Db, action: string, key: string): { key: string; n: number } {
  const minute = Math.floor(Date.now() / 60_000);
  let now = minutes.get(db);
  if (now?.minute !== minute) minutes.set(db, (now = { minute, counts: new Map() }));
  const { counts } = now;
  const own = `${action} ${key}`;
  const name = counts.has(own) || counts.size < mostKeys ? own : `${action} ${others}`;
  const count = counts.get(name) ?? { seen: 0, told: 0 };
  counts.set(name, count);
  count.seen += 1;
  if (count.seen % 10 ** Math.floor(Math.log10(count.seen)) > 0) return { key: others, n: 0 };
  const n = count.seen - count.told;
  count.told = count.seen;
  return { key: name === own ? key : others, n };
}

/**
 * Writes an entry. `db` is the tenant's, or a transaction: then the entry is there if that commits, so a refusal is
 * told outside of it. An event with a `key` takes the tenant's.
 */
export async function recordAuditEvent(db: Db, event: AuditEvent): Promise<void> {
  const { action, userId, about, requestId, details = {} } = event;
  const { key, n } = event.key === undefined ? { key: null, n: 1 } : counted(db, action, event.key);
  if (n === 0) return;
  // Where many are counted together, nobody is named.
  const known = key !== others;
  await sql`select audit_event(${action}, ${known ? (userId ?? null) : null}::uuid, ${known ? (about ?? null) : null}::uuid,
    ${requestId ?? null}, ${known ? details : {}}::jsonb, ${key}, ${n})`.execute(db);
}

/** What a request did, in the order in which it did it. */
export const eventsOfRequest = (db: Db, requestId: string) =>
  db
    .selectFrom('audit')
    .select(['id', 'tableName', 'recordId', 'action', 'version', 'before', 'after', 'belongsTo'])
    .where('requestId', '=', requestId)
    .orderBy('id')
    .execute();
