/** Takes items out of the other active owners that hold them, and offers to give them back. */
import type { SeenByItems } from '#contract/assignment-row.ts';
import { type Outcome, useAction } from '../api/use-action.ts';

export interface TakingOver {
  /** What the owner has, and these, which it is given too. Answers whether it was done. */
  run: (ids?: readonly string[]) => Promise<boolean>;
  loading: boolean;
}

interface Taken {
  released: { id: string; ids: string[] }[];
  added: string[];
}

/** Of a link whose items are in one active owner at a time (`exclusive`); of any other it is never run. */
export function useTakeOver({ takeOver, giveBack, assign, unassign, wireKey }: SeenByItems, id: string): TakingOver {
  const params = { id };
  const back = useAction(giveBack ?? unassign);
  const take = useAction(takeOver ?? assign, {
    undo: (_, reply) => {
      const { released, added } = reply as unknown as Taken;
      return () => void back.run({ params, body: { released, added } });
    },
  });
  const run = async (ids: readonly string[] = []): Promise<Outcome<unknown>> =>
    take.run({ params, body: { [wireKey]: [...ids] } });
  return { run: async (ids) => (await run(ids)).ok, loading: take.loading };
}
