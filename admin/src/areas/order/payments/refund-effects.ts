/** Effects of a refund, said before it is asked for: its way, approval, access, status and voucher. Pure. */
import type { Reply } from '#contract/kernel/endpoint.ts';
import { formatMoney } from '#contract/kernel/rupiah.ts';
import { accessAfter, listNames } from '#contract/order/rules.ts';
import { orderStatusLabels } from '#contract/order/status.ts';
import { gatewayNames } from '#contract/payment/gateways.ts';
import { excessOf, underWay } from '#contract/payment/refund-rules.ts';
import type { listOrderRefunds } from '#contract/payment/refunds.ts';
import { formatDay } from '#kit/format/formats.ts';
import type { DetailedOrder } from './record-payment.tsx';

export type RefundTerms = Reply<typeof listOrderRefunds>;

/** Choices of the form. */
export interface RefundChoice {
  sum: number;
  /** Products that are refunded; undefined: all. */
  productIds: readonly string[] | undefined;
  removeAccess: boolean;
  byTransfer: boolean;
}

/** Whether the gateway pays an amount back. */
export const isByGateway = ({ gateway }: RefundTerms, { sum, byTransfer }: RefundChoice): boolean =>
  gateway !== null && !byTransfer && sum <= gateway.most;

function wayText(terms: RefundTerms, choice: RefundChoice): string {
  const { gateway, transferBecause } = terms;
  if (!gateway) return `By bank transfer. ${transferBecause}`;
  const name = gatewayNames[gateway.name];
  const until = gateway.until ? ` until ${formatDay(gateway.until)}` : '';
  if (isByGateway(terms, choice)) return `${name} pays it back: refundable by the gateway${until}.`;
  return choice.byTransfer
    ? `By bank transfer, although it is refundable by the gateway${until}.`
    : `By bank transfer: ${name} pays at most ${formatMoney(gateway.most)} back.`;
}

function accessTexts(
  { items }: DetailedOrder,
  { refundable, items: left }: RefundTerms,
  { sum, productIds, removeAccess }: RefundChoice,
): string[] {
  if (!productIds && sum <= excessOf(refundable, left)) return ['It came in above the total: access stays.'];
  if (!removeAccess) return ['Access stays.'];
  const { ends, stays } = accessAfter(items.filter(({ productId }) => productIds?.includes(productId) ?? true));
  return [
    ends.length > 0 ? `Access to ${listNames(ends)} ends when the money has left.` : 'No access ends.',
    ...stays.map((text) => `${text}.`),
  ];
}

function statusText(
  { status, voucherCode }: DetailedOrder,
  { refundable, refunds }: RefundTerms,
  { sum }: RefundChoice,
) {
  const others = refunds.some(({ state }) => (underWay as readonly string[]).includes(state));
  const isWhole = status === 'paid' && sum === refundable && !others;
  const becomes = isWhole ? `becomes ${orderStatusLabels.refunded}` : `stays ${orderStatusLabels[status]}`;
  const voucher = isWhole ? `, and one use of the voucher ${voucherCode} is restored` : `, and the voucher stays used`;
  return `The order ${becomes}${voucherCode === null ? '' : voucher}.`;
}

export function refundEffects(order: DetailedOrder, terms: RefundTerms, choice: RefundChoice): string[] {
  return [
    wayText(terms, choice),
    ...(choice.sum > terms.free ? ['A second person approves it first.'] : []),
    ...accessTexts(order, terms, choice),
    statusText(order, terms, choice),
  ];
}
