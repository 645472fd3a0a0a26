/** Badge of an order's status. */
import { type OrderStatus, isOrderStatus, orderStatusLabels } from '#contract/order/status.ts';
import { Badge, type BadgeColour } from '#kit/display/badge.tsx';

const colours: Readonly<Record<OrderStatus, BadgeColour>> = {
  unpaid: 'yellow',
  pending: 'yellow',
  paid: 'green',
  expired: 'grey',
  cancelled: 'red',
  failed: 'red',
  refunded: 'purple',
};

/** Label of an order status; an unknown stored value is shown unchanged (domain.md, Order status). */
export const orderStatusLabel = (status: string): string =>
  isOrderStatus(status) ? orderStatusLabels[status] : status;

export function OrderStatusBadge({ status }: { status: string }) {
  return <Badge colour={isOrderStatus(status) ? colours[status] : 'grey'}>{orderStatusLabel(status)}</Badge>;
}
