/** Page of one order: items and amounts, buyer, status. */
import { getOrder, setOrderStatus } from '#contract/order/endpoints.ts';
import { orderStatusLabels } from '#contract/order/status.ts';
import { formatMoney } from '#contract/kernel/rupiah.ts';
import { formatShortMinute } from '#kit/format/formats.ts';
import { OrderStatusBadge } from '#admin-shared/order/order-status-badge.tsx';
import type { TrailWords } from '#kit/record/history-words.ts';
import { ReadPage } from '#kit/record/read-page.tsx';
import { OrderAmounts } from './order-amounts.tsx';
import { orderFacts } from './order-facts.tsx';
import { Button } from '@mantine/core';
import { mayCall } from '#contract/kernel/endpoint.ts';
import { type SetStatus, effectsOf, nextStatuses } from '#contract/order/rules.ts';
import { role } from '#kit/api/session.ts';
import { useAction } from '#kit/api/use-action.ts';
import { confirm } from '#kit/feedback/confirm.tsx';
import { runThenFocus } from '#kit/feedback/focus.ts';
import type { Order } from './product-name.tsx';

const actionNames: Readonly<Record<SetStatus, string>> = {
  unpaid: 'Mark as unpaid',
  pending: 'Mark as pending',
  paid: 'Mark as paid',
  cancelled: 'Cancel order',
  refunded: 'Mark as refunded',
};
/** Statuses that end an order; shown as destructive actions. */
const ending: ReadonlySet<SetStatus> = new Set(['cancelled', 'refunded']);

/** Status actions of an order, each with its effect in words. */
function OrderStatusActions({ record }: { record: Order }) {
  const { run } = useAction(setOrderStatus);
  if (!mayCall(setOrderStatus, role() ?? '')) return null;
  const become = async (status: SetStatus) => {
    const { orderId, invoiceNumber, version } = record;
    const effects = effectsOf(record, status);
    const title = `${actionNames[status]}: ${invoiceNumber}?`;
    const text = effects.join(' ') || `Its status becomes ${orderStatusLabels[status]}, and nothing else changes.`;
    const isSure = await confirm({ title, text, action: actionNames[status], isDestructive: ending.has(status) });
    if (!isSure) return false;
    return (await run({ params: { id: orderId }, body: { status } }, { ifMatch: version })).ok;
  };
  const [first, ...others] = nextStatuses[record.status].toSorted((one) => (one === 'paid' ? -1 : 1));
  const button = (status: SetStatus, isFirst: boolean) => (
    <Button
      key={status}
      variant={isFirst ? 'filled' : 'default'}
      {...(ending.has(status) && { color: 'red', variant: 'default' })}
      onClick={() =>
        void runThenFocus(
          () => become(status),
          () => document.querySelector<HTMLElement>('#main'),
        )
      }
    >
      {actionNames[status]}
    </Button>
  );
  return (
    <>
      {others.map((status) => button(status, false))}
      {first && button(first, true)}
    </>
  );
}

const trail: TrailWords = {
  labels: { paidAt: 'Paid', expiredAt: 'Payable until', totalAmount: 'Total' },
  words: {
    status: orderStatusLabels,
    paidAt: formatShortMinute,
    expiredAt: formatShortMinute,
    totalAmount: formatMoney,
  },
};

const panels = [OrderAmounts];

export const OrderPage = () => (
  <ReadPage
    get={getOrder}
    titleOf={({ invoiceNumber }) => invoiceNumber}
    badge={OrderStatusBadge}
    facts={orderFacts}
    panels={panels}
    actions={OrderStatusActions}
    trail={trail}
  />
);
OrderPage.reads = getOrder;
