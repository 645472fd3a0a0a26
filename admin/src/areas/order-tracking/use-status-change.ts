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
      await write(order.id, to);
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

type WriteTask = Action<Change, void, Report>;

/** Shows and writes a status after `before`; resolves to whether it was written, or not needed after a refusal. */
const showAndWrite = (
  task: WriteTask,
  change: Change,
  { before, onWritten }: Pick<Callbacks, 'onWritten'> & { before: Promise<boolean> | undefined },
) =>
  new Promise<boolean>((resolve) => {
    const { earlier, end } = takeTurn(change.order.id);
    const report = (isWritten: boolean) => {
      end();
      resolve(isWritten);
      if (isWritten) onWritten(change);
    };
    void showOptimistic(change.order.id, change.to, async () => {
      await earlier;
      if (!before || (await before)) return task.run(change, report).finally(end);
      end();
      return resolve(true);
    });
  });

export function useStatusChange({ onSet, onWritten }: Callbacks): StatusChange {
  const [made] = useState(() => new UndoStack());
  const setting = useTask({
    ...writing,
    undo: (change: Change) => (isOrderStatus(change.from) ? () => takeBack(change) : undefined),
  });
  const takingBack = useTask(writing);
  const writeShown = (task: WriteTask, change: Change, before?: Promise<boolean>) =>
    showAndWrite(task, change, { before, onWritten });

  function takeBack(change: Change): void {
    const { order, from, to } = change;
    // A status that another system stored cannot be written again.
    void made.undo(
      change,
      async (before) => !isOrderStatus(from) || writeShown(takingBack, { order, from: to, to: from }, before),
    );
  }

  return {
    set: (order, to) => {
      const change = { order, from: optimisticStatus(order), to };
      if (change.from === to) return;
      onSet(change);
      made.add(change, writeShown(setting, change));
    },
    undo: () => {
      if (made.last) takeBack(made.last);
    },
  };
}

/** Pending writes by order; they run in the sequence of the choices, undos among them. */
const turns = new Map<string, Promise<void>>();

/** Turn to write an order: after `earlier`, until `end`. */
function takeTurn(id: string) {
  const earlier = turns.get(id) ?? Promise.resolve();
  const { promise, resolve: end } = Promise.withResolvers<void>();
  const turn = earlier.then(() => promise);
  turns.set(id, turn);
  void turn.then(() => {
    if (turns.get(id) === turn) turns.delete(id);
  });
  return { earlier, end };
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
