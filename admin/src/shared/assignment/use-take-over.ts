/** Takes items from the other active owners that hold them, with undo. */
import { useState } from 'react';
import type { InvertedAssignment } from '#contract/kernel/assignment-row.ts';
import type { TakingTime } from '#contract/kernel/take-over-endpoints.ts';
import { subject } from '#kit/api/session.ts';
import { useAction } from '#kit/api/use-action.ts';

interface TakeOverReply {
  changed: number;
  released: { id: string; ids: string[] }[];
  added: string[];
  isPlanned: boolean;
}

const keyOf = (id: string) => `taken:${subject()}:${id}`;

/** Last take-over at once of an owner in this tab; kept over reloads, because its undo applies until the owner is active. */
function readTaken(id: string): TakeOverReply | undefined {
  const stored = sessionStorage.getItem(keyOf(id));
  return stored ? (JSON.parse(stored) as TakeOverReply) : undefined;
}

function storeTaken(id: string, taken: TakeOverReply | undefined): void {
  if (taken) sessionStorage.setItem(keyOf(id), JSON.stringify(taken));
  else sessionStorage.removeItem(keyOf(id));
}

/** Take-over with its state. */
export interface TakingOver {
  /** Takes the items of the owner and the given ones, which are also assigned. Resolves to whether it was done. */
  run: (when: TakingTime, ids?: readonly string[]) => Promise<boolean>;
  loading: boolean;
  /** How many items were taken at once, last and in this tab. */
  taken: number;
  /** Gives these back. */
  undo: () => Promise<boolean>;
}

/** For assignments whose items have one active owner at a time (`exclusive`); not run for others. */
export function useTakeOver(link: InvertedAssignment, id: string): TakingOver {
  const { takeOver, giveBack, assign, unassign, planned, wireKey } = link;
  const params = { id };
  const [last, setLast] = useState(() => readTaken(id));
  const keep = (taken: TakeOverReply | undefined) => {
    storeTaken(id, taken);
    setLast(taken);
  };
  const back = useAction(giveBack ?? unassign);
  const undo = async ({ released, added }: TakeOverReply) => {
    const { ok } = await back.run({ params, body: { released, added } });
    if (ok) keep(undefined);
    return ok;
  };
  const options = { undo: (_: unknown, reply: unknown) => () => void undo(reply as TakeOverReply) };
  const now = useAction(takeOver ?? assign, options);
  const later = useAction(takeOver ?? assign, { ...options, messages: planned });
  const run = async (when: TakingTime, ids: readonly string[] = []) => {
    const outcome = await (when === 'now' ? now : later).run({ params, body: { [wireKey]: [...ids], when } });
    const reply = outcome.ok ? (outcome.reply as TakeOverReply) : undefined;
    if (reply) keep(reply.isPlanned ? undefined : reply);
    return outcome.ok;
  };
  return {
    run,
    loading: now.loading || later.loading || back.loading,
    taken: last?.changed ?? 0,
    undo: async () => last !== undefined && undo(last),
  };
}
