/** SQL of bank statements and their lines. */
import { sql } from 'kysely';
import { type BankLine, bankLineRow, listBankLines } from '#contract/payment/bank/lines.ts';
import { listStatements, statementRow } from '#contract/payment/bank/statements.ts';
import type { Reply, ValidatedInput } from '#contract/kernel/endpoint.ts';
import { columnsOf } from '#platform/database/columns.ts';
import type { Db } from '#platform/database/database.ts';
import { notFound } from '#platform/errors.ts';
import { cappedCount, countCap, matchesAll, pageOf, queriedList } from '#platform/list.ts';
import { ordersOf } from '#platform/sorts.ts';
import { findCandidates } from './candidates.ts';

const nameOf = (column: string) => sql<string | null>`(select name from "user" where "user".id = ${sql.ref(column)})`;
const linesOf = (condition = sql``) =>
  sql<number>`(select count(*)::int from bank_line where statement_id = bank_statement.id ${condition})`;

const statementColumns = columnsOf('bankStatement', statementRow, {
  statementId: 'id',
  lines: linesOf(),
  open: linesOf(sql`and state = 'open'`),
  createdBy: nameOf('bank_statement.created_by'),
});
const statementSorts = ordersOf('bankStatement', listStatements, {});

export const listedStatements = queriedList(listStatements, (db, { patterns }, window, sort) => {
  let matching = db.selectFrom('bankStatement');
  if (patterns) matching = matching.where(matchesAll('search', patterns));
  const page = pageOf(matching, db.selectFrom('bankStatement'), statementSorts[sort], window);
  return { rows: page.select(statementColumns), total: cappedCount(matching) };
});

type Order = BankLine['order'];
const order = sql<Order>`(select json_build_object('orderId', id, 'invoiceNumber', invoice_number, 'buyerName', user_name)
  from "order" where "order".id = bank_line.order_id)`;
const bank = sql<BankLine['bank']>`(select bank from bank_statement where bank_statement.id = bank_line.statement_id)`;
const lineColumns = columnsOf('bankLine', bankLineRow, {
  bankLineId: 'id',
  bank,
  order,
  decidedBy: nameOf('bank_line.decided_by'),
});
const lineSorts = ordersOf('bankLine', listBankLines, {});

const rowsOfLines = queriedList(listBankLines, (db, { patterns, state, statementId }, window, sort) => {
  let matching = db.selectFrom('bankLine').where('state', '=', state);
  if (patterns) matching = matching.where(matchesAll('search', patterns));
  if (statementId) matching = matching.where('statementId', '=', statementId);
  const page = pageOf(matching, db.selectFrom('bankLine'), lineSorts[sort], window);
  return { rows: page.select(lineColumns), total: cappedCount(matching) };
});

/** Number of lines in each state, up to the cap and one. */
async function countStates(db: Db, statementId: string | undefined): Promise<Reply<typeof listBankLines>['counts']> {
  const count = (state: string) => sql<number>`(select count(*)::int from (select from bank_line where state = ${state}
    and (${statementId ?? null}::uuid is null or statement_id = ${statementId ?? null}) limit ${countCap + 1}) capped)`;
  const { rows } = await sql<Reply<typeof listBankLines>['counts']>`select ${count('open')} as open,
    ${count('matched')} as matched, ${count('ignored')} as ignored`.execute(db);
  return rows[0]!;
}

export async function listLines(db: Db, query: ValidatedInput<typeof listBankLines>['query']) {
  const [{ rows, head }, counts] = await Promise.all([rowsOfLines(db, query), countStates(db, query.statementId)]);
  return { ...head, lines: await withCandidates(db, rows), counts };
}

type Row = Omit<BankLine, 'candidates'>;

async function withCandidates(db: Db, rows: readonly Row[]): Promise<BankLine[]> {
  const open = rows.filter(({ state }) => state === 'open');
  const found = await findCandidates(
    db,
    open.map(({ bankLineId: id, bookedOn, amount, description, counterparty }) => ({ id, bookedOn, amount, description, counterparty })), // prettier-ignore
  );
  return rows.map((row) => ({ ...row, candidates: found.get(row.bankLineId) ?? [] }));
}

/** Lines by id; lines of an id that does not exist are left out. */
export const findLines = (db: Db, ids: readonly string[]) =>
  db.selectFrom('bankLine').select(lineColumns).where('id', 'in', [...ids]).execute(); // prettier-ignore

export async function findLine(db: Db, id: string): Promise<BankLine> {
  const [line] = await withCandidates(db, await findLines(db, [id]));
  if (!line) throw notFound('bank_line');
  return line;
}

/** Open lines of money that came in, oldest first. */
export const findOpenLines = (db: Db) =>
  db
    .selectFrom('bankLine')
    .select(['id', 'bookedOn', 'amount', 'description', 'counterparty'])
    .where('state', '=', 'open')
    .where('amount', '>', 0)
    .orderBy('bookedOn')
    .orderBy('id')
    .limit(20_000)
    .execute();

/** Last charge of an order that nobody took back. */
export async function findLastCharge(db: Db, orderId: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`select id from payment where order_id = ${orderId} and kind = 'charge'
    and not exists (select from payment back where back.reverses = payment.id) order by id desc limit 1`.execute(db);
  return rows[0]?.id;
}
