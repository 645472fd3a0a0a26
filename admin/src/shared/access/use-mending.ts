/** Hooks that give, remove and mark; one row has an undo here, several are a bulk change. Rows that were skipped are kept for their dialog. */
import {
  type AccessView,
  type IntendedReason,
  giveAccess,
  markIntended,
  removeAccess,
  undoAccess,
  type listAccessGaps,
} from '#contract/access/endpoints.ts';
import { type Reply, mayCall } from '#contract/kernel/endpoint.ts';
import { useAction } from '#kit/api/use-action.ts';
import { sharedValue } from '#kit/shared-value.ts';
import { role } from '#kit/api/session.ts';
import type { RowOf } from '#kit/list/source.ts';

export type Gap = RowOf<typeof listAccessGaps, 'gaps'>;

type Skipped = Reply<typeof giveAccess>['skipped'];

/** Rows that the last change skipped. */
export const skippedRows = sharedValue<Skipped>([]);

const calls = { 'paid-no-access': giveAccess, 'access-unpaid': removeAccess } as const;

/** Whether the role may mend rows of a kind, and mark rows as intended or put them back: customer service gives only. */
export const mayMend = (kind: Gap['kind']): boolean => mayCall(calls[kind], role() ?? '');
export const mayMark = (): boolean => mayCall(markIntended, role() ?? '');
/** Whether the role may do something about the rows of a view. */
export const mayActIn = (view: AccessView): boolean => (view === 'intended' ? mayMark() : mayMend(view));

/** Gives or removes access of rows of one kind. `undone` is called with the rows of a change that is undone. */
export function useMending(kind: Gap['kind'], undone?: (gapIds: readonly string[]) => void) {
  const back = useAction(undoAccess);
  const undo = async (ids: string[], gapIds: readonly string[]) => {
    undone?.(gapIds);
    const outcome = await back.run({ body: { ids } });
    if (outcome.ok) skippedRows.set(outcome.reply.skipped);
  };
  const { run, loading } = useAction(calls[kind], {
    undo: ({ body: { ids } }, { mends }) => (mends.length === 1 ? () => void undo(mends, ids) : undefined),
  });
  return {
    loading,
    /** Resolves to whether the call was made, even if every row was skipped. */
    mend: async (gaps: readonly Pick<Gap, 'gapId'>[]) => {
      const outcome = await run({ body: { ids: gaps.map(({ gapId }) => gapId) } });
      if (outcome.ok) skippedRows.set(outcome.reply.skipped);
      return outcome.ok;
    },
  };
}

const putBack = { ok: 'Back in the list: {changed}', fail: 'Failed to put back into the list' };
const undone = { ok: 'Undone: {changed}', fail: 'Failed to undo' };

/** Marks rows as intended, or puts them back into their list (null). */
export function useMarking(reason: IntendedReason | null) {
  const back = useAction(markIntended, { messages: undone });
  const { run, loading } = useAction(markIntended, {
    ...(reason === null && { messages: putBack }),
    undo: (_, { before }) =>
      before.length === 1 ? () => void back.run({ body: { marks: before, isUndo: true } }) : undefined,
  });
  return {
    loading,
    mark: async (gaps: readonly Gap[], as = reason) =>
      (await run({ body: { marks: gaps.map(({ gapId }) => ({ gapId, reason: as })) } })).ok,
  };
}
