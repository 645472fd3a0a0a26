/** Statuses chosen but not written yet: the list shows them at once, whatever it reads meanwhile. */
import type { OrderStatus } from '#contract/order/status.ts';
import { sharedValue } from '#kit/shared-value.ts';
import type { TrackingOrder } from '#admin-shared/order-tracking/tracking-order.ts';

const pending = sharedValue<ReadonlyMap<string, OrderStatus>>(new Map());

/** Shows a status until `work` settles; a later choice for the same order stays. */
export async function showOptimistic<Result>(
  id: string,
  status: OrderStatus,
  work: () => Promise<Result>,
): Promise<Result> {
  pending.set(new Map(pending.get()).set(id, status));
  try {
    return await work();
  } finally {
    const left = new Map(pending.get());
    if (left.get(id) === status) left.delete(id);
    pending.set(left);
  }
}

const shownOf =
  ({ id, status }: TrackingOrder) =>
  (chosen: ReadonlyMap<string, OrderStatus>): string =>
    chosen.get(id) ?? status;

export const optimisticStatus = (order: TrackingOrder): string => shownOf(order)(pending.get());

export const useOptimisticStatus = (order: TrackingOrder): string => pending.use(shownOf(order));
