/** Unambiguous matches of lines and orders: their preview, and the batch that accepts them. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { type Batch, batchKinds } from '#contract/batch/endpoints.ts';
import { counted } from '#contract/kernel/counted.ts';
import { maxShownMatches, startMatches } from '#contract/payment/bank/lines.ts';
import { certainPairs } from '#contract/payment/bank/matching.ts';
import type { Db } from '#platform/database/database.ts';
import { conflict } from '#platform/errors.ts';
import type { Caller } from '#platform/session/access-token.ts';
import { type ImportChange, insertImport } from '#shared/batch/import.ts';
import type { RecordedKind } from '#shared/batch/kind.ts';
import type { Setting } from '#shared/batch/setting.ts';
import { beginBatch } from '../../../services/batch/service.ts';
import { candidateOf, findPairs } from './candidates.ts';
import { match, reopen } from './deciding.ts';
import { findLines, findOpenLines } from './queries.ts';

/** Pairs of which nothing speaks against one, and a digest that stands for them. */
export async function findCertain(db: Db) {
  const pairs = await findPairs(db, await findOpenLines(db), false);
  const certain = certainPairs(pairs) as typeof pairs;
  const seen = createHash('sha256').update(JSON.stringify(certain.map(({ line, order }) => [line.id, order.id])));
  return { certain, seen: seen.digest('base64url') };
}

export async function previewMatches(db: Db) {
  const { certain, seen } = await findCertain(db);
  const first = certain.slice(0, maxShownMatches);
  const lines = new Map((first.length === 0 ? [] : await findLines(db, first.map(({ line }) => line.id))).map((line) => [line.bankLineId, line])); // prettier-ignore
  return {
    total: certain.length,
    amount: certain.reduce((sum, { line }) => sum + line.amount, 0),
    matches: first.map((pair) => ({ ...lines.get(pair.line.id)!, order: candidateOf(pair) })),
    seen,
  };
}

export async function start(db: Db, caller: Caller, seen: string): Promise<Batch> {
  const { certain, seen: found } = await findCertain(db);
  if (found !== seen) throw conflict('Lines or orders have changed since the preview: look at the new one', 'seen');
  if (certain.length === 0) throw conflict('No line has an unambiguous match');
  const id = await insertImport(db, caller, {
    kind: 'bank-matching',
    change: { value: 'matched' },
    title: `Match ${counted(certain.length, 'transfer', 'transfers')} with orders`,
    records: certain.map(({ line, order }) => ({ id: line.id, name: line.description, data: { order_id: order.id }, former: null })), // prettier-ignore
  });
  return beginBatch(db, [matchBatch], id, certain.length);
}

const planned = async (db: Db, batchId: string, id: string) =>
  (
    await sql<{ orderId: string }>`select (data ->> 'order_id')::uuid as order_id from import_row
      where batch_id = ${batchId} and record_id = ${id}`.execute(db)
  ).rows[0]!.orderId;

const setting = ({ batchId }: ImportChange): Setting<string> => ({
  table: 'bank_line',
  column: 'state',
  words: batchKinds['bank-matching'].values,
  lock: async (db, ids) => {
    const { rows } = await sql<{ id: string; value: string }>`select id,
        case when state = 'matched' and order_id is distinct from (data ->> 'order_id')::uuid then 'other' else state end as value
      from bank_line line join import_row on batch_id = ${batchId} and record_id = id
      where id = any(${ids}::uuid[]) order by id for update of line`.execute(db);
    return new Map(rows.map(({ id, value }) => [id, value]));
  },
  refusal: (from) => (from === 'open' ? undefined : 'Somebody decided on it since the preview'),
  setTogether: async () => [],
  setOne: async (db, id, to) => {
    await (to === 'matched' ? match(db, id, await planned(db, batchId, id)) : reopen(db, id));
  },
});

export const matchBatch: RecordedKind = {
  calls: { kind: 'bank-matching', start: startMatches },
  setting: (change) => setting(change as ImportChange),
};
