/** State of a refund as a badge, and its way in words. */
import type { z } from 'zod';
import { formatMoney } from '#contract/kernel/rupiah.ts';
import { gatewayNames } from '#contract/payment/gateways.ts';
import { type RefundState, refundStates } from '#contract/payment/refund-rules.ts';
import type { refundRow } from '#contract/payment/refunds.ts';
import { Badge, type BadgeColour } from '#kit/display/badge.tsx';
import { listed } from '#kit/format/formats.ts';

export type Refund = z.output<typeof refundRow>;

const colours: Record<RefundState, BadgeColour> = {
  'to-approve': 'yellow',
  'to-transfer': 'yellow',
  'at-gateway': 'blue',
  failed: 'red',
  done: 'purple',
  rejected: 'grey',
  cancelled: 'grey',
};

export const RefundBadge = ({ state }: Pick<Refund, 'state'>) => (
  <Badge colour={colours[state]}>{refundStates[state]}</Badge>
);

export const hasAccount = ({ bank, accountNumber }: Refund): boolean => bank !== '' && accountNumber !== '';

/** Way of the money: `Midtrans, QRIS`, or the buyer's account. */
export function wayOf(refund: Refund): string {
  const { gateway, method, bank, accountNumber, accountName } = refund;
  if (gateway) return `${gatewayNames[gateway]}, ${method}`;
  return hasAccount(refund) ? `${bank} ${accountNumber}${accountName && ` a.n. ${accountName}`}` : 'Account unknown';
}

const names = ({ items }: Refund) => listed(items.map(({ productName }) => productName));

/** Sentence about the access once the money has left. */
export const accessText = (refund: Refund): string =>
  refund.removesAccess
    ? `Access that the order gave to ${names(refund) || 'its products'} ends when the money has left.`
    : 'Access stays.';

/** Refund in a question: `Rp 100.000 of INV/…`. */
export const titleOf = ({ amount, invoiceNumber }: Refund): string => `${formatMoney(amount)} of ${invoiceNumber}`;
