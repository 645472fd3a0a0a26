/** SQL of batches. */
import { sql } from 'kysely';
import {
  type Batch,
  type BatchRowState,
  batch,
  batchKinds,
  batchRow,
  valueInWords,
  type listBatchRows,
  type listBatches,
} from '#contract/batch/endpoints.ts';
import type { ValidatedInput } from '#contract/kernel/endpoint.ts';
import { columnsOf } from '#platform/database/columns.ts';
import { notFound } from '#platform/errors.ts';
import type { Db } from '#platform/database/database.ts';
import { cappedCount, pagedList, matchesAll, pageOf, searchPatterns } from '#platform/list.ts';

const columns = columnsOf('batch', batch, {
  batchId: 'id',
  isAll: sql<boolean>`filter is not null`,
  user: sql<Batch['user']>`json_build_object('id', user_id, 'name', user_name)`,
  undoneBy: sql<Batch['undoneBy']>`case when undo_user_id is not null
    then json_build_object('id', undo_user_id, 'name', undo_user_name) end`,
});

interface BatchFilters {
  patterns: readonly string[] | undefined;
  /** User whose batches are listed. */
  userId: string | undefined;
}

const batchesPage = pagedList((db, { patterns, userId }: BatchFilters, window) => {
  const all = db.selectFrom('batch');
  let matching = all;
  if (userId) matching = matching.where('userId', '=', userId);
  if (patterns) matching = matching.where(matchesAll(sql`search_text(user_name)`, patterns));
  const page = pageOf(matching, all, sql`created_at desc, id desc`, window);
  return { rows: page.select(columns), total: cappedCount(matching) };
});

/** Batches, newest first; `userId`: only this user's. */
export const findBatches = (db: Db, query: ValidatedInput<typeof listBatches>['query'], userId: string | undefined) =>
  batchesPage(db, { patterns: searchPatterns(query.search), userId }, query);

export const findBatch = (db: Db, id: string) =>
  db
    .selectFrom('batch')
    .select(columns)
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('batch'));

interface RowFilters {
  batchId: string;
  patterns: readonly string[] | undefined;
  state: BatchRowState | undefined;
}

const rowColumns = columnsOf('batchRow', batchRow, {});

const rowsPage = pagedList((db, { batchId, patterns, state }: RowFilters, { limit, offset }) => {
  let matching = db.selectFrom('batchRow').where('batchId', '=', batchId);
  if (state) matching = matching.where('state', '=', state);
  if (patterns) matching = matching.where(matchesAll(sql`search_text(name)`, patterns));
  const rows = matching.orderBy('n').limit(limit).offset(offset).select(rowColumns);
  return { rows, total: cappedCount(matching) };
});

/** Records of a batch with values in words. */
export async function findBatchRows(
  db: Db,
  { batchId, kind }: Batch,
  query: ValidatedInput<typeof listBatchRows>['query'],
) {
  const { rows, head } = await rowsPage(
    db,
    { batchId, patterns: searchPatterns(query.search), state: query.state },
    query,
  );
  const inWords = (value: string | null) => (value === null ? null : valueInWords(batchKinds[kind].values, value));
  return {
    ...head,
    rows: rows.map((row) => ({ ...row, before: inWords(row.before), after: inWords(row.after) })),
  };
}
