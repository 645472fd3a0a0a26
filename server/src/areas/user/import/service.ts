/** Preview and start of imports: both plan the rows of a file in the same way. */
import { createHash } from 'node:crypto';
import type { Batch } from '#contract/batch/endpoints.ts';
import { counted } from '#contract/kernel/counted.ts';
import { fieldsOf, importKinds } from '#contract/user/import/columns.ts';
import type { ImportForm, ImportPreview, ImportRow } from '#contract/user/import/endpoints.ts';
import type { Db } from '#platform/database/database.ts';
import { badRequest, conflict } from '#platform/errors.ts';
import type { Caller } from '#platform/session/access-token.ts';
import { runInThread } from '#platform/thread.ts';
import { type PlannedRecord, findRemembered, insertImport, remember } from '#shared/batch/import.ts';
import { beginBatch } from '../../../services/batch/service.ts';
import type { FileTask, ImportFile } from './file.ts';
import { importers } from './importers.ts';
import { personFinder } from './person-match.ts';
import { type MatchedRow, type PlannedRow, readAnswers } from './plan.ts';
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

/** Begins the batch of an import in the open transaction. 409 if it would write something else than was `seen`. */
export async function startImport(
  db: Db,
  caller: Caller,
  form: ImportForm & { seen: string },
  file: ImportFile,
): Promise<Batch> {
  const planned = await plan(db, form, file);
  if (digestOf(planned) !== form.seen)
    throw conflict('What is there has changed since the preview: look at the new one before you import', 'seen');
  const records = recordsOf(planned);
  if (records.length === 0) throw conflict('There is nothing to import in this file');
  const { kind, one, many } = { kind: importers[form.kind].batch, ...importKinds[form.kind] };
  const id = await insertImport(db, caller, {
    kind: kind.calls.kind,
    change: { value: 'imported', mails: form.mails },
    title: `Import ${counted(records.length, one, many)}`,
    records,
  });
  await remember(db, form.kind, file.columns);
  return beginBatch(db, [kind], id, records.length);
}
