/** Codes of vouchers, drawn at random. */
import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { codeAlphabet, codeTail } from '#contract/voucher/codes.ts';
import type { Db } from '#platform/database/database.ts';

/** Code that may be taken. */
export const drawCode = (prefix = ''): string =>
  prefix + Array.from({ length: codeTail }, () => codeAlphabet[randomInt(codeAlphabet.length)]).join('');

/** Different codes that no voucher has. */
export async function drawFreeCodes(db: Db, count: number): Promise<string[]> {
  const codes = new Set<string>();
  while (codes.size < count) {
    while (codes.size < count) codes.add(drawCode());
    const { rows } = await sql<{ code: string }>`select code from voucher where code = any(${[...codes]}::text[])
      union all select code from voucher_code where code = any(${[...codes]}::text[])`.execute(db);
    for (const { code } of rows) codes.delete(code);
  }
  return [...codes];
}
