/** Facts of a person that several pages show: a link to their page, their e-mail, their phone with a chat. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Copyable } from './copyable.tsx';
import { displayPhone } from './formats.ts';
import { WhatsAppLink } from './whatsapp-link.tsx';

type Fact = readonly [label: string, value: ReactNode];

interface Person {
  name: string;
  email: string;
  phoneNumber: string;
}

/**
 * `chat`: the address of a WhatsApp chat; undefined where the phone is no number that WhatsApp takes. `isNext`: the
 * buttons that copy are there without the mouse.
 */
export const contactFacts = (
  { name, email, phoneNumber }: Person,
  chat: string | undefined,
  isNext = false,
): readonly Fact[] => [
  ['E-mail', <Copyable key="e-mail" text={email} what="e-mail" isNext={isNext} />],
  [
    'Phone',
    <Copyable key="phone" text={phoneNumber} what="phone" isNext={isNext}>
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
