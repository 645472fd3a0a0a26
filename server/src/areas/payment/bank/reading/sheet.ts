/** Reader of bank statements as spreadsheets: words above and below the table, its columns, and its lines. */
import type { Bank } from '#contract/payment/bank/statements.ts';
import { missingOfStatement, statementFields } from '#contract/payment/bank/columns.ts';
import { foldHeading, recogniseColumns } from '#contract/user/import/columns.ts';
import { badRequest } from '#platform/errors.ts';
import type { Row } from '#shared/spreadsheet/csv.ts';
import { type Period, dayOf, directionOf, senOf } from './cells.ts';
import { type ReadLine, type ReadStatement, checkBalances } from './statement.ts';

/** Layouts by headings that only they have, all of a row. */
const layouts: readonly { bank: Bank; layout: string; headings: readonly string[] }[] = [
  { bank: 'BRI', layout: 'BRI CMS', headings: ['tgltran', 'desktran'] },
  { bank: 'BRI', layout: 'BRI', headings: ['uraiantransaksi', 'teller'] },
  { bank: 'BNI', layout: 'BNIDirect', headings: ['postdate', 'journalno'] },
  { bank: 'Mandiri', layout: 'Mandiri MCM', headings: ['valdate', 'transactioncode'] },
  { bank: 'Mandiri', layout: 'Mandiri Kopra', headings: ['postdate', 'closebalance'] },
  { bank: 'Mandiri', layout: 'Livin’ by Mandiri', headings: ['danamasukidr', 'danakeluaridr'] },
  { bank: 'BCA', layout: 'KlikBCA', headings: ['keterangan', 'cabang', 'jumlah'] },
];

const names: readonly [Bank, RegExp][] = [
  ['BCA', /\b(klik)?bca\b|bank central asia/i],
  ['Mandiri', /\bmandiri\b/i],
  ['BNI', /\bbni\b|bank negara indonesia/i],
  ['BRI', /\bbri\b|bank rakyat indonesia/i],
];

/** Headings with a name each: a second one of a name gets a number, and a column of DB and CR alone is named so. */
function headingsOf(row: Row, body: readonly Row[]): string[] {
  const seen = new Map<string, number>();
  return row.cells.slice(0, 50).map((cell, place) => {
    const heading = cell.trim();
    const count = (seen.get(heading) ?? 0) + 1;
    seen.set(heading, count);
    const filled = body.map(({ cells }) => (cells[place] ?? '').trim()).filter(Boolean);
    if (heading === '' && filled.some((one) => directionOf(one))) return 'DB/CR';
    return count > 1 && heading !== '' ? `${heading} ${count}` : heading;
  });
}

type Remembered = ReadonlyMap<string, string>;
const filled = ({ cells }: Row) => cells.filter((cell) => cell.trim() !== '').length;

/** Place of the row of headings: the first whose columns are recognised; else the first of a table of three columns. */
function headingPlace(rows: readonly Row[], remembered: Remembered): number {
  const first = rows.slice(0, 60);
  const known = first.findIndex(({ cells }) => {
    const fields = recogniseColumns(statementFields, cells, remembered);
    return fields.includes('bookedOn') && (fields.includes('amount') || fields.includes('credit'));
  });
  if (known >= 0) return known;
  return first.findIndex((row, place) => filled(row) >= 3 && filled(rows[place + 1] ?? row) >= 3);
}

interface Words {
  account: string;
  period: Period | undefined;
  opening: number | undefined;
  closing: number | undefined;
}

/** Facts in the rows above or below the table, written as `key : value`, or `key` and `value` in cells. */
function readWords(rows: readonly Row[], words: Words): void {
  for (const { cells } of rows) {
    const text = cells.join(' ');
    const parts = cells.flatMap((cell) => cell.split(/[:=]/)).map((part) => part.trim());
    const amount = () => parts.map(senOf).findLast((sen) => !Number.isNaN(sen));
    const [, account] = /(?:rekening|rek\.?|account)\s*(?:no|number|nomor)?\.?[\s:='"]*(\d[\d.\- ]{5,33})/i.exec(text) ?? []; // prettier-ignore
    if (account && words.account === '') words.account = account.replaceAll(/\D/g, '');
    if (/period|tanggal|date|dari/i.test(text)) {
      const days = [...text.matchAll(/\d{1,2}[-/ ](?:\d{1,2}|[A-Za-z]{3,9})[-/ ]\d{2,4}|\d{4}-\d\d-\d\d/g)].flatMap(([one]) => dayOf(one) ?? []); // prettier-ignore
      if (days.length >= 2) words.period = [days[0]!, days[1]!];
    }
    const [, currency] = /(?:mata uang|currency|ccy)[\s:='"]*([a-z]{2,3})\b/i.exec(text) ?? [];
    if (currency && !/^(rp|idr)$/i.test(currency)) throw badRequest(`This account is in ${currency}, not in IDR`, 'file'); // prettier-ignore
    if (/saldo\s*awal|opening balance|beginning balance/i.test(text)) words.opening ??= amount();
    if (/saldo\s*akhir|closing balance|ending balance/i.test(text)) words.closing ??= amount();
  }
}

type Values = Readonly<Record<string, string>>;

/** Sen of a row, by its columns of money in and out, or its amount with DB or CR; undefined: there is none. */
function amountOf({ credit = '', debit = '', amount = '', direction = '' }: Values): number | undefined {
  if (amount === '' && credit === '' && debit === '') return undefined;
  if (amount !== '') return senOf(amount) * (directionOf(direction) ?? 1);
  return (credit === '' ? 0 : Math.abs(senOf(credit))) - (debit === '' ? 0 : Math.abs(senOf(debit)));
}

function reasonOf(
  day: string,
  bookedOn: string | undefined,
  amount: number,
  { amount: cell, credit, debit }: Values,
): string {
  // prettier-ignore
  if (/^pend/i.test(day)) return 'The bank has not booked it yet';
  if (Number.isNaN(amount)) return `“${(cell ?? credit ?? debit ?? '').slice(0, 40)}” is no amount`;
  if (bookedOn === undefined) return /^\d{1,2}[/-]\d{1,2}$/.test(day) ? `“${day}” has no year, or lies outside the period that the file names` : `“${day.slice(0, 40)}” is no day`; // prettier-ignore
  return Math.abs(amount) < 100 ? 'Less than Rp1' : '';
}

/** Adds the row to the lines, or to the words below the table. */
function readRow(lines: ReadLine[], words: Words, row: Row, values: Values): void {
  const day = (values['bookedOn'] ?? '').replace(/^'/, '');
  const description = [values['description'], values['details']].filter(Boolean).join(' ').replaceAll(/\s+/g, ' ');
  const sen = amountOf(values);
  const balance = senOf(values['balance'] ?? '');
  const bookedOn = dayOf(day, words.period);
  if (
    /^(saldo\s*(awal|akhir)|opening|closing)/i.test(description) ||
    sen === undefined ||
    (bookedOn === undefined && !/\d|pend/i.test(day))
  ) {
    // prettier-ignore
    const last = lines.at(-1);
    if (day === '' && description !== '' && filled(row) === 1 && last) last.description += ` ${description}`;
    else readWords([row], words);
    return;
  }
  lines.push({
    line: row.line,
    bookedOn,
    amount: sen,
    balance: Number.isNaN(balance) ? undefined : balance,
    description: description || 'No description',
    counterparty: values['counterparty']?.slice(0, 150) ?? '',
    reference: values['reference']?.replace(/^'/, '').slice(0, 100) ?? '',
    reason: reasonOf(day, bookedOn, sen, values),
  });
}

/** Account in the column of accounts: 400 for several. */
function accountIn(rows: readonly Values[]): string {
  const accounts = new Set(rows.flatMap(({ account }) => account?.replaceAll(/\D/g, '') || []));
  if (accounts.size > 1) throw badRequest('This file holds several accounts: divide it', 'file');
  return [...accounts][0] ?? '';
}

interface Choices {
  columns: readonly string[] | undefined;
  remembered: Remembered;
}

function columnsOf(headings: readonly string[], { columns: chosen, remembered }: Choices): readonly string[] {
  const columns = chosen ?? recogniseColumns(statementFields, headings, remembered);
  if (columns.length !== headings.length)
    throw badRequest(`The number of columns of this file is ${headings.length}, not ${columns.length}`, 'columns');
  if (columns.some((field, place) => field !== '' && (!(field in statementFields) || columns.indexOf(field) < place)))
    throw badRequest('Each column is a field of this import, and each field has one column', 'columns');
  return columns;
}

/** @throws HttpError 400 for files without a table, of several accounts, or whose sums do not agree */
export function readSheetStatement(rows: readonly Row[], choices: Choices): ReadStatement {
  const place = headingPlace(rows, choices.remembered);
  const body = rows.slice(place + 1);
  if (place < 0 || body.length === 0) throw badRequest('There is no table with headings in this file', 'file');
  const headings = headingsOf(rows[place]!, body);
  const fields = columnsOf(headings, choices);
  const words: Words = { account: '', period: undefined, opening: undefined, closing: undefined };
  readWords(rows.slice(0, place), words);
  const values = body.map(({ cells }) => Object.fromEntries(fields.flatMap((field, at) => (field ? [[field, (cells[at] ?? '').trim()]] : [])))); // prettier-ignore
  const missing = missingOfStatement(fields);
  const lines: ReadLine[] = [];
  if (missing.length === 0) for (const [at, row] of body.entries()) readRow(lines, words, row, values[at]!);
  const isSigned = fields.includes('direction') || !fields.includes('amount') || values.some(({ amount = '' }) => /^[-(]|[a-z)-]\s*$/i.test(amount)); // prettier-ignore
  if (missing.length === 0 && !isSigned) missing.push(statementFields.direction.label);
  if (missing.length === 0) checkBalances({ lines, ...words });
  const folded = new Set(headings.map(foldHeading));
  const layout = layouts.find(({ headings: own }) => own.every((one) => folded.has(one)));
  const above = rows.slice(0, place).flatMap(({ cells }) => cells).join(' '); // prettier-ignore
  return {
    layout: layout?.layout ?? '',
    bank: layout?.bank ?? names.find(([, pattern]) => pattern.test(above))?.[0],
    account: words.account || accountIn(values),
    columns: fields.map((field, at) => ({ heading: headings[at]!, field, samples: body.slice(0, 3).map(({ cells }) => (cells[at] ?? '').trim().slice(0, 60)) })), // prettier-ignore
    missing,
    lines,
    opening: words.opening,
    closing: words.closing,
  };
}
