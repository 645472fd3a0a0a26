/** One order: what was bought and for how much, who bought it, what became of it. Nobody changes it here. */
import { useParams } from '@tanstack/react-router';
import { getOrder } from '#contract/order.ts';
import { orderStatusLabels } from '#contract/order-status.ts';
import { useCall } from '#kit/api/use-call.ts';
import { formatMoney, formatShortMinute } from '#kit/format/formats.ts';
import { OrderStatusBadge } from '#kit/format/order-status-badge.tsx';
import { DetailPage, Facts } from '#kit/record/detail-page.tsx';
import { History } from '#kit/record/history.tsx';
import type { TrailWords } from '#kit/record/history-words.ts';
import { Loaded } from '#kit/record/loaded.tsx';
import { OrderAmounts } from './order-amounts.tsx';
import { orderFacts } from './order-facts.tsx';

const trail: TrailWords = {
  labels: { paidAt: 'Paid', expiredAt: 'Payable until', totalAmount: 'Total' },
  words: {
    status: orderStatusLabels,
    paidAt: formatShortMinute,
    expiredAt: formatShortMinute,
    totalAmount: formatMoney,
  },
};

export function OrderPage() {
  const { id = '' } = useParams({ strict: false });
  const result = useCall(getOrder, { params: { id } });
  return (
    <Loaded result={result} what="order" isPage>
      {(order) => (
        <DetailPage
          title={order.invoiceNumber}
          badge={<OrderStatusBadge status={order.status} />}
          side={
            <>
              <Facts title="Facts" facts={orderFacts(order)} />
              <History entity="order" entityId={id} {...trail} />
            </>
          }
        >
          <OrderAmounts order={order} />
        </DetailPage>
      )}
    </Loaded>
  );
}
