/** What the tracking client answers. No firebase here: the page may import it at no cost. */
import type { OrderStatus } from '#contract/order-status.ts';
import type { TrackingFilter } from './filters.ts';
import type { CustomerService, TrackingOrder } from './tracking-order.ts';
import type { Claimed } from './unclaimed-list.ts';

interface TrackingPage {
  totalItems: number;
  page: number;
  pageSize: number;
  trackingOrders: TrackingOrder[];
  /** Set when the documents could not be read: zero items, page 1 (spec §7), and the SDK's error to tell of. */
  failure?: Error;
}

/** One step of an export: some orders, and how many the whole set had when the export began. */
export interface ExportPart {
  totalItems: number;
  trackingOrders: TrackingOrder[];
}

export interface TrackingClient {
  /** All customer-service numbers by document name; an empty list on failure. */
  customerServices(): Promise<CustomerService[]>;
  /**
   * A page, newest first; one beyond the last is empty. On failure zero items, page 1, and `failure`;
   * it rejects for a wrong `pageSize` (RangeError 'A limit must be positive') and, when aborted, with the signal's
   * reason: then no more is asked on the way to the page. `claimed` are left out of the orders.
   */
  page(
    filter: TrackingFilter,
    page: number,
    pageSize: number,
    signal?: AbortSignal,
    claimed?: readonly Claimed[],
  ): Promise<TrackingPage>;
  /** How many orders the filter admits. */
  count(filter: TrackingFilter): Promise<number>;
  /** The orders of these ids that there are, in any order. */
  some(ids: readonly string[]): Promise<TrackingOrder[]>;
  /** Sets the status of a document that exists. */
  setStatus(id: string, status: OrderStatus): Promise<void>;
  /**
   * Every order that the filter admits, in list order. Rejects on failure, and with the signal's reason when aborted.
   */
  everyPage(filter: TrackingFilter, signal?: AbortSignal): AsyncGenerator<ExportPart, void, undefined>;
  close(): Promise<void>;
}
