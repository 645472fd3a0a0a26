/** Facts about a person that several pages show: profile link, e-mail, phone with chat link. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Copyable } from '#kit/display/copyable.tsx';
import { displayPhone } from '#kit/format/formats.ts';
import { WhatsAppLink } from '../order/whatsapp-link.tsx';

type Fact = readonly [label: string, value: ReactNode];

interface Person {
  name: string;
  email: string;
  phoneNumber: string;
}

/**
 * `chat`: WhatsApp URL; undefined if WhatsApp does not accept the number. `isAlwaysShown`: shows the copy buttons without
 * hover.
 */
export const contactFacts = (
  { name, email, phoneNumber }: Person,
  chat: string | undefined,
  isAlwaysShown = false,
): readonly Fact[] => [
  ['E-mail', <Copyable key="e-mail" text={email} what="e-mail" isAlwaysShown={isAlwaysShown} />],
  [
    'Phone',
    <Copyable key="phone" text={phoneNumber} what="phone" isAlwaysShown={isAlwaysShown}>
      {displayPhone(phoneNumber)}
      <WhatsAppLink href={chat} who={name} />
    </Copyable>,
  ],
];

export const memberFacts = (user: Person & { id: string }, chat: string | undefined): readonly Fact[] => [
  [
    'Member',
    <Link key="member" to="/user/$id" params={{ id: user.id }}>
      {user.name}
    </Link>,
  ],
  ...contactFacts(user, chat),
];
