/** The facts of a subscription, on its page and beside the list. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { whatsAppLinkTo } from '#contract/whatsapp.ts';
import { Copyable } from '#kit/format/copyable.tsx';
import { displayPhone, formatNumber } from '#kit/format/formats.ts';
import { Day, Moment } from '#kit/format/moment.tsx';
import { newOrderFact } from '#kit/format/new-order-link.tsx';
import { WhatsAppLink } from '#kit/format/whatsapp-link.tsx';
import type { Profile } from './subscriber.ts';

const order = ({ orderId, invoiceNumber }: Profile) =>
  orderId ? (
    <Link key="order" to="/order/$id" params={{ id: orderId }}>
      {invoiceNumber}
    </Link>
  ) : (
    'None'
  );

const vouchersOf = ({ eventVoucherQuota: quota, eventVouchersUsed: used, eventVouchersFree: free }: Profile) =>
  quota === 0 ? 'None' : `${formatNumber(used)} of ${formatNumber(quota)} used, ${formatNumber(free)} free`;

/** It begins the day after this one ends, or at once. */
const again = ({ user: { id: userId }, planId: productId }: Profile) =>
  newOrderFact('Again', { userId, items: [{ productType: 'subscriptions', productId }] }, 'A new order of this plan');

export function subscriberFacts(record: Profile): readonly (readonly [label: string, value: ReactNode])[] {
  const { user, planName, startDate, endDate, cancelledAt } = record;
  return [
    [
      'Member',
      <Link key="member" to="/user/$id" params={{ id: user.id }}>
        {user.name}
      </Link>,
    ],
    ['E-mail', <Copyable key="e-mail" text={user.email} what="e-mail" />],
    [
      'Phone',
      <Copyable key="phone" text={user.phoneNumber} what="phone">
        {displayPhone(user.phoneNumber)}
        <WhatsAppLink href={whatsAppLinkTo({ name: user.name, phone: user.phoneNumber })} who={user.name} />
      </Copyable>,
    ],
    ['Plan', planName],
    ['From', <Day key="from" at={startDate} />],
    ['Until', <Day key="until" at={endDate} />],
    ...(cancelledAt ? [['Cancelled', <Moment key="cancelled" at={cancelledAt} />] as const] : []),
    ['Order', order(record)],
    ['Event vouchers', vouchersOf(record)],
    ...again(record),
  ];
}
