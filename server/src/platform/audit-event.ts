/** Recording of audit events that change no row (sign-ins, refusals, exports). */
import { sql } from 'kysely';
import type { AuditAction } from '#contract/kernel/audit.ts';
import type { Db } from '#platform/database/database.ts';

interface AuditEvent {
  /** Action from a fixed list that the database checks too; a new one needs a migration. */
  action: AuditAction;
  /** Actor; the trail stores the user's current name. Absent: 'Somebody'. */
  userId?: string | undefined;
  /** User in whose history the event appears. */
  about?: string | undefined;
  requestId?: string;
  details?: Readonly<Record<string, unknown>>;
  /**
   * Merges events with the same action and key within a minute into few entries with a count; the last ones of a minute
   * may stay unrecorded. For events that outsiders can cause.
   */
  key?: string;
}

interface Minute {
  minute: number;
  counts: Map<string, { seen: number; recorded: number }>;
}

/** Upper limit of keys distinguished per minute, so that a flood does not fill the trail. */
const maxKeys = 100;
const others = 'others';
const minutes = new WeakMap<Db, Minute>();

/**
 * Key to count an event under, and number of events to record now (0: none): each of the first ten, then every tenth,
 * hundredth, …
 */
function counted(db: Db, action: string, key: string): { key: string; n: number } {
  const minute = Math.floor(Date.now() / 60_000);
  let now = minutes.get(db);
  if (now?.minute !== minute) minutes.set(db, (now = { minute, counts: new Map() }));
  const { counts } = now;
  const own = `${action} ${key}`;
  const name = counts.has(own) || counts.size < maxKeys ? own : `${action} ${others}`;
  const count = counts.get(name) ?? { seen: 0, recorded: 0 };
  counts.set(name, count);
  count.seen += 1;
  if (count.seen % 10 ** Math.floor(Math.log10(count.seen)) > 0) return { key: others, n: 0 };
  const n = count.seen - count.recorded;
  count.recorded = count.seen;
  return { key: name === own ? key : others, n };
}

/**
 * Writes an audit event. `db` is the tenant's database or a transaction; in a transaction the event is lost on
 * rollback, so record refusals outside of it. Events with a `key` need the tenant's database.
 */
export async function recordAuditEvent(db: Db, event: AuditEvent): Promise<void> {
  const { action, userId, about, requestId, details = {} } = event;
  const { key, n } = event.key === undefined ? { key: null, n: 1 } : counted(db, action, event.key);
  if (n === 0) return;
  // Events counted under `others` concern several users.
  const known = key !== others;
  await sql`select audit_event(${action}, ${known ? (userId ?? null) : null}::uuid, ${known ? (about ?? null) : null}::uuid,
    ${requestId ?? null}, ${known ? details : {}}::jsonb, ${key}, ${n})`.execute(db);
}
