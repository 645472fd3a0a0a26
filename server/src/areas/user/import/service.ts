/** Preview and start of imports: both plan the rows of a file in the same way. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Batch } from '#contract/batch/endpoints.ts';
import { counted } from '#contract/kernel/counted.ts';
import { fieldsOf, foldHeading, importKinds } from '#contract/user/import/columns.ts';
import type { ImportForm, ImportPreview, ImportRow } from '#contract/user/import/endpoints.ts';
import type { Db } from '#platform/database/database.ts';
import { badRequest, conflict } from '#platform/errors.ts';
import type { Caller } from '#platform/session/access-token.ts';
import { runInThread } from '#platform/thread.ts';
import { findRemembered, remember } from '#shared/remembered-columns.ts';
import { beginBatch } from '../../../services/batch/service.ts';
import type { FileTask, ImportFile } from './file.ts';
import { importers } from './importers.ts';
import { personFinder } from './person-match.ts';
import { type MatchedRow, type PlannedRecord, type PlannedRow, readAnswers } from './plan.ts';
import { findPeople } from './queries.ts';

/** Reads a file in a thread. @throws HttpError 400 */
export async function readFile(db: Db, { kind, columns }: ImportForm, file: Buffer | null): Promise<ImportFile> {
  if (!file || file.length === 0) throw badRequest('Choose a file', 'file');
  const task: FileTask = {
    file: new Uint8Array(file),
    kind,
    columns: columns?.split(','),
    remembered: await findRemembered(db, kind),
  };
  return (await runInThread(new URL('./worker.ts', import.meta.url), task)) as ImportFile;
}

interface Plan {
  rows: readonly (PlannedRow & Pick<MatchedRow, 'match'>)[];
  effects: ImportPreview['effects'];
}

async function plan(db: Db, form: ImportForm, file: ImportFile): Promise<Plan> {
  const none = { seats: [], money: [], mails: 0 };
  if (file.missing.length > 0) return { rows: [], effects: none };
  const find = personFinder(await findPeople(db, file.rows));
  const answers = readAnswers(form.answers);
  const matched = file.rows.map((row) => ({ row, match: find(row.values, answers.get(row.line)) }));
  const { rows, effects } = await importers[form.kind].plan(db, matched, form);
  return {
    rows: rows.map((row, place) => ({ ...row, match: matched[place]!.match })),
    effects: { ...none, ...effects },
  };
}

/** Records in the order of the file, memberships course by course: a transaction locks few courses. */
const recordsOf = ({ rows }: Plan): PlannedRecord[] => {
  const courseOf = ({ data }: PlannedRecord) => String(data['course_id'] ?? '');
  return rows
    .flatMap(({ record }) => record ?? [])
    .toSorted((one, other) => (courseOf(one) < courseOf(other) ? -1 : courseOf(one) > courseOf(other) ? 1 : 0));
};

/** Stands for what an import writes. */
const digestOf = (plan: Plan): string =>
  createHash('sha256')
    .update(JSON.stringify([recordsOf(plan), plan.effects]))
    .digest('base64url');

/** Row as the screen shows it. */
function shown(
  { row, state, person, changes, faults, match }: Plan['rows'][number],
  columns: ImportFile['columns'],
  labels: ReturnType<typeof fieldsOf>,
): ImportRow {
  const placeOf = (name: string) => columns.findIndex(({ field }) => field === name);
  /** Value, or what is in the cell if it is refused. */
  const written = (name: string) => row.values[name] ?? row.cells[placeOf(name)]?.trim() ?? '';
  return {
    line: row.line,
    state,
    name: person?.name ?? written('name'),
    email: person?.email ?? written('email'),
    userId: person?.id ?? null,
    changes: [...changes],
    faults: faults.map(({ field, reason }) => ({
      column: (field && columns[placeOf(field)]?.heading) || (labels[field]?.label ?? ''),
      cell: field && (row.cells[placeOf(field)]?.trim() ?? ''),
      reason,
    })),
    candidates: match.candidates.map(({ id: userId, name, email, phoneNumber }) => ({ userId, name, email, phoneNumber })), // prettier-ignore
    canBeNew: match.canBeNew,
    ...(state === 'refused' && { cells: [...row.cells] }),
  };
}

export async function previewImport(db: Db, form: ImportForm, file: ImportFile): Promise<ImportPreview> {
  const planned = await plan(db, form, file);
  return {
    columns: file.columns,
    missing: file.missing,
    rows: planned.rows.map((row) => shown(row, file.columns, fieldsOf(form.kind))),
    effects: planned.effects,
    seen: digestOf(planned),
  };
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

/** Begins the batch of an import in the open transaction. 409 if it would write something else than was `seen`. */
export async function startImport(
  db: Db,
  { userId, name }: Caller,
  form: ImportForm & { seen: string },
  file: ImportFile,
): Promise<Batch> {
  const planned = await plan(db, form, file);
  if (digestOf(planned) !== form.seen)
    throw conflict('What is there has changed since the preview: look at the new one before you import', 'seen');
  const records = recordsOf(planned);
  if (records.length === 0) throw conflict('There is nothing to import in this file');
  const { kind, one, many } = { kind: importers[form.kind].batch, ...importKinds[form.kind] };
  const total = records.length;
  const { rows } = await sql<{ id: string }>`select new_id() as id`.execute(db);
  const { id } = rows[0]!;
  await db
    .insertInto('batch')
    .values({
      id,
      kind: kind.calls.kind,
      change: JSON.stringify({ value: 'imported', batchId: id, mails: form.mails }),
      title: `Import ${counted(total, one, many)}`,
      userId,
      userName: name,
      total,
      pending: total,
    })
    .execute();
  await holdRecords(db, id, records);
  const fields = file.columns.map(({ heading, field }) => [foldHeading(heading).slice(0, 200), field] as const);
  await remember(db, form.kind, new Map(fields));
  return beginBatch(db, [kind], id, total);
}
