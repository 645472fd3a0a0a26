/** Peek configuration of orders. */
import { getOrder } from '#contract/order.ts';
import { OrderStatusBadge } from '#kit/format/order-status-badge.tsx';
import { peekOf } from '#kit/list/peek.ts';

export const orderPeek = peekOf(getOrder, {
  what: 'order',
  to: '/order',
  title: ({ invoiceNumber }: { invoiceNumber: string }) => invoiceNumber,
  badge: OrderStatusBadge,
  content: async () => (await import('./order-beside.tsx')).OrderBeside,
});
