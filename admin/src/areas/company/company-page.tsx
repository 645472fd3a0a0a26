/** Page of one company: its data, orders and seats. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Reply } from '#contract/kernel/endpoint.ts';
import { companies } from '#contract/company/endpoints.ts';
import { formatMoney } from '#contract/kernel/rupiah.ts';
import { listOrders } from '#contract/order/endpoints.ts';
import { whatsAppLinkTo } from '#contract/order/whatsapp.ts';
import { formatTaxNumber } from '#contract/payment/tax-number.ts';
import { Seats } from '#admin-shared/company/seats.tsx';
import { TaxNumberField } from '#admin-shared/company/tax-number-field.tsx';
import { NewOrderLink } from '#admin-shared/order/new-order-link.tsx';
import { OrderStatusBadge } from '#admin-shared/order/order-status-badge.tsx';
import { memberFacts } from '#admin-shared/user/person-facts.tsx';
import { Badge } from '#kit/display/badge.tsx';
import { Moment } from '#kit/display/moment.tsx';
import { counted, formatDay, formatNumber } from '#kit/format/formats.ts';
import type { Column } from '#kit/list/column.tsx';
import type { RowOf } from '#kit/list/source.ts';
import { RecordPage } from '#kit/record/record-page.tsx';
import { RowsOf } from '#kit/record/related-list.tsx';
import { useRecordForm } from '#kit/record/use-record-form.ts';
import { ContactField } from './contact-field.tsx';

type Company = Reply<typeof companies.get>;
type Order = RowOf<typeof listOrders, 'data'>;

const groups = [{ title: 'Company', rows: ['name', ['npwp', 'email'], 'address', 'contactId', 'note'] }] as const;
const special = { contactId: ContactField, npwp: TaxNumberField };

const columns: readonly Column<Order>[] = [
  { label: 'Invoice', cell: ({ invoiceNumber }) => invoiceNumber, width: 220 },
  {
    label: 'Bought',
    cell: ({ items }) => items.map(({ productName, quantity }) => `${productName} × ${quantity}`).join(', '),
    hiddenBelow: 720,
  },
  { label: 'Total', cell: ({ totalAmount }) => formatMoney(totalAmount), align: 'right', width: 120 },
  { label: 'Status', cell: ({ status }) => <OrderStatusBadge status={status} />, width: 190, card: 'badge' },
  {
    label: 'Ordered',
    cell: ({ createdAt }) => <Moment at={createdAt} />,
    align: 'right',
    width: 110,
    hiddenBelow: 840,
  },
];

const newOrder = (companyId: string) => <NewOrderLink prefill={{ companyId }}>New order</NewOrderLink>;

const Orders = ({ record: { companyId } }: { record: Company }) => (
  <RowsOf
    title="Orders"
    call={listOrders}
    rows="data"
    id={companyId}
    query={{ companyId }}
    columns={columns}
    rowKey={({ orderId }) => orderId}
    rowLink={({ orderId }) => `/order/${orderId}`}
    search="Search invoice or member"
    actions={newOrder(companyId)}
    empty={{
      title: 'No orders yet',
      text: 'Choose this company on a new order, with the number of seats of each product.',
      action: newOrder(companyId),
    }}
    nothing={{ title: 'No such order', text: 'No order of this company matches. Try another search.' }}
  />
);

const SeatsPanel = ({ record: { companyId } }: { record: Company }) => <Seats companyId={companyId} />;

const facts = (company: Company): readonly (readonly [string, ReactNode])[] => [
  ...(company.contact
    ? memberFacts(company.contact, whatsAppLinkTo({ ...company.contact, phone: company.contact.phoneNumber }))
    : []),
  ['NPWP', formatTaxNumber(company.npwp) || '–'],
  [
    'Orders',
    <Link key="orders" to="/order" search={{ companyId: company.companyId }}>
      {counted(company.totalOrders, 'order', 'orders')}
    </Link>,
  ],
  ['Seats', `${formatNumber(company.seats)}, ${formatNumber(company.unusedSeats)} unused`],
  ...(company.seatsEnd ? ([['First end', formatDay(company.seatsEnd)]] as const) : []),
  ...(company.codesSentAt ? ([['Codes sent', <Moment key="sent" at={company.codesSentAt} />]] as const) : []),
  ...(company.remindedAt ? ([['Reminded', <Moment key="reminded" at={company.remindedAt} />]] as const) : []),
];

const UnpaidBadge = ({ unpaidOrders }: Company) =>
  unpaidOrders > 0 && <Badge colour="yellow">{counted(unpaidOrders, 'unpaid order', 'unpaid orders')}</Badge>;

export const CompanyPage = () => (
  <RecordPage
    record={useRecordForm(companies)}
    list="/company"
    badge={UnpaidBadge}
    deletion={() => 'its data is lost. This cannot be undone.'}
    fields={groups}
    special={special}
    panels={[Orders, SeatsPanel]}
    facts={facts}
  />
);
CompanyPage.reads = companies.get;
