/** Preview and start of the import of a bank statement: both plan its lines in the same way. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Batch } from '#contract/batch/endpoints.ts';
import { counted } from '#contract/kernel/counted.ts';
import type { StatementForm, StatementPreview, StatementRow } from '#contract/payment/bank/statements.ts';
import type { Db } from '#platform/database/database.ts';
import { badRequest, conflict } from '#platform/errors.ts';
import type { Caller } from '#platform/session/access-token.ts';
import { runInThread } from '#platform/thread.ts';
import { findRemembered, insertImport, remember } from '#shared/batch/import.ts';
import { beginBatch } from '../../../services/batch/service.ts';
import { statementImportBatch } from './import-batch.ts';
import type { StatementTask } from './reading/file.ts';
import { type ReadLine, type ReadStatement, inOrder, rupiah } from './reading/statement.ts';

/** Reads a file in a thread. @throws HttpError 400 */
export async function readFile(db: Db, { columns }: StatementForm, file: Buffer | null): Promise<ReadStatement> {
  if (!file || file.length === 0) throw badRequest('Choose a file', 'file');
  const task: StatementTask = {
    file: new Uint8Array(file),
    columns: columns?.split(','),
    remembered: await findRemembered(db, 'statements'),
  };
  return (await runInThread(new URL('reading/worker.ts', import.meta.url), task)) as ReadStatement;
}

/** Line with the key by which it is known, and whether it is here. */
interface PlannedLine {
  read: ReadLine;
  key: string;
  isKnown: boolean;
}

interface Plan {
  account: string;
  bank: StatementPreview['bank'];
  missing: string[];
  /** From the oldest to the newest. */
  lines: PlannedLine[];
}

/** Keys of lines: what they say, and how many equal ones came before on that day. */
function keysOf(account: string, lines: readonly ReadLine[]): string[] {
  const seen = new Map<string, number>();
  return lines.map(({ bookedOn, amount, balance, description, reference }) => {
    const text = description.replaceAll(/\s+/g, ' ').trim().toUpperCase();
    const same = JSON.stringify([account, bookedOn, amount, text, reference, balance ?? null]);
    const count = seen.get(same) ?? 0;
    seen.set(same, count + 1);
    return createHash('sha256').update(`${same}${count}`).digest('base64url');
  });
}

async function findKnown(db: Db, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ key: string }>`select key from bank_line where key = any(${keys}::text[])`.execute(db);
  return new Set(rows.map(({ key }) => key));
}

async function plan(db: Db, form: StatementForm, statement: ReadStatement): Promise<Plan> {
  const account = statement.account || form.account.replaceAll(/\D/g, '');
  const bank = statement.bank ?? form.bank ?? null;
  const missing = [...statement.missing, ...(bank ? [] : ['Bank']), ...(account ? [] : ['Account number'])];
  const read = missing.length > 0 ? [] : inOrder(statement.lines);
  const keys = keysOf(account, read);
  const known = await findKnown(db, keys);
  const lines = read.map((line, place) => ({ read: line, key: keys[place]!, isKnown: known.has(keys[place]!) }));
  return { account, bank, missing, lines };
}

const isNew = ({ read, isKnown }: PlannedLine) => read.reason === '' && !isKnown;

/** Stands for what an import writes. */
const digestOf = ({ account, bank, lines }: Plan): string =>
  createHash('sha256')
    .update(JSON.stringify([account, bank, lines.filter(isNew).map(({ key }) => key)]))
    .digest('base64url');

const shown = ({ read, isKnown }: PlannedLine): StatementRow => ({
  line: read.line,
  state: read.reason === '' ? (isKnown ? 'known' : 'new') : 'refused',
  bookedOn: read.bookedOn ?? null,
  amount: Number.isNaN(read.amount) ? null : rupiah(read.amount),
  description: read.description.slice(0, 500),
  counterparty: read.counterparty,
  reason: read.reason,
});

const daysOf = (lines: readonly PlannedLine[]) => lines.flatMap(({ read }) => read.bookedOn ?? []).toSorted();
const inRupiah = (sen: number | undefined) => (sen === undefined ? null : rupiah(sen));

export async function previewStatement(
  db: Db,
  form: StatementForm,
  statement: ReadStatement,
): Promise<StatementPreview> {
  const planned = await plan(db, form, statement);
  const days = daysOf(planned.lines);
  return {
    layout: statement.layout,
    bank: planned.bank,
    account: planned.account,
    columns: statement.columns,
    missing: planned.missing,
    rows: planned.lines.map(shown).toSorted((one, other) => one.line - other.line),
    fromDay: days[0] ?? null,
    toDay: days.at(-1) ?? null,
    opening: inRupiah(statement.opening),
    closing: inRupiah(statement.closing),
    seen: digestOf(planned),
  };
}

/** Columns of a line. */
const recordOf = ({ read, key }: PlannedLine, statementId: string, account: string) => {
  const description = read.description.slice(0, 500);
  const { bookedOn, counterparty, reference } = read;
  const amounts = { account, booked_on: bookedOn, amount: rupiah(read.amount) };
  const texts = { description, counterparty, reference: reference.slice(0, 100) };
  return { id: null, name: description, data: { statement_id: statementId, ...amounts, ...texts, key }, former: null };
};

/** Begins the batch of an import in the open transaction. 409 if it would write something else than was `seen`. */
export async function importStatement(
  db: Db,
  caller: Caller,
  form: StatementForm & { seen: string },
  { name, ...statement }: ReadStatement & { name: string },
): Promise<Batch> {
  const planned = await plan(db, form, statement);
  if (planned.missing.length > 0) throw badRequest(`Choose first: ${planned.missing.join(', ')}`, 'columns');
  if (digestOf(planned) !== form.seen)
    throw conflict('Other lines are here than in the preview: look at the new one before you import', 'seen');
  const added = planned.lines.filter(isNew);
  if (added.length === 0) throw conflict('Nothing is new: all lines of this statement are here already');
  const days = daysOf(added);
  const { account, bank } = planned;
  const { id: statementId } = await db
    .insertInto('bankStatement')
    .values({
      bank: bank!,
      account,
      name,
      fromDay: days[0]!,
      toDay: days.at(-1)!,
      opening: inRupiah(statement.opening),
      closing: inRupiah(statement.closing),
    }) // prettier-ignore
    .returning('id')
    .executeTakeFirstOrThrow();
  const records = added.map((line) => recordOf(line, statementId, account));
  const id = await insertImport(db, caller, {
    kind: statementImportBatch.calls.kind,
    change: { value: 'imported' },
    title: `Import ${counted(added.length, 'line', 'lines')} of ${name}`,
    records,
  });
  if (statement.columns.length > 0) await remember(db, 'statements', statement.columns);
  return beginBatch(db, [statementImportBatch], id, added.length);
}
