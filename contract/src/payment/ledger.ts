/** Ledger of an order's payments: kinds of entries, sums, and the status that follows from them (docs/decisions/0113). Pure. */
import { type OrderStatus } from '../order/status.ts';

/** Provider of payments that people record. */
export const manual = 'manual';

export const paymentKinds = ['charge', 'refund', 'fee', 'adjustment'] as const;
export type PaymentKind = (typeof paymentKinds)[number];

/**
 * Entry with its amount in rupiah: a charge is above 0, a refund below; a fee is what a provider kept, and an adjustment
 * takes another entry back.
 */
export interface LedgerEntry {
  kind: PaymentKind;
  amount: number;
}

/** Sums of what an order has of its buyer: what came in, what went back, and what is still to be paid. */
export interface LedgerSums {
  paid: number;
  refunded: number;
  due: number;
}

interface OrderFacts {
  status: OrderStatus;
  totalAmount: number;
}

/** Statuses in which a payment is awaited, or still accepted. */
const payable = ['unpaid', 'pending', 'expired', 'failed'] as const satisfies readonly OrderStatus[];
export const isPayable = (status: OrderStatus): status is (typeof payable)[number] =>
  (payable as readonly OrderStatus[]).includes(status);

const sumOf = (entries: readonly LedgerEntry[]) => entries.reduce((sum, { amount }) => sum + amount, 0);

/** Sums of an order. An adjustment below 0 takes a charge back, one above 0 a refund. */
export function ledgerSums({ status, totalAmount }: OrderFacts, entries: readonly LedgerEntry[]): LedgerSums {
  const ofBuyer = entries.filter(({ kind }) => kind !== 'fee');
  const isIn = ({ kind, amount }: LedgerEntry) => kind === 'charge' || (kind === 'adjustment' && amount < 0);
  const paid = sumOf(ofBuyer.filter(isIn));
  const refunded = 0 - sumOf(ofBuyer.filter((entry) => !isIn(entry)));
  return { paid, refunded, due: isPayable(status) ? Math.max(totalAmount - paid + refunded, 0) : 0 };
}

/** Status that an order has by its entries: paid once nothing is due, refunded once all of it went back. */
export function statusByLedger(order: OrderFacts, entries: readonly LedgerEntry[]): OrderStatus {
  const { paid, refunded, due } = ledgerSums(order, entries);
  if (isPayable(order.status) && due === 0) return 'paid';
  if (order.status === 'paid' && refunded > 0 && refunded === paid) return 'refunded';
  return order.status;
}
