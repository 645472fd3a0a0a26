/** Rules of batches: holding records, starting, cancelling and undoing (docs/decisions/0052). */
import { type RawBuilder, sql } from 'kysely';
import { type Batch, batchKinds, maxInstant, maxRows } from '#contract/batch/endpoints.ts';
import { mayCall } from '#contract/kernel/endpoint.ts';
import { nameColumns, recordKinds, recordNounPlural } from '#contract/kernel/record-kinds.ts';
import type { Db } from '#platform/database/database.ts';
import { HttpError, badRequest, conflict, notFound } from '#platform/errors.ts';
import { enqueue } from '#platform/jobs/outbox.ts';
import type { Caller } from '#platform/session/access-token.ts';
import type { BatchKind, Change } from '#shared/batch/kind.ts';
import { batchJob } from './jobs.ts';
import { findBatch } from './queries.ts';
import { type BatchKinds, kindOf, processChunk } from './run.ts';

/** Admins see all batches; others their own. */
export const canSeeAllBatches = ({ role }: Caller) => role === 'admin' || role === 'superadmin';

/** Batch that the caller may see; 404 otherwise. */
export async function findVisibleBatch(db: Db, id: string, caller: Caller): Promise<Batch> {
  const found = await findBatch(db, id);
  if (found.user.id !== caller.userId && !canSeeAllBatches(caller)) throw notFound('batch');
  return found;
}

/** Number of records that match, up to {@link maxRows} and one. */
export async function countMatching(db: Db, kind: BatchKind, filter: unknown): Promise<{ total: number }> {
  const { rows } = await sql<{ total: number }>`select count(*)::int as total
    from (${(await kind.matching(db, filter)).limit(maxRows + 1)}) matching`.execute(db);
  return { total: rows[0]?.total ?? 0 };
}

/** Writes the records of a batch, newest first; returns their number. */
async function hold(
  db: Db,
  batchId: string,
  { calls, recordName }: BatchKind,
  isHeld: RawBuilder<boolean>,
): Promise<number> {
  const { table } = recordKinds[batchKinds[calls.kind].record];
  const { numAffectedRows = 0n } = await sql`insert into batch_row (batch_id, n, record_id, name)
    select ${batchId}, row_number() over (order by id desc), id, ${recordName ?? sql.ref(nameColumns[table]!)}
    from ${sql.table(table)} where ${isHeld} limit ${maxRows + 1}`.execute(db);
  return Number(numAffectedRows);
}

/** 409 if another number of records is held than the user saw. */
function refuseOther({ calls }: BatchKind, held: number, expected: number): void {
  const things = recordNounPlural(recordKinds[batchKinds[calls.kind].record].table);
  if (held > maxRows) throw conflict(`At most ${maxRows.toLocaleString('id-ID')} ${things} at a time`);
  if (held === 0) throw conflict(`There are no such ${things} any more`);
  if (held !== expected)
    throw conflict(
      `${held.toLocaleString('id-ID')} ${things} match by now, instead of ${expected.toLocaleString('id-ID')}`,
      'expected',
    );
}

const missing = (count: number) => (count === 1 ? 'One of these does not exist' : `${count} of these do not exist`);

interface Start {
  query: unknown;
  body: Change & { ids: string[] | null; expected: number };
  caller: Caller;
}

/** Changes the records now if they are few; otherwise in a job after the commit. */
export async function beginBatch(db: Db, kinds: BatchKinds, batchId: string, records: number): Promise<Batch> {
  if (records <= maxInstant) await processChunk(db, kinds, batchId);
  else await enqueue(db, batchJob, { batchId });
  return findBatch(db, batchId);
}

/** Holds the records and begins the change. 400 for missing ids; 409 if not exactly `expected` records match. */
export async function startBatch(db: Db, kinds: BatchKinds, kind: BatchKind, { query, body, caller }: Start) {
  const { ids: sent, expected, ...change } = body;
  const ids = sent && [...new Set(sent)];
  const isAll = ids === null;
  const { id } = await db
    .insertInto('batch')
    .values({
      kind: kind.calls.kind,
      change: JSON.stringify(change),
      title: await kind.title(change, db),
      filter: isAll ? JSON.stringify(query ?? {}) : null,
      userId: caller.userId,
      userName: caller.name,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const isHeld = isAll
    ? sql<boolean>`id in (${await kind.matching(db, query)})`
    : sql<boolean>`id = any(${ids}::uuid[])`;
  const total = await hold(db, id, kind, isHeld);
  if (isAll) refuseOther(kind, total, expected);
  else if (total < ids.length) throw badRequest(missing(ids.length - total), 'ids');
  await db.updateTable('batch').set({ total, pending: total }).where('id', '=', id).execute();
  return beginBatch(db, kinds, id, total);
}

const lock = (db: Db, id: string) => sql`select 1 from batch where id = ${id} for no key update`.execute(db);

/** Cancels a running or failed batch. 409 if it is neither, also because it ended while this call waited for it. */
export async function stopBatch(db: Db, id: string, caller: Caller): Promise<Batch> {
  await lock(db, id);
  const { state } = await findVisibleBatch(db, id, caller);
  if (state !== 'running' && state !== 'failed') throw conflict('This is not running any more');
  await db
    .updateTable('batch')
    .set({ state: 'cancelled', finishedAt: sql<string>`now()` })
    .where('id', '=', id)
    .execute();
  return findBatch(db, id);
}

/** Begins the undo of a batch. 403 without the role for its kind; 409 if it runs or nothing is left to undo. */
export async function startUndo(db: Db, kinds: BatchKinds, id: string, caller: Caller): Promise<Batch> {
  await lock(db, id);
  const { state, kind, done } = await findVisibleBatch(db, id, caller);
  const { start: call } = kindOf(kinds, kind).calls;
  if (!mayCall(call, caller.role)) throw new HttpError(403, `The role ${caller.role} may not do this`);
  if (state === 'running') throw conflict('It is still running: cancel it first');
  if (done === 0) throw conflict('Nothing is left to undo');
  await db
    .updateTable('batch')
    .set({
      state: 'running',
      isUndo: true,
      undoUserId: caller.userId,
      undoUserName: caller.name,
      error: null,
      finishedAt: null,
    })
    .where('id', '=', id)
    .execute();
  return beginBatch(db, kinds, id, done);
}
