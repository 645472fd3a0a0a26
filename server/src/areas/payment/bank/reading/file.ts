/** Reads a bank statement of any layout. */
import { maxStatementLines } from '#contract/payment/bank/statements.ts';
import { badRequest } from '#platform/errors.ts';
import { rowsOf } from '#shared/spreadsheet/table.ts';
import { decodeText } from '#shared/spreadsheet/text.ts';
import { isMt940, readMt940 } from './mt940.ts';
import { readSheetStatement } from './sheet.ts';
import type { ReadStatement } from './statement.ts';

export interface StatementTask {
  file: Uint8Array;
  /** Field of each column; undefined: to be recognised. */
  columns: readonly string[] | undefined;
  /** Fields mapped before, by folded heading. */
  remembered: readonly (readonly [string, string])[];
}

async function read({ file, columns, remembered }: StatementTask): Promise<ReadStatement> {
  const text = decodeText(file);
  if (text !== undefined && isMt940(text)) return readMt940(text);
  const rows = await rowsOf(Buffer.from(file), maxStatementLines);
  return readSheetStatement(rows, { columns, remembered: new Map(remembered) });
}

/** @throws HttpError 400 for files that cannot be read, are too long, or whose sums do not agree */
export async function readStatement(task: StatementTask): Promise<ReadStatement> {
  const statement = await read(task);
  if (statement.lines.length > maxStatementLines)
    throw badRequest(`This file has more than ${maxStatementLines.toLocaleString('id-ID')} lines: divide it`, 'file');
  if (statement.lines.length === 0 && statement.missing.length === 0)
    throw badRequest('There are no lines in this statement', 'file');
  return statement;
}
