/** Rules of refunds: their states, what a gateway pays back and until when, and the parts of an amount. Pure. */
import { plusDays } from '../kernel/days.ts';
import type { Gateway } from './gateways.ts';

export const refundStates = {
  'to-approve': 'To approve',
  'to-transfer': 'To transfer',
  'at-gateway': 'At the gateway',
  failed: 'Failed',
  done: 'Paid back',
  rejected: 'Rejected',
  cancelled: 'Cancelled',
} as const;
export type RefundState = keyof typeof refundStates;

/** States in which money may still leave, or has left: an order has no more to refund than what it holds beside them. */
export const underWay = ['to-approve', 'to-transfer', 'at-gateway', 'failed'] as const satisfies RefundState[];

/**
 * Days after the payment during which the gateways refund, by method as the ledger names it (docs.midtrans.com,
 * docs.xendit.co); null: no limit is known. Methods that are not listed, such as virtual accounts, are paid back by bank transfer.
 */
const days: Readonly<Record<Gateway, Readonly<Record<string, number | null>>>> = {
  midtrans: {
    'Kartu Kredit': null,
    GoPay: 45,
    // Of another issuer than the acquirer, which is the shortest.
    QRIS: 7,
    ShopeePay: 365,
    dana: 45,
    ovo: 7,
    kredivo: 14,
    akulaku: null,
  },
  xendit: { 'Kartu Kredit': null, QRIS: 30, DANA: 30, SHOPEEPAY: 30, LINKAJA: 30 },
};

/** Last moment at which a gateway refunds a payment; null: no limit is known; undefined: it does not refund the method. */
export function refundableUntil(gateway: Gateway, method: string, paidAt: string): string | null | undefined {
  const limit = days[gateway][method];
  return typeof limit === 'number' ? `${plusDays(paidAt.slice(0, 10), limit)}${paidAt.slice(10)}` : limit;
}

/** Whole parts of an amount in proportion to weights, rounded as in *Sales*; no part exceeds its weight if the sum does not. */
export function partsOf(amount: number, weights: readonly number[]): number[] {
  const all = BigInt(weights.reduce((sum, weight) => sum + weight, 0));
  let upto = 0n;
  return weights.map((weight) => {
    const before = upto;
    upto += BigInt(weight);
    return all === 0n ? 0 : Number((BigInt(amount) * upto) / all - (BigInt(amount) * before) / all);
  });
}

/** Whole seats that an amount pays for, of those that a company paid. */
export const seatsFor = (amount: number, { paid, quantity }: { paid: number; quantity: number }): number =>
  paid === 0 ? 0 : Number((BigInt(amount) * BigInt(quantity)) / BigInt(paid));

/** Rupiah that an order holds above what its items leave to refund; such money came in above the total. */
export const excessOf = (refundable: number, items: readonly { left: number }[]): number =>
  items.length === 0 ? 0 : Math.max(refundable - items.reduce((sum, { left }) => sum + left, 0), 0);

/**
 * Parts of an amount, by item, of a refund that names no items: what came in above the total is refunded first, and the
 * rest is split over what is left of the items.
 */
export function splitOf(amount: number, refundable: number, items: readonly { left: number }[]): number[] {
  const left = items.map((item) => item.left);
  const all = left.reduce((sum, one) => sum + one, 0);
  return partsOf(Math.min(Math.max(amount - excessOf(refundable, items), 0), all), left);
}

interface SoldItem {
  price: number;
  discountAmount: number;
}

/** Amounts paid of an order for each of its items, which adds up to its total. */
export function paidOf(total: number, items: readonly SoldItem[]): number[] {
  const weights = items.map(({ price, discountAmount }) => Math.max(price - discountAmount, 0));
  return partsOf(total, weights.some((weight) => weight > 0) ? weights : weights.map(() => 1));
}
