/** Sets the status of an order: shown at once, taken back with Undo, gone back with the reason if it is refused. */
import { useRef } from 'react';
import { orderStatuses, type OrderStatus } from '#contract/order-status.ts';
import { setTrackingStatusMessages } from '#contract/order-tracking.ts';
import { useTask } from '#kit/api/use-action.ts';
import { shownStatus, showWhile } from './pending-status.ts';
import { tracking } from './session-tracking.ts';
import { toApiError } from './tracking-failure.ts';
import type { TrackingOrder } from './tracking-order.ts';

interface Change {
  order: TrackingOrder;
  from: string;
  to: OrderStatus;
}

export interface StatusChange {
  set: (order: TrackingOrder, to: OrderStatus) => void;
  /** Takes the last change back. */
  undo: () => void;
}

const isKnown = (status: string): status is OrderStatus => (orderStatuses as readonly string[]).includes(status);

export function useStatusChange(): StatusChange {
  const last = useRef<Change>(undefined);
  const task = useTask({
    failsAs: 500,
    messages: setTrackingStatusMessages,
    changes: 'order-tracking',
    perform: ({ order, to }: Change) => inTurn(order.id, to),
    undo: backTo,
  });

  /** A status that another system stored can't be written again. */
  function backTo({ order, from, to }: Change) {
    return isKnown(from) ? () => change({ order, from: to, to: from }) : undefined;
  }
  function change(wanted: Change): void {
    last.current = wanted;
    void showWhile(wanted.order.id, wanted.to, () => task.run(wanted));
  }
  return {
    set: (order, to) => {
      const from = shownStatus(order);
      if (from !== to) change({ order, from, to });
    },
    undo: () => {
      const changed = last.current;
      last.current = undefined;
      if (changed) backTo(changed)?.();
    },
  };
}

/** What is being written for each order: the last choice is to be written last. */
const writing = new Map<string, Promise<void>>();

async function inTurn(id: string, status: OrderStatus): Promise<void> {
  const turn = (writing.get(id) ?? Promise.resolve()).catch(() => undefined).then(() => write(id, status));
  writing.set(id, turn);
  await turn.finally(() => {
    if (writing.get(id) === turn) writing.delete(id);
  });
}

async function write(id: string, status: OrderStatus): Promise<void> {
  try {
    await tracking().setStatus(id, status);
  } catch (error) {
    throw toApiError(error, true);
  }
}
