/** Reorders assigned items: shown immediately, saved with the version that the person saw. */
import { useRef, useState } from 'react';
import type { Assignment } from '#contract/kernel/assignment-row.ts';
import type { CallInput } from '#contract/kernel/endpoint.ts';
import { useAction } from '#kit/api/use-action.ts';

/** Assignment whose items are ordered. */
export type OrderedLink = Assignment & { reorder: NonNullable<Assignment['reorder']> };

interface PendingOrder {
  ids: readonly string[];
  /** Version of the owner after saving; undefined while saving. */
  version?: number;
}

/** Moves an id to an index. */
export const movedTo = (ids: readonly string[], id: string, index: number): string[] =>
  ids.filter((one) => one !== id).toSpliced(index, 0, id);

interface Ordered<Item> {
  link: OrderedLink;
  ownerId: string;
  /** Version of the owner that was read with these items. */
  version: number;
  items: readonly Item[];
}

/** Items in their new order and the function that moves one, with undo in the toast. */
export function useOrdered<Item extends { id: string }>({ link, ownerId, version, items }: Ordered<Item>) {
  const [pending, setPending] = useState<PendingOrder>();
  const isPending = pending && (pending.version === undefined || version < pending.version);
  const byId = new Map(items.map((item) => [item.id, item]));
  const reordered = isPending ? pending.ids.flatMap((id) => byId.get(id) ?? []) : [];
  // Items assigned meanwhile are at the end, as on the server.
  const shown = isPending ? [...reordered, ...items.filter((item) => !reordered.includes(item))] : items;
  const present = shown.map(({ id }) => id);
  /** Previous order by the request body that replaced it. */
  const before = useRef(new WeakMap<object, readonly string[]>());
  const back = useAction(link.reorder);
  const reorder = useAction(link.reorder, {
    undo: ({ body }) => {
      const previous = before.current.get(body);
      return previous && (() => void saveOrder(back, previous));
    },
  });
  const saveOrder = async (action: typeof reorder, ids: readonly string[]) => {
    setPending({ ids });
    const input = { params: { id: ownerId }, body: [...ids] } as CallInput<OrderedLink['reorder']>;
    before.current.set(input.body, present);
    const outcome = await action.run(input, { ifMatch: version });
    // Another move may have started meanwhile.
    setPending((now) => {
      if (now?.ids !== ids) return now;
      return outcome.ok ? { ids, version: outcome.reply.version } : undefined;
    });
  };
  return { shown, move: (id: string, index: number) => saveOrder(reorder, movedTo(present, id, index)) };
}
