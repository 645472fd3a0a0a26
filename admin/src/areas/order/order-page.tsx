/** Page of one order: items and amounts, buyer, status. */
import { getOrder } from '#contract/order/endpoints.ts';
import { orderStatusLabels } from '#contract/order/status.ts';
import { formatMoney } from '#contract/kernel/rupiah.ts';
import { formatShortMinute } from '#kit/format/formats.ts';
import { OrderStatusBadge } from '#admin-shared/order/order-status-badge.tsx';
import type { TrailWords } from '#kit/record/history-words.ts';
import { ReadPage } from '#kit/record/read-page.tsx';
import { OrderAmounts } from './order-amounts.tsx';
import { orderFacts } from './order-facts.tsx';
import { OrderStatusActions } from './order-status.tsx';

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
