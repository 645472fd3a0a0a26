/** Types of the tracking client. Free of firebase, so the page can import it cheaply. */
import type { OrderStatus } from '#contract/order/status.ts';
import type { TrackingFilter } from './filters.ts';
import type { CustomerService, TrackingOrder } from './tracking-order.ts';
import type { Claimed } from './unclaimed-list.ts';

interface TrackingPage {
  totalItems: number;
  page: number;
  pageSize: number;
  trackingOrders: TrackingOrder[];
  /** Set when the documents could not be read: zero items, page 1 (spec §7); the SDK's error, to be shown. */
  failure?: Error;
}

/** Part of an export: some orders, and the total when the export began. */
export interface ExportPart {
  totalItems: number;
  trackingOrders: TrackingOrder[];
}

export interface TrackingClient {
  /** All customer-service numbers by document name; an empty list on failure. */
  customerServices(): Promise<CustomerService[]>;
  /**
   * Returns a page, newest first; one beyond the last is empty. On failure zero items, page 1, and `failure`; rejects
   * for a wrong `pageSize` (RangeError 'A limit must be positive') and, when aborted, with the signal's reason; no
   * further requests are made then. Orders in `claimed` are left out.
   */
  page(
    filter: TrackingFilter,
    page: number,
    pageSize: number,
    signal?: AbortSignal,
    claimed?: readonly Claimed[],
  ): Promise<TrackingPage>;
  /** Number of orders that match the filter. */
  count(filter: TrackingFilter): Promise<number>;
  /** Existing orders of these ids, in any order. */
  byIds(ids: readonly string[]): Promise<TrackingOrder[]>;
  /** The newest 100 orders with exactly this e-mail, newest first. */
  ofPerson(email: string): Promise<TrackingOrder[]>;
  /** Orders from an instant on, newest first, whatever their status. Rejects as {@link exportPages}. */
  newerThan(from: string, signal?: AbortSignal): AsyncGenerator<TrackingOrder[], void, undefined>;
  /** Sets the status of an existing document. */
  setStatus(id: string, status: OrderStatus): Promise<void>;
  /**
   * Every order that matches the filter, in list order. Rejects on failure, and with the signal's reason when aborted.
   */
  exportPages(filter: TrackingFilter, signal?: AbortSignal): AsyncGenerator<ExportPart, void, undefined>;
  close(): Promise<void>;
}
