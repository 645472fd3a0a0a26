/** Contacts and facts of a user, on their page and in the peek panel. */
import type { ReactNode } from 'react';
import { whatsAppLinkTo } from '#contract/order/whatsapp.ts';
import { Moment } from '#kit/display/moment.tsx';
import { contactFacts } from '#admin-shared/user/person-facts.tsx';
import { type Profile, roleNames } from './user.ts';
import { Link } from '@tanstack/react-router';
import { mayCall } from '#contract/kernel/endpoint.ts';
import { getSubscriberProfile } from '#contract/subscription/endpoints.ts';
import { getUserSubscription } from '#contract/user/endpoints.ts';
import { role } from '#kit/api/session.ts';
import { useCall } from '#kit/api/use-call.ts';
import { formatDay } from '#kit/format/formats.ts';
import { SubscriptionBadge } from '#admin-shared/subscription/subscription-badges.tsx';

function UserSubscription({ id }: { id: string }) {
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

type Facts = readonly (readonly [label: string, value: ReactNode])[];

const chatOf = ({ name, phoneNumber }: Pick<Profile, 'name' | 'phoneNumber'>) =>
  whatsAppLinkTo({ name, phone: phoneNumber });

/** E-mail and phone with copy and message links; also for a row of the list. */
export const Contacts = ({ name, email, phoneNumber }: Pick<Profile, 'name' | 'email' | 'phoneNumber'>) =>
  contactFacts({ name, email, phoneNumber }, chatOf({ name, phoneNumber }), true).map(([label, value]) => (
    <span key={label}>{value}</span>
  ));

/** Facts in the peek panel, which has no header with contacts and role. */
export const peekedFacts = (user: Profile): Facts => [
  ...contactFacts(user, chatOf(user)),
  ['Role', roleNames[user.role]],
  ...userFacts(user),
];

export function userFacts(user: Profile): Facts {
  const { joinedAt, lastLoginAt } = user;
  return [
    ['Institution', user.uoc || '–'],
    ['Job', user.job || '–'],
    ['Location', user.location || '–'],
    ['Subscription', <UserSubscription key="subscription" id={user.id} />],
    ['Joined', <Moment key="joined" at={joinedAt} />],
    ['Last sign-in', <Moment key="signed-in" at={lastLoginAt} empty="Never" />],
  ];
}
