/** Batches of imports: the records that they write, and the fields to which columns were mapped last. */
import { sql } from 'kysely';
import type { BatchKindName } from '#contract/batch/endpoints.ts';
import { foldHeading } from '#contract/user/import/columns.ts';
import type { Db } from '#platform/database/database.ts';
import type { Caller } from '#platform/session/access-token.ts';
import type { Tables } from '#tables';
import type { Change } from './kind.ts';

/** Change of a batch of an import. */
export interface ImportChange extends Change {
  batchId: string;
  mails?: boolean;
}

type Kind = Tables['importColumn']['kind'];

/** Record that a row writes: columns with their values. `former`: the same columns before; null: a new record. */
export interface PlannedRecord {
  /** Null: it gets one. */
  id: string | null;
  name: string;
  data: Readonly<Record<string, unknown>>;
  former: Readonly<Record<string, unknown>> | null;
}

/** Holds the records of a batch in the order of the file. */
async function holdRecords(db: Db, batchId: string, records: readonly PlannedRecord[]): Promise<void> {
  const json = (values: object | null) => values && JSON.stringify(values);
  await sql`with held as materialized (
      select n, coalesce(id, new_id()) as id, name, data::jsonb, former::jsonb from unnest(
        ${records.map(({ id }) => id)}::uuid[], ${records.map(({ name }) => name)}::text[],
        ${records.map(({ data }) => json(data))}::text[], ${records.map(({ former }) => json(former))}::text[])
      with ordinality as record (id, name, data, former, n)),
    kept as (insert into import_row (batch_id, record_id, data, former) select ${batchId}, id, data, former from held)
    insert into batch_row (batch_id, n, record_id, name) select ${batchId}, n, id, name from held`.execute(db);
}

interface Held<C extends Change> {
  kind: BatchKindName;
  change: C;
  title: string;
  records: readonly PlannedRecord[];
}

/** Inserts the batch of an import with its records, in the order of the file; returns its id. */
export async function insertImport<C extends Change>(
  db: Db,
  { userId, name: userName }: Caller,
  { kind, change, title, records }: Held<C>,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`select new_id() as id`.execute(db);
  const { id } = rows[0]!;
  const total = records.length;
  const stored = JSON.stringify({ ...change, batchId: id });
  await db
    .insertInto('batch')
    .values({ id, kind, change: stored, title, userId, userName, total, pending: total })
    .execute();
  await holdRecords(db, id, records);
  return id;
}

/** Fields to which columns were mapped, by folded heading. */
export async function findRemembered(db: Db, kind: Kind): Promise<(readonly [string, string])[]> {
  const rows = await db.selectFrom('importColumn').select(['heading', 'field']).where('kind', '=', kind).execute();
  return rows.map(({ heading, field }) => [heading, field]);
}

/** Remembers the columns of a file for the next one. */
export async function remember(
  db: Db,
  kind: Kind,
  columns: readonly { heading: string; field: string }[],
): Promise<void> {
  const fields = new Map(columns.map(({ heading, field }) => [foldHeading(heading).slice(0, 200), field]));
  await sql`insert into import_column (kind, heading, field)
    select ${kind}, heading, field from unnest(${[...fields.keys()]}::text[], ${[...fields.values()]}::text[]) as mapped (heading, field)
      order by heading
    on conflict (tenant, kind, heading) do update set field = excluded.field`.execute(db);
}
