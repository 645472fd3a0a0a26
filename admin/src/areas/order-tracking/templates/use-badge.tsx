/** Badge of what a template is for: an order status, or members at risk. */
import { type TemplateUse, templateUses } from '#contract/order-tracking/templates.ts';
import { Badge } from '#kit/display/badge.tsx';
import { OrderStatusBadge } from '#admin-shared/order/order-status-badge.tsx';

export const UseBadge = ({ status }: { status: TemplateUse }) =>
  status === 'at-risk' ? <Badge colour="red">{templateUses[status]}</Badge> : <OrderStatusBadge status={status} />;
