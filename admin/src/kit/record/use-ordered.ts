/** The order of what is assigned, as a person sets it: shown at once, saved with the version that they saw. */
import { useRef, useState } from 'react';
import type { Assignment } from '#contract/assignment-row.ts';
import type { CallInput } from '#contract/kernel.ts';
import { useAction } from '../api/use-action.ts';

/** A link whose items are in an order. */
export type OrderedLink = Assignment & { reorder: NonNullable<Assignment['reorder']> };

interface Wanted {
  ids: readonly string[];
  /** Of the owner once it was saved; undefined: it is on its way. */
  version?: number;
}

/** One of them taken to the place of another. */
export const movedTo = (ids: readonly string[], id: string, index: number): string[] =>
  ids.filter((one) => one !== id).toSpliced(index, 0, id);

interface Ordered<Item> {
  link: OrderedLink;
  ownerId: string;
  /** Of the owner, as it was read with these items. */
  version: number;
  items: readonly Item[];
}

/** The items as they are to stand, and what puts them so; the toast takes it back. */
export function useOrdered<Item extends { id: string }>({ link, ownerId, version, items }: Ordered<Item>) {
  const [wanted, setWanted] = useState<Wanted>();
  const isWanted = wanted && (wanted.version === undefined || version < wanted.version);
  const byId = new Map(items.map((item) => [item.id, item]));
  const kept = isWanted ? wanted.ids.flatMap((id) => byId.get(id) ?? []) : [];
  // What was assigned meanwhile stands at the end, as on the server.
  const shown = isWanted ? [...kept, ...items.filter((item) => !kept.includes(item))] : items;
  const present = shown.map(({ id }) => id);
  /** What stood before, by the order that was sent. */
  const before = useRef(new WeakMap<object, readonly string[]>());
  const back = useAction(link.reorder);
  const reorder = useAction(link.reorder, {
    undo: ({ body }) => {
      const was = before.current.get(body);
      return was && (() => void put(back, was));
    },
  });
  const put = async (action: typeof reorder, ids: readonly string[]) => {
    setWanted({ ids });
    const input = { params: { id: ownerId }, body: [...ids] } as CallInput<OrderedLink['reorder']>;
    before.current.set(input.body, present);
    const outcome = await action.run(input, { ifMatch: version });
    // Another move may be on its way by now.
    setWanted((now) => {
      if (now?.ids !== ids) return now;
      return outcome.ok ? { ids, version: outcome.reply.version } : undefined;
    });
  };
  return { shown, move: (id: string, index: number) => put(reorder, movedTo(present, id, index)) };
}
