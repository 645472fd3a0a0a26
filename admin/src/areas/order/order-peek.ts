/** Peek configuration of orders. */
import { getOrder } from '#contract/order/endpoints.ts';
import { OrderStatusBadge } from '#admin-shared/order/order-status-badge.tsx';
import { peekOf } from '#kit/list/peek.ts';

export const orderPeek = peekOf(getOrder, {
  what: 'order',
  to: '/order',
  title: ({ invoiceNumber }: { invoiceNumber: string }) => invoiceNumber,
  badge: OrderStatusBadge,
  content: async () => (await import('./order-beside.tsx')).OrderBeside,
});
