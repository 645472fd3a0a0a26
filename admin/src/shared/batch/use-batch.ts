/** Starts a change of many records (contract/src/batch/starts.ts) from a list's selection, after a question with the number. */
import { useNavigate } from '@tanstack/react-router';
import {
  type Batch,
  type BatchKindName,
  batchKinds,
  batchMessages,
  maxInstant,
  undoBatch,
} from '#contract/batch/endpoints.ts';
import type { Endpoint } from '#contract/kernel/endpoint.ts';
import { recordKinds, recordNoun, recordNounPlural } from '#contract/kernel/record-kinds.ts';
import { call } from '#kit/api/call.ts';
import { useAction, useTask } from '#kit/api/use-action.ts';
import { type Question, confirm } from '#kit/feedback/confirm.tsx';
import { counted } from '#kit/format/formats.ts';
import type { AllMatching } from '#kit/list/use-list-selection.tsx';

interface Calls {
  kind: BatchKindName;
  count: Endpoint;
  start: Endpoint;
}

/** Value, and further fields, that every record gets. */
interface Change {
  value: string;
  [field: string]: string | boolean;
}

/** Selected rows by id, or all that match. */
export interface Chosen {
  selection: { selected: ReadonlyMap<string, unknown>; clear: () => void };
  all: AllMatching | undefined;
}

/** Returns `run`, which undoes a batch. `isInstant`: its messages say that the undo is done, not that a job does it. */
export function useBatchUndo(isInstant: boolean) {
  return useAction(undoBatch, { messages: batchMessages.undo[isInstant ? 'instant' : 'job'] });
}

/**
 * Returns `run`, which asks and starts the batch. Afterwards the person stays on the list with a toast and its Undo if
 * every record was changed; otherwise the batch's page shows the results. `filter`: part of the list's filter that is
 * not in its query, such as a param of its URL.
 */
export function useBatch(calls: Calls, { selection, all }: Chosen, filter: object = {}) {
  const navigate = useNavigate();
  const isInstant = !all && selection.selected.size <= maxInstant;
  const { table } = recordKinds[batchKinds[calls.kind].record];
  const counting = useTask<void, number>({
    messages: { fail: 'They could not be counted' },
    perform: async () => {
      if (!all) return selection.selected.size;
      const reply = await call(calls.count, { query: { ...all.query, ...filter } });
      return (reply as { total: number }).total;
    },
  });
  const open = (batchId: string) => navigate({ to: '/batch/$id', params: { id: batchId } });
  const starting = useAction(calls.start, {
    messages: batchMessages.start[isInstant ? 'instant' : 'job'],
    movesOn: !isInstant,
  });
  /**
   * `questionOf`: question about so many records, in words ("214 orders"); its tick may still change the change. Without it,
   * a dialog has asked. Returns whether the batch was started.
   */
  const run = async (change: Change, questionOf?: (records: string) => Question): Promise<boolean> => {
    const number = await counting.run();
    if (!number.ok) return false;
    const records = counted(number.reply, recordNoun(table), recordNounPlural(table));
    if (questionOf && !(await confirm(questionOf(records)))) return false;
    const ids = all ? null : [...selection.selected.keys()];
    const input = { query: { ...all?.query, ...filter }, body: { ids, expected: number.reply, ...change } };
    const outcome = await starting.run(input);
    if (!outcome.ok) return false;
    const { batchId, state, done, total } = outcome.reply as Batch;
    selection.clear();
    if (state !== 'done' || done < total) await open(batchId);
    return true;
  };
  return { run, loading: counting.loading || starting.loading };
}
