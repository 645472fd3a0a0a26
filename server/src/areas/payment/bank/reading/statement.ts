/** Statement as it was read from a file, whatever its layout, and the check of its balances. */
import type { Bank } from '#contract/payment/bank/statements.ts';
import { formatMoney } from '#contract/kernel/rupiah.ts';
import { badRequest } from '#platform/errors.ts';

/** Line that could be read; amounts in sen. */
export interface ReadLine {
  line: number;
  bookedOn: string | undefined;
  amount: number;
  balance: number | undefined;
  description: string;
  counterparty: string;
  reference: string;
  /** Why it is left out; '' if it is not. */
  reason: string;
}

export interface ReadStatement {
  layout: string;
  bank: Bank | undefined;
  account: string;
  columns: { heading: string; field: string; samples: string[] }[];
  missing: string[];
  lines: ReadLine[];
  opening: number | undefined;
  closing: number | undefined;
}

export const rupiah = (sen: number): number => Math.trunc(sen / 100) || 0;

const apart = (sen: number) => formatMoney(Math.abs(sen) / 100);

/** Place of the first line whose balance does not follow from the one before; -1: all do. */
const breakOf = (lines: readonly ReadLine[]) =>
  lines.findIndex(
    ({ balance, amount }, place) =>
      place > 0 && balance !== undefined && lines[place - 1]!.balance !== undefined && balance !== lines[place - 1]!.balance! + amount, // prettier-ignore
  );

/** Lines from the oldest to the newest: some banks list the newest first, which their balances tell, or their days. */
export function inOrder(lines: readonly ReadLine[]): readonly ReadLine[] {
  const reversed = lines.toReversed();
  if (lines.some(({ balance }) => balance !== undefined))
    return breakOf(lines) >= 0 && breakOf(reversed) < 0 ? reversed : lines;
  const days = lines.flatMap(({ bookedOn }) => bookedOn ?? []);
  return (days[0] ?? '') > (days.at(-1) ?? '') ? reversed : lines;
}

/**
 * Checks that lines lead from the opening to the closing balance, and from each balance to the next.
 * @throws HttpError 400 with the reason
 */
export function checkBalances({ lines, opening, closing }: Pick<ReadStatement, 'lines' | 'opening' | 'closing'>): void {
  const broken = lines.find(({ amount }) => Number.isNaN(amount));
  const hasBalances = (opening !== undefined && closing !== undefined) || lines.some(({ balance }) => balance !== undefined); // prettier-ignore
  if (broken && hasBalances)
    throw badRequest(`Row ${broken.line}: ${broken.reason}, so that the balances cannot be checked`, 'file');
  const ordered = inOrder(lines);
  const place = breakOf(ordered);
  if (place > 0)
    throw badRequest(
      `The balance in row ${ordered[place]!.line} does not follow from row ${ordered[place - 1]!.line}: lines are missing or changed`,
      'file',
    );
  if (opening === undefined || closing === undefined) return;
  const off = closing - opening - lines.reduce((sum, { amount }) => sum + amount, 0);
  if (off !== 0)
    throw badRequest(
      `The lines do not add up from the opening balance ${formatMoney(opening / 100)} to the closing balance ${formatMoney(closing / 100)}: ${apart(off)} ${off > 0 ? 'is missing' : 'is too much'}`,
      'file',
    );
}
