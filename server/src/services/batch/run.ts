/** Works off the records of a batch in transactions of some hundreds, forward or as its undo. */
import { sql } from 'kysely';
import type { BatchRowState } from '#contract/batch/endpoints.ts';
import { transactionAs } from '#platform/transaction.ts';
import type { Db } from '#platform/database/database.ts';
import type { BatchKind, Brand, Change, RecordedKind } from '#shared/batch/kind.ts';
import { setValues, undoValues, type Changed, type Outcomes } from '#shared/batch/setting.ts';

export type BatchKinds = readonly (BatchKind | RecordedKind)[];

/** Records per transaction. A cancellation waits for the running transaction. */
const perTransaction = 200;

interface Row {
  n: number;
  recordId: string;
  before: string | null;
  after: string | null;
}

/** Locks a batch; undefined if it is not running. A second run of its job waits here, and then goes on with other rows. */
const lockRunning = (db: Db, id: string) =>
  db
    .selectFrom('batch')
    .select(['id', 'kind', 'change', 'isUndo'])
    .where('id', '=', id)
    .where('state', '=', 'running')
    .forNoKeyUpdate()
    .executeTakeFirst();

type Running = NonNullable<Awaited<ReturnType<typeof lockRunning>>>;

/** Next rows: pending ones in order, or those to undo in reverse order. */
const nextRows = (db: Db, { id, isUndo }: Running, limit: number): Promise<Row[]> =>
  db
    .selectFrom('batchRow')
    .select(['n', 'recordId', 'before', 'after'])
    .where('batchId', '=', id)
    .where('state', '=', isUndo ? 'done' : 'pending')
    .orderBy('n', isUndo ? 'desc' : 'asc')
    .limit(limit)
    .execute();

/** Kinds whose settings are those of a brand. */
export const kindsFor = (kinds: BatchKinds, brand: Brand): BatchKinds =>
  kinds.map((kind) => ({ ...kind, setting: (change: Change) => kind.setting(change, brand) }));

export function kindOf(kinds: BatchKinds, name: string): RecordedKind {
  const kind = kinds.find(({ calls }) => calls.kind === name);
  if (!kind) throw new Error(`There is no kind of batch ${name}`);
  return kind;
}

/** Changes the records of rows, or undoes that. */
async function outcomesOf(db: Db, kinds: BatchKinds, { kind, change: stored, isUndo }: Running, rows: readonly Row[]) {
  const change = stored as Change;
  const setting = kindOf(kinds, kind).setting(change);
  const ids = rows.map(({ recordId }) => recordId);
  if (!isUndo) return setValues(setting, db, ids, setting.to ?? change.value);
  return undoValues(
    setting,
    db,
    rows.map(({ recordId, before, after }): Changed => ({ id: recordId, before: before!, after: after! })),
  );
}

/** Writes results; an undo keeps what the batch did as `before` and `after`. */
async function writeOutcomes(db: Db, { id, isUndo }: Running, rows: readonly Row[], outcomes: Outcomes) {
  const results = rows.map(({ n, recordId }) => ({ n, ...outcomes.get(recordId)! }));
  const column = <Key extends 'state' | 'before' | 'after' | 'reason'>(key: Key) =>
    sql`${results.map((result) => result[key] ?? null)}::text[]`;
  const values = isUndo ? sql`` : sql`before = result.before, after = result.after,`;
  await sql`update batch_row set ${values} state = result.state, reason = result.reason
    from unnest(${results.map(({ n }) => n)}::int[], ${column('state')}, ${column('before')}, ${column('after')}, ${column('reason')})
      as result (n, state, before, after, reason)
    where batch_id = ${id} and batch_row.n = result.n`.execute(db);
  const counts = { done: 0, skipped: 0, failed: 0, undone: 0, kept: 0, pending: 0 } satisfies Record<
    BatchRowState,
    number
  >;
  for (const { state } of results) counts[state] += 1;
  counts[isUndo ? 'done' : 'pending'] -= results.length;
  return counts;
}

/** Works off the next rows in the open transaction. Returns whether the batch goes on. */
export async function processChunk(db: Db, kinds: BatchKinds, batchId: string): Promise<boolean> {
  const running = await lockRunning(db, batchId);
  if (!running) return false;
  const { atOnce = perTransaction } = kindOf(kinds, running.kind);
  const rows = await nextRows(db, running, atOnce);
  const isLast = rows.length < atOnce;
  const counts = await writeOutcomes(db, running, rows, await outcomesOf(db, kinds, running, rows));
  await db
    .updateTable('batch')
    .set({
      ...Object.fromEntries(Object.entries(counts).map(([state, n]) => [state, sql`${sql.ref(state)} + ${n}::int`])),
      ...(isLast && { state: 'done', finishedAt: sql<string>`now()` }),
    })
    .where('id', '=', batchId)
    .execute();
  return !isLast;
}

/** User in whose name the batch, or its undo, changes records; `isNamed`: sees only courses that name them. */
async function actorOf(db: Db, batchId: string) {
  const { rows } = await sql<{ userId: string; name: string; isNamed: boolean }>`
    select actor.id as user_id, actor.name, exists (select from "user", brand_setting
      where "user".id = actor.id and role = 'instructor' and instructor_courses = 'named') as is_named
    from batch cross join lateral (values
      (case when is_undo then undo_user_id end, undo_user_name), (user_id, user_name)) actor (id, name)
    where batch.id = ${batchId} and actor.id is not null limit 1`.execute(db);
  return rows[0];
}

interface Work {
  db: Db;
  named: (userId: string) => Db;
  kinds: BatchKinds;
  signal: AbortSignal;
}

/** Works off the whole batch. Each transaction writes changes and results together, so that a repeated run goes on. */
export async function processBatch({ db, named, kinds, signal }: Work, batchId: string): Promise<void> {
  await db
    .updateTable('batch')
    .set({ state: 'running', error: null })
    .where('id', '=', batchId)
    .where('state', '=', 'failed')
    .execute();
  const actor = await actorOf(db, batchId);
  if (!actor) return;
  const own = actor.isNamed ? named(actor.userId) : db;
  while (await transactionAs(actor, own, batchId, (tx) => processChunk(tx, kinds, batchId))) signal.throwIfAborted();
}
