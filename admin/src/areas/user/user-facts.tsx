/** What is told of a person on their page and beside the list. */
import type { ReactNode } from 'react';
import { whatsAppLinkTo } from '#contract/whatsapp.ts';
import { Copyable } from '#kit/format/copyable.tsx';
import { displayPhone } from '#kit/format/formats.ts';
import { Moment } from '#kit/format/moment.tsx';
import { WhatsAppLink } from '#kit/format/whatsapp-link.tsx';
import { UserSubscription } from './user-subscription.tsx';
import { type Profile, roleNames } from './user.ts';

export function userFacts(user: Profile): readonly (readonly [label: string, value: ReactNode])[] {
  const { name, email, phoneNumber, joinedAt, lastLoginAt } = user;
  return [
    ['E-mail', <Copyable key="e-mail" text={email} what="e-mail" />],
    [
      'Phone',
      <Copyable key="phone" text={phoneNumber} what="phone">
        {displayPhone(phoneNumber)}
        <WhatsAppLink href={whatsAppLinkTo({ name, phone: phoneNumber })} who={name} />
      </Copyable>,
    ],
    ['Institution', user.uoc || '–'],
    ['Job', user.job || '–'],
    ['Location', user.location || '–'],
    ['Role', roleNames[user.role]],
    ['Subscription', <UserSubscription key="subscription" id={user.id} />],
    ['Joined', <Moment key="joined" at={joinedAt} />],
    ['Last sign-in', <Moment key="signed-in" at={lastLoginAt} empty="Never" />],
  ];
}
