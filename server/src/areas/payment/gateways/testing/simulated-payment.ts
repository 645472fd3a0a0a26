/** Payment of the simulator, as a link describes it, and what can happen to it. */
import type { Gateway } from '#contract/payment/gateways.ts';

/** Deeds of the buyer or the gateway. */
export const actions = ['choose', 'pay', 'pay-less', 'deny', 'expire', 'refund'] as const;
export type Action = (typeof actions)[number];

/** Payment as a link describes it. */
export interface LinkedPayment {
  gateway: Gateway;
  reference: string;
  amount: number;
  /** Milliseconds since 1970. */
  until: number;
}

/** Channels of Xendit, which refunds DANA alone. */
export const paidBy = {
  BCA: { payment_method: 'BANK_TRANSFER', payment_channel: 'BCA' },
  DANA: { payment_method: 'EWALLET', payment_channel: 'DANA' },
} as const;
