/** Statuses that were chosen and are not written yet: the list shows them at once, whatever it reads meanwhile. */
import { useSyncExternalStore } from 'react';
import type { OrderStatus } from '#contract/order-status.ts';
import type { TrackingOrder } from './tracking-order.ts';

const pending = new Map<string, OrderStatus>();
const listeners = new Set<() => void>();

function tell(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Shows a status until the work is done; a later choice for the same order stays. */
export async function showWhile(id: string, status: OrderStatus, work: () => Promise<unknown>): Promise<void> {
  pending.set(id, status);
  tell();
  try {
    await work();
  } finally {
    if (pending.get(id) === status) pending.delete(id);
    tell();
  }
}

export const shownStatus = ({ id, status }: TrackingOrder): string => pending.get(id) ?? status;

export const useShownStatus = (order: TrackingOrder): string =>
  useSyncExternalStore(subscribe, () => shownStatus(order));
