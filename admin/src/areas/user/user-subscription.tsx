/** What somebody subscribes to, and until when, among the facts of the profile. */
import { Group } from '@mantine/core';
import type { subscriptionStatuses } from '#contract/subscription.ts';
import { getUserSubscription } from '#contract/user.ts';
import { useCall } from '#kit/api/use-call.ts';
import { Badge, type BadgeColour } from '#kit/format/badge.tsx';
import { formatDay } from '#kit/format/formats.ts';

const badges: Record<(typeof subscriptionStatuses)[number], readonly [BadgeColour, string]> = {
  active: ['green', 'Active'],
  expired: ['grey', 'Expired'],
  cancelled: ['red', 'Cancelled'],
};

export function UserSubscription({ id }: { id: string }) {
  const { data, error } = useCall(getUserSubscription, { params: { id } });
  if (error) return 'Could not be read';
  if (!data) return '…';
  if (!data.subscription) return 'None';
  const { planName, endDate, status } = data.subscription;
  const [colour, label] = badges[status];
  return (
    <Group gap={6}>
      {planName} <Badge colour={colour}>{label}</Badge> until {formatDay(endDate)}
    </Group>
  );
}
