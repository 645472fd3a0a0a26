/** Takes items from the other active owners that hold them, with undo. */
import type { SeenByItems } from '#contract/assignment-row.ts';
import { type Outcome, useAction } from '../api/use-action.ts';

export interface TakingOver {
  /** Takes the items of the owner and the given ones, which are also assigned. Resolves to whether it was done. */
  run: (ids?: readonly string[]) => Promise<boolean>;
  loading: boolean;
}

interface Taken {
  released: { id: string; ids: string[] }[];
  added: string[];
}

/** For assignments whose items have one active owner at a time (`exclusive`); not run for others. */
export function useTakeOver({ takeOver, giveBack, assign, unassign, wireKey }: SeenByItems, id: string): TakingOver {
  const params = { id };
  const back = useAction(giveBack ?? unassign);
  const takeAction = useAction(takeOver ?? assign, {
    undo: (_, reply) => {
      const { released, added } = reply as unknown as Taken;
      return () => void back.run({ params, body: { released, added } });
    },
  });
  const run = async (ids: readonly string[] = []): Promise<Outcome<unknown>> =>
    takeAction.run({ params, body: { [wireKey]: [...ids] } });
  return { run: async (ids) => (await run(ids)).ok, loading: takeAction.loading };
}
