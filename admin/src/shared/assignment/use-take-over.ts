/** Takes items from the other active owners that hold them, with undo. */
import { useState } from 'react';
import { getBatch } from '#contract/batch/endpoints.ts';
import type { InvertedAssignment } from '#contract/kernel/assignment-row.ts';
import type { TakingTime } from '#contract/kernel/take-over-endpoints.ts';
import { subject } from '#kit/api/session.ts';
import { recordedBatch } from '#kit/api/recorded-batch.ts';
import { useAction } from '#kit/api/use-action.ts';
import { useCall } from '#kit/api/use-call.ts';
import { useBatchUndo } from '../batch/use-batch.ts';

/** Take-over at once, and the bulk change that it is recorded as. */
interface Taken {
  changed: number;
  batchId: string;
}

const keyOf = (id: string) => `taken:${subject()}:${id}`;

/** Last take-over at once of an owner in this tab; kept over reloads, because its undo applies until the owner is active. */
function readTaken(id: string): Taken | undefined {
  const stored = sessionStorage.getItem(keyOf(id));
  return stored ? (JSON.parse(stored) as Taken) : undefined;
}

/** Take-over with its state. */
export interface TakingOver {
  /** Takes the items of the owner and the given ones, which are also assigned. Resolves to whether it was done. */
  run: (when: TakingTime, ids?: readonly string[]) => Promise<boolean>;
  loading: boolean;
  /** How many items were taken at once, last and in this tab; 0 once they were given back. */
  taken: number;
  /** Gives these back. */
  undo: () => Promise<boolean>;
}

/** For assignments whose items have one active owner at a time (`exclusive`); not run for others. */
export function useTakeOver(link: InvertedAssignment, id: string): TakingOver {
  const { takeOver, assign, planned, wireKey } = link;
  const [last, setLast] = useState(() => readTaken(id));
  const { data: batch } = useCall(getBatch, { params: { id: last?.batchId ?? '' } }, { enabled: last !== undefined });
  const back = useBatchUndo(true);
  const now = useAction(takeOver ?? assign);
  const later = useAction(takeOver ?? assign, { messages: planned });
  const run = async (when: TakingTime, ids: readonly string[] = []) => {
    const input = { params: { id }, body: { [wireKey]: [...ids], when } };
    const outcome = await (when === 'now' ? now : later).run(input);
    if (!outcome.ok) return false;
    const { changed, isPlanned } = outcome.reply as { changed: number; isPlanned: boolean };
    const batchId = recordedBatch(outcome.reply);
    const taken = batchId && !isPlanned ? { changed, batchId } : undefined;
    if (taken) sessionStorage.setItem(keyOf(id), JSON.stringify(taken));
    else sessionStorage.removeItem(keyOf(id));
    setLast(taken);
    return true;
  };
  return {
    run,
    loading: now.loading || later.loading || back.loading,
    taken: last && batch && batch.done > 0 ? last.changed : 0,
    undo: async () => last !== undefined && (await back.run({ params: { id: last.batchId } })).ok,
  };
}
