/** Batches that set one value of each record: results, and the undo as a three-way merge of before, after and now. */
import { sql } from 'kysely';
import { type BatchRowState, valueInWords } from '#contract/batch/endpoints.ts';
import type { Db } from '#platform/database/database.ts';
import { attempt } from '../attempt.ts';

/** Result for a record. `before` and `after` are values of the kind (`batchKinds`), `reason` is for users. */
export interface Outcome {
  state: Exclude<BatchRowState, 'pending'>;
  before?: string;
  after?: string;
  reason?: string;
}
/** Results by record id. */
export type Outcomes = ReadonlyMap<string, Outcome>;

/** A record that the batch changed. */
export interface Changed {
  id: string;
  before: string;
  after: string;
}

/** How a value is read and set. Values are those of the contract's `batchKinds`. */
export interface Setting<Value extends string> {
  /** Table, or tables of records of several kinds, and column that the trail has changes of the value under. */
  table: string | readonly string[];
  column: string;
  /** For links: their owner, and the table of the records; default: the table is that of the records. */
  link?: { ownerId: string; items: string };
  /** Why a record that was held is not locked; default: it no longer exists. */
  gone?: string;
  /** Display names of the values. */
  words: Readonly<Record<Value, string>>;
  /** Value that records get, where that of the change stands for it. */
  to?: Value;
  /** Locks the records and returns their values; records that no longer exist are left out. */
  lock: (db: Db, ids: readonly string[]) => Promise<ReadonlyMap<string, Value>>;
  /** Why a record cannot get a value; undefined if it can. Not consulted by the undo. */
  refusal?: (from: Value, to: Value) => string | undefined;
  /** Sets the value of those locked records that can be changed together, in a few statements; returns their ids. */
  setTogether: (db: Db, ids: readonly string[], to: Value, isUndo: boolean) => Promise<readonly string[]>;
  /** Sets the value of one locked record with all effects; throws HttpErrors to refuse. */
  setOne: (db: Db, id: string, to: Value, isUndo: boolean) => Promise<void>;
}

const noLonger = 'It no longer exists';

/** Sets a value of locked records; returns the reasons of those that were refused. */
async function setAll<Value extends string>(
  { setTogether, setOne }: Setting<Value>,
  db: Db,
  ids: readonly string[],
  to: Value,
  isUndo: boolean,
): Promise<ReadonlyMap<string, string>> {
  const refused = new Map<string, string>();
  if (ids.length === 0) return refused;
  const together = new Set(await setTogether(db, ids, to, isUndo));
  for (const id of ids) {
    if (together.has(id)) continue;
    const refusal = await attempt(db, () => setOne(db, id, to, isUndo));
    if (refusal) refused.set(id, refusal.message);
  }
  return refused;
}

/** Locks records and gives them the value `to`; returns a result for each, also for those that were refused. */
export async function setValues<Value extends string>(
  setting: Setting<Value>,
  db: Db,
  ids: readonly string[],
  to: Value,
): Promise<Outcomes> {
  const now = await setting.lock(db, ids);
  const outcomeOf = (id: string): Outcome | undefined => {
    const before = now.get(id);
    if (before === undefined) return { state: 'failed', reason: setting.gone ?? noLonger };
    if (before === to) return { state: 'skipped', before, reason: `Already ${valueInWords(setting.words, to)}` };
    const reason = setting.refusal?.(before, to);
    return reason === undefined ? undefined : { state: 'failed', before, reason };
  };
  const outcomes = new Map(ids.map((id) => [id, outcomeOf(id)]));
  const changing = ids.filter((id) => !outcomes.get(id));
  const refused = await setAll(setting, db, changing, to, false);
  for (const id of changing) {
    const [before, reason] = [now.get(id)!, refused.get(id)];
    outcomes.set(id, reason === undefined ? { state: 'done', before, after: to } : { state: 'failed', before, reason });
  }
  return outcomes as Outcomes;
}

/** Names of the users who last changed a column of records, or their links, from the trail. */
async function changedBy(
  db: Db,
  { table, column, link }: Pick<Setting<never>, 'table' | 'column' | 'link'>,
  ids: readonly string[],
) {
  const { rows } = await sql<{ id: string; by: string }>`select changed.id, last.by
    from unnest(${ids}::text[]) as changed (id), lateral (
      select actor_name as by from audit_record filed join audit on audit.id = line or part_of = line
      where filed.table_name = any(${[link?.items ?? table].flat()}) and filed.record_id = changed.id
        and audit.table_name = any(${[table].flat()})
        and audit.record_id = ${link ? `${link.ownerId}/` : ''} || changed.id and coalesce(after, before) ? ${column}
      order by line desc limit 1) last`.execute(db);
  return new Map(rows.map(({ id, by }) => [id, by]));
}

/**
 * Gives records the value that they had before the batch. A record that has another value by now than the batch gave it
 * was changed since, and keeps it.
 */
export async function undoValues<Value extends string>(
  setting: Setting<Value>,
  db: Db,
  records: readonly Changed[],
): Promise<Outcomes> {
  const { words } = setting;
  const now = await setting.lock(
    db,
    records.map(({ id }) => id),
  );
  const outcomes = new Map<string, Outcome>();
  const isOurs = ({ id, after }: Changed) => now.get(id) === after;
  const others = records.filter((record) => !isOurs(record));
  const by = await changedBy(
    db,
    setting,
    others.map(({ id }) => id),
  );
  for (const { id, before } of others) {
    const value = now.get(id);
    if (value === undefined) outcomes.set(id, { state: 'kept', reason: setting.gone ?? noLonger });
    else if (value === before)
      outcomes.set(id, { state: 'undone', reason: `It was set to ${valueInWords(words, value)} already` });
    else
      outcomes.set(id, {
        state: 'kept',
        reason: `${by.get(id) ?? 'Somebody'} set it to ${valueInWords(words, value)} since`,
      });
  }
  for (const [before, group] of Map.groupBy(records.filter(isOurs), (record) => record.before as Value)) {
    const ids = group.map(({ id }) => id);
    const refused = await setAll(setting, db, ids, before, true);
    for (const id of ids) {
      const reason = refused.get(id);
      outcomes.set(id, reason === undefined ? { state: 'undone' } : { state: 'kept', reason });
    }
  }
  return outcomes;
}
