/** Effects of a refund, said before it is asked for: its way, approval, access, status and voucher. Pure. */
import type { Reply } from '#contract/kernel/endpoint.ts';
import { formatMoney } from '#contract/kernel/rupiah.ts';
import { accessAfter, listNames } from '#contract/order/rules.ts';
import { orderStatusLabels } from '#contract/order/status.ts';
import { gatewayNames } from '#contract/payment/gateways.ts';
import { excessOf, seatsFor, splitOf, underWay } from '#contract/payment/refund-rules.ts';
import type { listOrderRefunds } from '#contract/payment/refunds.ts';
import { counted, formatDay } from '#kit/format/formats.ts';
import type { DetailedOrder } from './record-payment.tsx';

export type RefundTerms = Reply<typeof listOrderRefunds>;

/** Choices of the form. */
export interface RefundChoice {
  sum: number;
  /** Products that are refunded with their amounts; undefined: all. */
  parts: readonly { productId: string; amount?: number | null }[] | undefined;
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

/** Seats that close, of each refunded item that a company bought; undefined: it is no order of seats. */
function seatTexts({ items, refundable }: RefundTerms, choice: RefundChoice): string[] | undefined {
  const { sum, parts, removeAccess } = choice;
  const split = splitOf(sum, refundable, items);
  const sold = items.flatMap(({ seats, ...item }, n) => (seats ? [{ ...item, ...seats, share: split[n] ?? 0 }] : []));
  if (sold.length === 0) return undefined;
  return sold.flatMap(({ productId, productName, paid, quantity, left, unclaimed, claimed, share }) => {
    const amount = parts ? (parts.find((part) => part.productId === productId)?.amount ?? 0) : share;
    if (amount === 0) return [];
    const closing = seatsFor(paid - left + amount, { paid, quantity }) - seatsFor(paid - left, { paid, quantity });
    if (closing === 0) return [`No seat of ${productName} closes: the amount is less than one costs.`];
    const codes = Math.min(closing, unclaimed);
    const others = Math.min(closing - codes, claimed);
    return [
      `${counted(codes, 'unclaimed code', 'unclaimed codes')} of ${productName} ${codes === 1 ? 'closes' : 'close'} when the money has left.`,
      ...(others > 0
        ? [
            `${counted(others, 'claimed seat', 'claimed seats')} of ${productName} ${removeAccess ? 'lose' : 'keep'}${others === 1 ? 's' : ''} the access${removeAccess ? ', the latest first' : ''}.`,
          ]
        : []),
    ];
  });
}

function accessTexts(
  { items }: DetailedOrder,
  { refundable, items: left }: RefundTerms,
  { sum, parts, removeAccess }: RefundChoice,
): string[] {
  if (!parts && sum <= excessOf(refundable, left)) return ['It came in above the total: access stays.'];
  if (!removeAccess) return ['Access stays.'];
  const { ends, stays } = accessAfter(
    items.filter(({ productId }) => !parts || parts.some((part) => part.productId === productId)),
  );
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
    ...(seatTexts(terms, choice) ?? accessTexts(order, terms, choice)),
    statusText(order, terms, choice),
  ];
}
