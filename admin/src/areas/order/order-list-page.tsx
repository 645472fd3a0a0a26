/** The list of orders. */
import { Link } from '@tanstack/react-router';
import { listOrders } from '#contract/order.ts';
import { formatMoney } from '#kit/format/formats.ts';
import { type Column, ListPage } from '#kit/list/list-page.tsx';
import type { RowOf } from '#kit/list/source.ts';
import { Moment } from '#kit/format/moment.tsx';
import { OrderStatusBadge } from '#kit/format/order-status-badge.tsx';
import { NameCell } from '#kit/format/thumbnail.tsx';

type Order = RowOf<typeof listOrders, 'data'>;

const columns: readonly Column<Order>[] = [
  {
    label: 'Invoice',
    cell: ({ invoiceNumber, paymentMethod }) => <NameCell name={invoiceNumber} sub={paymentMethod || undefined} />,
    width: 216,
  },
  {
    label: 'Member',
    cell: ({ user }) => (
      <Link to="/user/$id" params={{ id: user.id }}>
        <NameCell name={user.name} sub={user.email} />
      </Link>
    ),
  },
  {
    label: 'Bought',
    cell: ({ items }) => <NameCell name={items[0]?.productName ?? '–'} sub={others(items.length - 1)} />,
    hiddenBelow: 1080,
  },
  { label: 'Total', cell: ({ totalAmount }) => formatMoney(totalAmount), align: 'right', width: 120 },
  { label: 'Status', cell: ({ status }) => <OrderStatusBadge status={status} />, width: 188, card: 'badge' },
  {
    label: 'Ordered',
    cell: ({ createdAt }) => <Moment at={createdAt} />,
    align: 'right',
    width: 120,
    hiddenBelow: 840,
  },
  { label: 'Paid', cell: ({ paidAt }) => <Moment at={paidAt} />, align: 'right', width: 120, hiddenBelow: 1080 },
];

const filters = [
  { name: 'startDate', label: 'From' },
  { name: 'endDate', label: 'Until' },
];

function others(count: number): string | undefined {
  return count > 0 ? `and ${count} more` : undefined;
}

const nothing = ({ startDate, endDate }: { [name: string]: string | undefined }) =>
  startDate && endDate && startDate > endDate ? 'Until is before From: no day lies between them.' : undefined;

export const OrderListPage = () => (
  <ListPage
    title="Orders"
    call={listOrders}
    rows="data"
    columns={columns}
    filters={filters}
    rowKey={({ orderId }) => orderId}
    search={{ placeholder: 'Search name, e-mail or invoice' }}
    nothing={nothing}
    empty={{ title: 'No orders yet', text: 'What members buy on your site appears here, newest first.' }}
  />
);
