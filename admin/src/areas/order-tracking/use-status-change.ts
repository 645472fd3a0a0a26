/** Sets the status of an order: optimistic, with Undo, reverted with an error if refused. */
import { useState } from 'react';
import { type OrderStatus, isOrderStatus } from '#contract/order/status.ts';
import { setTrackingStatusMessages } from '#contract/order-tracking/endpoints.ts';
import { type Action, useTask } from '#kit/api/use-action.ts';
import { orderStatusLabel } from '#admin-shared/order/order-status-badge.tsx';
import { type Change, UndoStack } from './undo-stack.ts';
import { optimisticStatus, showOptimistic } from './pending-status.ts';
import { trackingClient } from '#admin-shared/order-tracking/session-tracking.ts';
import { unpinRefused, updatePinnedStatus } from './pinned-rows.ts';
import { toApiError } from '#admin-shared/order-tracking/tracking-failure.ts';
import { type TrackingOrder, customerLabel } from '#admin-shared/order-tracking/tracking-order.ts';

export interface StatusChange {
  set: (order: TrackingOrder, to: OrderStatus) => void;
  /** Undoes the last change that was not undone yet. */
  undo: () => void;
}

const writing = {
  failsAs: 500,
  messages: setTrackingStatusMessages,
  writes: true,
  about: ({ order }: Change) => customerLabel(order),
  detail: ({ from, to }: Change) => `${orderStatusLabel(from)} → ${orderStatusLabel(to)}`,
  series: ['order', 'orders'],
  perform: async ({ order, to }: Change, report?: Report) => {
    try {
      await inTurn(order.id, to);
      report?.(true);
    } catch (error) {
      report?.(false);
      throw error;
    }
  },
} as const;

/** Called with whether the status was written, before the list is read again: an undo does not wait for that. */
type Report = (isWritten: boolean) => void;

interface Callbacks {
  /** Runs for each change, before it is written. */
  onSet: (change: Change) => void;
  /** Runs for each written change, including undos. */
  onWritten: (change: Change) => unknown;
}

export function useStatusChange({ onSet, onWritten }: Callbacks): StatusChange {
  const [made] = useState(() => new UndoStack());
  const setting = useTask({
    ...writing,
    undo: (change: Change) => (isOrderStatus(change.from) ? () => takeBack(change) : undefined),
  });
  const takingBack = useTask(writing);

  /** Shows and writes a status after `before`; resolves to whether it was written, or not needed after a refusal. */
  const write = (task: Action<Change, void, Report>, change: Change, before?: Promise<boolean>) =>
    new Promise<boolean>((resolve) => {
      const report = (isWritten: boolean) => {
        resolve(isWritten);
        if (isWritten) onWritten(change);
      };
      void showOptimistic(change.order.id, change.to, async () => {
        if (before && !(await before)) return resolve(true);
        await task.run(change, report);
      });
    });

  function takeBack(change: Change): void {
    const { order, from, to } = change;
    // A status that another system stored cannot be written again.
    void made.undo(
      change,
      async (before) => !isOrderStatus(from) || write(takingBack, { order, from: to, to: from }, before),
    );
  }

  return {
    set: (order, to) => {
      const change = { order, from: optimisticStatus(order), to };
      if (change.from === to) return;
      onSet(change);
      made.add(change, write(setting, change));
    },
    undo: () => {
      if (made.last) takeBack(made.last);
    },
  };
}

/** Pending writes by order; they run in sequence, so that the last choice is written last. */
const turns = new Map<string, Promise<void>>();

async function inTurn(id: string, status: OrderStatus): Promise<void> {
  const turn = (turns.get(id) ?? Promise.resolve()).catch(() => undefined).then(() => write(id, status));
  turns.set(id, turn);
  await turn.finally(() => {
    if (turns.get(id) === turn) turns.delete(id);
  });
}

async function write(id: string, status: OrderStatus): Promise<void> {
  try {
    await trackingClient().setStatus(id, status);
    updatePinnedStatus(id, status);
  } catch (error) {
    unpinRefused(id);
    throw toApiError(error, true);
  }
}
