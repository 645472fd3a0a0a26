/** Page of one order: items with their access, the price as it was, the timeline, and the price of today as a tab. */
import { getOrder } from '#contract/order/endpoints.ts';
import { OrderStatusBadge } from '#admin-shared/order/order-status-badge.tsx';
import { ReadPage } from '#kit/record/read-page.tsx';
import { OrderAmounts } from './order-amounts.tsx';
import { orderFacts } from './order-facts.tsx';
import { useOrderActions } from './order-head-actions.tsx';
import { OrderPapers } from './papers/order-papers.tsx';
import { OrderPaymentLink } from './order-payment-link.tsx';
import { OrderSeats, companyFacts } from './order-seats.tsx';
import { OrderPayments } from './payments/order-payments.tsx';
import { OrderTimeline } from './order-timeline.tsx';
import { PriceToday } from './why-price/price-today.tsx';

const panels = [OrderAmounts, OrderSeats, OrderPayments, OrderPaymentLink, OrderPapers, OrderTimeline];
const tabs = { list: '/order', all: [{ label: 'Why this price', path: 'price', panel: PriceToday }] };

export const OrderPage = () => (
  <ReadPage
    get={getOrder}
    titleOf={({ invoiceNumber }) => invoiceNumber}
    badge={OrderStatusBadge}
    facts={(order) => [...companyFacts(order), ...orderFacts(order)]}
    panels={panels}
    tabs={tabs}
    useActions={useOrderActions}
  />
);
OrderPage.reads = getOrder;
