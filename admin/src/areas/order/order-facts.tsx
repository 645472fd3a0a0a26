/** Facts of an order, on its page and in the peek panel. */
import type { ReactNode } from 'react';
import { whatsAppLink } from '#contract/order/whatsapp.ts';
import { Copyable } from '#kit/display/copyable.tsx';
import { formatMoment, formatShortMinute } from '#kit/format/formats.ts';
import { memberFacts } from '#admin-shared/user/person-facts.tsx';
import type { Order } from './product-name.tsx';

type Item = Order['items'][number];

const conjunction = new Intl.ListFormat('id-ID', { type: 'conjunction' });

/** Items as in a greeting: `kursus Belajar Go dan Dasar SQL`. */
function boughtInWords(items: readonly Item[]): string {
  const names = conjunction.format(items.map(({ productName }) => productName));
  return items.length > 0 && items.every(({ productType }) => productType === 'courses') ? `kursus ${names}` : names;
}

const chatOf = ({ invoiceNumber: id, user: { name, phoneNumber: phone }, items, status }: Order) =>
  whatsAppLink({ id, name, phone, bought: boughtInWords(items), status });

const At = ({ moment }: { moment: string }) => (
  <time dateTime={moment} title={formatMoment(moment)}>
    {formatShortMinute(moment)}
  </time>
);

const at = (label: string, moment: string | null): [string, ReactNode][] =>
  moment ? [[label, <At key={label} moment={moment} />]] : [];

export function orderFacts(order: Order): readonly (readonly [label: string, value: ReactNode])[] {
  const { user, invoiceNumber, paymentProvider, paymentMethod, createdAt, paidAt, expiredAt, status } = order;
  return [
    ['Invoice', <Copyable key="invoice" text={invoiceNumber} what="invoice" />],
    ...memberFacts(user, chatOf(order)),
    ['Payment', [paymentMethod, paymentProvider].filter(Boolean).join(' · ') || '–'],
    ...at('Ordered', createdAt),
    ...at('Paid', paidAt),
    ...at(status === 'expired' ? 'Expired' : 'Payable until', expiredAt),
  ];
}
