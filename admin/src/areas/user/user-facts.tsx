/** What is told of a person on their page and beside the list. */
import type { ReactNode } from 'react';
import { whatsAppLinkTo } from '#contract/whatsapp.ts';
import { Moment } from '#kit/format/moment.tsx';
import { contactFacts } from '#kit/format/person-facts.tsx';
import { UserSubscription } from './user-subscription.tsx';
import { type Profile, roleNames } from './user.ts';

export function userFacts(user: Profile): readonly (readonly [label: string, value: ReactNode])[] {
  const { name, phoneNumber, joinedAt, lastLoginAt } = user;
  return [
    ...contactFacts(user, whatsAppLinkTo({ name, phone: phoneNumber })),
    ['Institution', user.uoc || '–'],
    ['Job', user.job || '–'],
    ['Location', user.location || '–'],
    ['Role', roleNames[user.role]],
    ['Subscription', <UserSubscription key="subscription" id={user.id} />],
    ['Joined', <Moment key="joined" at={joinedAt} />],
    ['Last sign-in', <Moment key="signed-in" at={lastLoginAt} empty="Never" />],
  ];
}
