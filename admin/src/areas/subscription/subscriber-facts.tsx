/** Facts of a subscription, on its page and in the peek panel. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { whatsAppLinkTo } from '#contract/order/whatsapp.ts';
import { formatNumber } from '#kit/format/formats.ts';
import { Day, Moment } from '#kit/display/moment.tsx';
import { newOrderFact } from '#admin-shared/order/new-order-link.tsx';
import { memberFacts } from '#admin-shared/user/person-facts.tsx';
import { RecordLink } from '#kit/record/record-link.tsx';
import type { Profile } from './subscriber.ts';

const order = ({ orderId, invoiceNumber }: Profile) =>
  orderId ? (
    <Link key="order" to="/order/$id" params={{ id: orderId }}>
      {invoiceNumber}
    </Link>
  ) : (
    'None'
  );

function vouchersOf({ eventVoucherQuota: quota, eventVouchersUsed: used, eventVouchersFree: free }: Profile): string {
  if (quota === 0) return 'None';
  const unused = quota - used - free;
  return [
    `${formatNumber(used)} of ${formatNumber(quota)} used`,
    ...(unused > 0 ? [`${formatNumber(unused)} issued but unused`] : []),
    `${formatNumber(free)} free`,
  ].join(', ');
}

/** Link that begins a renewal order; the new subscription starts the day after this one ends, or at once. */
const again = ({ user: { id: userId }, planId: productId }: Profile) =>
  newOrderFact({ userId, items: [{ productType: 'subscriptions', productId }] }, 'New order of this plan');

export function subscriberFacts(record: Profile): readonly (readonly [label: string, value: ReactNode])[] {
  const { user, planId, planName, startDate, endDate, cancelledAt } = record;
  return [
    ...memberFacts(user, whatsAppLinkTo({ name: user.name, phone: user.phoneNumber })),
    ['Plan', <RecordLink key="plan" kind="plan" id={planId} name={planName} />],
    ['From', <Day key="from" at={startDate} />],
    ['Until', <Day key="until" at={endDate} />],
    ...(cancelledAt ? [['Cancelled', <Moment key="cancelled" at={cancelledAt} />] as const] : []),
    ['Order', order(record)],
    ['Event vouchers', vouchersOf(record)],
    ...again(record),
  ];
}
