/** Contacts and facts of a user, on their page and in the peek panel. */
import type { ReactNode } from 'react';
import { whatsAppLinkTo } from '#contract/order/whatsapp.ts';
import { Moment } from '#kit/display/moment.tsx';
import { contactFacts } from '#admin-shared/user/person-facts.tsx';
import { roleNames } from '#contract/user/account.ts';
import type { Profile } from './user.ts';

type Facts = readonly (readonly [label: string, value: ReactNode])[];

const chatOf = ({ name, phoneNumber }: Pick<Profile, 'name' | 'phoneNumber'>) =>
  whatsAppLinkTo({ name, phone: phoneNumber });

/** E-mail and phone with copy and message links; also for a row of a list, and those of staff have no phone. */
export const Contacts = ({ name, email, phoneNumber = '' }: Pick<Profile, 'name' | 'email'> & Partial<Profile>) =>
  contactFacts({ name, email, phoneNumber }, chatOf({ name, phoneNumber }), true).map(([label, value]) => (
    <span key={label}>{value}</span>
  ));

/** Facts in the peek panel, which has no header with contacts and role. */
export const peekedFacts = (user: Profile): Facts => [
  ...contactFacts(user, chatOf(user)),
  ['Role', `${roleNames[user.role]}${user.status === 0 ? ', deactivated' : ''}`],
  ...userFacts(user),
];

export function userFacts(user: Profile): Facts {
  const { joinedAt, lastLoginAt } = user;
  return [
    ['Institution', user.uoc || '–'],
    ['Job', user.job || '–'],
    ['Location', user.location || '–'],
    ['Joined', <Moment key="joined" at={joinedAt} />],
    ['Last sign-in', <Moment key="signed-in" at={lastLoginAt} empty="Never" />],
  ];
}
