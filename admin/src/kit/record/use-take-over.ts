/** Takes items from the other active owners that hold them, with undo. */
import { useState } from 'react';
import type { InvertedAssignment } from '#contract/assignment-row.ts';
import type { TakingTime } from '#contract/take-over.ts';
import { useAction } from '../api/use-action.ts';

interface TakeOverReply {
  changed: number;
  released: { id: string; ids: string[] }[];
  added: string[];
  isPlanned: boolean;
}

/** Take-over with its state. */
export interface TakingOver {
  /** Takes the items of the owner and the given ones, which are also assigned. Resolves to whether it was done. */
  run: (when: TakingTime, ids?: readonly string[]) => Promise<boolean>;
  loading: boolean;
  /** How many items were taken at once, here and last. */
  taken: number;
  /** Gives these back. */
  undo: () => Promise<boolean>;
}

/** For assignments whose items have one active owner at a time (`exclusive`); not run for others. */
export function useTakeOver(link: InvertedAssignment, id: string): TakingOver {
  const { takeOver, giveBack, assign, unassign, planned, wireKey } = link;
  const params = { id };
  const [last, setLast] = useState<TakeOverReply>();
  const back = useAction(giveBack ?? unassign);
  const undo = async ({ released, added }: TakeOverReply) => {
    const { ok } = await back.run({ params, body: { released, added } });
    if (ok) setLast(undefined);
    return ok;
  };
  const options = { undo: (_: unknown, reply: unknown) => () => void undo(reply as TakeOverReply) };
  const now = useAction(takeOver ?? assign, options);
  const later = useAction(takeOver ?? assign, { ...options, messages: planned });
  const run = async (when: TakingTime, ids: readonly string[] = []) => {
    const outcome = await (when === 'now' ? now : later).run({ params, body: { [wireKey]: [...ids], when } });
    const reply = outcome.ok ? (outcome.reply as TakeOverReply) : undefined;
    if (reply) setLast(reply.isPlanned ? undefined : reply);
    return outcome.ok;
  };
  return {
    run,
    loading: now.loading || later.loading || back.loading,
    taken: last?.changed ?? 0,
    undo: async () => last !== undefined && undo(last),
  };
}
