/** Work on differences: mending one by its action, and going on to the next. */
import { batches } from '#contract/batch/starts.ts';
import { listBatchRows } from '#contract/batch/endpoints.ts';
import type { Reply } from '#contract/kernel/endpoint.ts';
import {
  type Difference,
  type DifferenceAction,
  differenceActions,
  differenceKinds,
} from '#contract/payment/differences.ts';
import { ApiError } from '#kit/api/api-error.ts';
import { call } from '#kit/api/call.ts';
import { useTask } from '#kit/api/use-action.ts';
import { useNextRow } from '#kit/list/use-next-row.ts';

/** Name of a difference in lists and messages. */
export const nameOf = ({ buyer, about, kind }: Difference): string => buyer || about || differenceKinds[kind];

/** Whether the action is one press; a person chooses the order of a bank transfer. */
export const isOnePress = (action: DifferenceAction): boolean => action !== 'match' && action !== 'none';

export const statementOf = ({ lineId }: Difference): string =>
  `/payment/statements?${new URLSearchParams({ peek: lineId ?? '' })}`;

async function mendOne({ differenceId }: Difference): Promise<Reply<typeof batches.differenceMending.start>> {
  const ids = [differenceId];
  const batch = await call(batches.differenceMending.start, { body: { ids, expected: 1, value: 'mended' } });
  if (batch.done > 0) return batch;
  const { rows } = await call(listBatchRows, { params: { id: batch.batchId } });
  throw new ApiError(409, rows[0]?.reason ?? 'It was changed meanwhile', { message: rows[0]?.reason ?? '' });
}

/** Mends a difference; the toast offers the undo. */
export function useMend() {
  return useTask({
    messages: { ok: 'Mended', fail: 'It was not mended' },
    writes: true,
    area: 'order',
    detail: (one: Difference) => `${differenceActions[one.action]}: ${nameOf(one)}`,
    perform: mendOne,
  });
}

/** Mends a difference and goes on to the next row at once. */
export function useDone() {
  const { run, loading } = useMend();
  const goOn = useNextRow();
  const done = (one: Difference) => {
    const mending = run(one);
    goOn(one.differenceId);
    return mending;
  };
  return { done, loading };
}
