/** Decisions on lines of bank statements: calls with their undo, and lines that keep their place in the list. */
import { useEffect } from 'react';
import type { z } from 'zod';
import {
  type BankLine,
  type Candidate,
  type ignoreDraft,
  ignoreLine,
  listBankLines,
  matchLine,
  reopenLine,
} from '#contract/payment/bank/lines.ts';
import { type Outcome, useAction } from '#kit/api/use-action.ts';
import { type PinnedRow, mergePinnedRows } from '#kit/list/pinned-rows.ts';
import { endpointSource, type RowsSource } from '#kit/list/source.ts';
import { rowsOf } from '#kit/list/row-focus.ts';
import { all, sharedValue } from '#kit/shared-value.ts';

export const keyOf = ({ bankLineId }: BankLine): string => bankLineId;

/** Lines that were decided on in this state of the list, as they are by now. */
const decided = sharedValue<readonly PinnedRow<BankLine>[]>([]);
const forget = (id: string) => decided.set(decided.get().filter(({ row }) => keyOf(row) !== id));

function pin(row: BankLine): void {
  const ids = rowsOf(document).map((one) => one.dataset['row']);
  const at = ids.indexOf(keyOf(row));
  forget(keyOf(row));
  if (at >= 0) decided.set([...decided.get(), { row, at, below: ids[at - 1] }]);
}

const lines = endpointSource(listBankLines, 'lines');

/** Lines as they are read, with those that were decided on at their places, until the list changes. */
export const lineSource: RowsSource<BankLine> = {
  ...lines,
  useRows: (state) => {
    const result = lines.useRows(state);
    const pinned = decided.use(all);
    const key = JSON.stringify(state);
    useEffect(() => decided.set([]), [key]);
    const now = new Map(pinned.map(({ row }) => [keyOf(row), row]));
    const rows = result.rows?.map((row) => now.get(keyOf(row)) ?? row);
    return { ...result, rows: rows && mergePinnedRows(rows, pinned, keyOf) };
  },
};

/**
 * The one candidate that a key accepts: the only one, or the only one without a difference. Nothing is chosen among
 * several, and no order takes more than is due.
 */
export function acceptable({ state, amount, candidates }: BankLine): Candidate | undefined {
  const exact = candidates.filter(({ differences }) => differences.length === 0);
  const [one, other] = exact.length > 0 ? exact : candidates;
  return state === 'open' && !other && one && amount <= one.due ? one : undefined;
}

/** Calls on a line. Their toasts offer the undo. */
export function useDecisions() {
  const putBack = useAction(reopenLine);
  const undo =
    ({ params: { id } }: { params: { id: string } }) =>
    () => {
      forget(id);
      void putBack.run({ params: { id } });
    };
  const matching = useAction(matchLine, { undo });
  const ignoring = useAction(ignoreLine, { undo });
  /** Pins the line before the list is read again. */
  async function decide(line: BankLine, run: () => Promise<Outcome<BankLine>>): Promise<Outcome<BankLine>> {
    pin(line);
    const outcome = await run();
    if (outcome.ok)
      decided.set(decided.get().map((one) => (keyOf(one.row) === keyOf(line) ? { ...one, row: outcome.reply } : one)));
    else forget(keyOf(line));
    return outcome;
  }
  const paramsOf = (line: BankLine) => ({ params: { id: keyOf(line) } });
  return {
    accept: (line: BankLine, orderId: string) =>
      decide(line, () => matching.run({ ...paramsOf(line), body: { orderId } })),
    ignore: (line: BankLine, body: z.input<typeof ignoreDraft>) =>
      decide(line, () => ignoring.run({ ...paramsOf(line), body })),
    reopen: (line: BankLine) => decide(line, () => putBack.run(paramsOf(line))),
    loading: matching.loading || ignoring.loading || putBack.loading,
  };
}
