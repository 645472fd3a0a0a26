/** Badges of subscriptions and event vouchers. */
import type { EventVoucherStatus, SubscriptionStatus } from '#contract/subscription/endpoints.ts';
import { Badge, type BadgeColour } from '#kit/display/badge.tsx';

export const subscriptionLabels: Readonly<Record<SubscriptionStatus, string>> = {
  active: 'Active',
  expired: 'Expired',
  cancelled: 'Cancelled',
};
const colours: Readonly<Record<SubscriptionStatus, BadgeColour>> = {
  active: 'green',
  expired: 'grey',
  cancelled: 'red',
};

export const SubscriptionBadge = ({ status }: { status: SubscriptionStatus }) => (
  <Badge colour={colours[status]}>{subscriptionLabels[status]}</Badge>
);

const voucherBadges: Readonly<Record<EventVoucherStatus, readonly [BadgeColour, string]>> = {
  available: ['green', 'Available'],
  redeemed: ['blue', 'Redeemed'],
  expired: ['grey', 'Expired'],
};

export function EventVoucherBadge({ status }: { status: EventVoucherStatus }) {
  const [colour, label] = voucherBadges[status];
  return <Badge colour={colour}>{label}</Badge>;
}
