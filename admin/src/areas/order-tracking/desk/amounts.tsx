/** Amounts of a tracked order: those stored with the order of ours, else the price of the course today. */
import { labelOfStep, priceSteps } from '#contract/order/amounts.ts';
import { formatMoney, formatSignedMoney } from '#contract/kernel/rupiah.ts';
import type { StoryOrder } from '#contract/order-tracking/desk.ts';
import { OrderStatusBadge } from '#admin-shared/order/order-status-badge.tsx';
import { formatShortMinute } from '#kit/format/formats.ts';
import { Facts } from '#kit/record/detail-page.tsx';
import { RecordLink } from '#kit/record/record-link.tsx';

interface Props {
  order: StoryOrder | null;
  /** In rupiah; null: unknown. */
  priceToday: number | null;
}

export function Amounts({ order, priceToday }: Props) {
  const today = priceToday === null ? 'Not a course of ours' : formatMoney(priceToday);
  if (!order) return <Facts title="Amount" facts={[['Price today', today]]} />;
  const { orderId, invoiceNumber, status, createdAt, paidAt, subtotal, totalAmount } = order;
  const steps = priceSteps({ ...order, items: [] });
  return (
    <Facts
      title="Amount"
      facts={[
        ['Invoice', <RecordLink key="invoice" kind="order" id={orderId} name={invoiceNumber} />],
        ['Status', <OrderStatusBadge key="status" status={status} />],
        ['Ordered', formatShortMinute(createdAt)],
        ...(paidAt ? [['Paid', formatShortMinute(paidAt)] as const] : []),
        ...(steps.length > 0 ? [['Subtotal', formatMoney(subtotal)] as const] : []),
        ...steps.map((step) => [labelOfStep(step), formatSignedMoney(step.amount)] as const),
        ['Total', <b key="total">{formatMoney(totalAmount)}</b>],
        ['Price today', today],
      ]}
    />
  );
}
