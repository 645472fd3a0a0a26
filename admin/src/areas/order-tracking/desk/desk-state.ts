/** Desk data of the orders on the page, and the templates: loaded by the page, read by its cells. */
import type { DeskTemplate } from '#contract/order-tracking/templates.ts';
import type { DeskOrder, Present } from '#contract/order-tracking/desk.ts';
import { onSessionEnd } from '#kit/api/session.ts';
import { all, sharedValue } from '#kit/shared-value.ts';

const states = sharedValue<ReadonlyMap<string, DeskOrder>>(new Map());
const present = sharedValue<ReadonlyMap<string, readonly Present[]>>(new Map());
const templates = sharedValue<readonly DeskTemplate[]>([]);

/** undefined for an order without desk activity. */
export const deskOrder = (id: string): DeskOrder | undefined => states.get().get(id);
export const useDeskOrder = (id: string): DeskOrder | undefined => states.use((known) => known.get(id));

const isNewer = (one: DeskOrder, other: DeskOrder | undefined) => !other || one.version >= other.version;

/** Stores loaded orders, except those older than the result of a change. */
export function storeDeskOrders(read: readonly DeskOrder[]): void {
  const known = new Map(states.get());
  for (const order of read) if (isNewer(order, known.get(order.documentId))) known.set(order.documentId, order);
  states.set(known);
}

/** Replaces the users who are working on the shown orders. */
export const storePresent = (read: readonly Present[]): void =>
  present.set(Map.groupBy(read, ({ documentId }) => documentId));

const nobody: readonly Present[] = [];
/** Other users who are working on an order, by name. */
export const usePresent = (id: string): readonly Present[] => present.use((known) => known.get(id) ?? nobody);

export const storeTemplates = templates.set;
export const useTemplates = () => templates.use(all);

onSessionEnd(() => {
  states.set(new Map());
  present.set(new Map());
  templates.set([]);
});
