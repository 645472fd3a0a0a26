/** Batch that inserts the lines of a statement; the undo removes those that nobody decided on. */
import { sql } from 'kysely';
import { batchKinds } from '#contract/batch/endpoints.ts';
import { importStatement } from '#contract/payment/bank/statements.ts';
import type { Db } from '#platform/database/database.ts';
import { conflict } from '#platform/errors.ts';
import type { ImportChange } from '#shared/batch/import.ts';
import type { RecordedKind } from '#shared/batch/kind.ts';
import type { Setting } from '#shared/batch/setting.ts';

const columns = sql.raw('statement_id, account, booked_on, amount, description, counterparty, reference, key');
const types =
  sql.raw(`statement_id uuid, account text, booked_on date, amount bigint, description text, counterparty text,
  reference text, key text`);

async function write(db: Db, batchId: string, ids: readonly string[], to: string): Promise<string[]> {
  const { rows } = await (
    to === 'none'
      ? sql<{ id: string }>`delete from bank_line where id = any(${ids}::uuid[]) returning id`
      : sql<{ id: string }>`insert into bank_line (id, state, reason, ${columns})
          select record_id, case when amount < 0 then 'ignored' else 'open' end, case when amount < 0 then 'out' end, ${columns}
          from import_row, jsonb_to_record(data) as line (${types})
          where batch_id = ${batchId} and record_id = any(${ids}::uuid[])
          on conflict (tenant, key) do nothing returning id`
  ).execute(db);
  return rows.map(({ id }) => id);
}

const setting = ({ batchId }: ImportChange): Setting<string> => ({
  table: 'bank_line',
  column: 'state',
  words: batchKinds['statement-import'].values,
  lock: async (db, ids) => {
    const { rows } = await sql<{ id: string; isDecided: boolean }>`select id, decided_at is not null as is_decided
      from bank_line where id = any(${ids}::uuid[]) order by id for update`.execute(db);
    const decided = new Map(rows.map(({ id, isDecided }) => [id, isDecided]));
    const valueOf = (isDecided: boolean | undefined) =>
      isDecided === undefined ? 'none' : isDecided ? 'other' : 'imported';
    return new Map(ids.map((id) => [id, valueOf(decided.get(id))]));
  },
  setTogether: (db, ids, to) => write(db, batchId, ids, to),
  setOne: async () => {
    throw conflict('The same line was imported since the preview');
  },
});

export const statementImportBatch: RecordedKind = {
  calls: { kind: 'statement-import', start: importStatement },
  setting: (change) => setting(change as ImportChange),
  atOnce: 500,
};
