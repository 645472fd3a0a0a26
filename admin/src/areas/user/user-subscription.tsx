/** Plan and end of the user's subscription, among the facts of the profile. */
import { Link } from '@tanstack/react-router';
import { mayCall } from '#contract/kernel/endpoint.ts';
import { getSubscriberProfile } from '#contract/subscription/endpoints.ts';
import { getUserSubscription } from '#contract/user/endpoints.ts';
import { role } from '#kit/api/session.ts';
import { useCall } from '#kit/api/use-call.ts';
import { formatDay } from '#kit/format/formats.ts';
import { SubscriptionBadge } from '#admin-shared/subscription/subscription-badges.tsx';

export function UserSubscription({ id }: { id: string }) {
  const { data, error } = useCall(getUserSubscription, { params: { id } });
  if (error) return 'Could not be loaded';
  if (!data) return '…';
  if (!data.subscription) return 'None';
  const { id: subscriptionId, planName, endDate, status } = data.subscription;
  return (
    <>
      {mayCall(getSubscriberProfile, role() ?? '') ? (
        <Link to="/subscription/$id" params={{ id: subscriptionId }}>
          {planName}
        </Link>
      ) : (
        planName
      )}{' '}
      <SubscriptionBadge status={status} /> until {formatDay(endDate)}
    </>
  );
}
