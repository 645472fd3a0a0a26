/** Order in the peek panel: the same parts as on its page. */
import type { Reply } from '#contract/kernel/endpoint.ts';
import type { getOrder } from '#contract/order/endpoints.ts';
import { Facts } from '#kit/record/detail-page.tsx';
import { OrderAmounts } from './order-amounts.tsx';
import { orderFacts } from './order-facts.tsx';
import { OrderPayments } from './payments/order-payments.tsx';
import { OrderPaymentLink } from './order-payment-link.tsx';
import { OrderTimeline } from './order-timeline.tsx';

export const OrderBeside = ({ record }: { record: Reply<typeof getOrder> }) => (
  <>
    <Facts title="Facts" facts={orderFacts(record)} />
    <OrderAmounts record={record} />
    <OrderPayments record={record} />
    <OrderPaymentLink record={record} />
    <OrderTimeline record={record} />
  </>
);
