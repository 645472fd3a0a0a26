/** The list of orders. */
import { listOrders } from '#contract/order/endpoints.ts';
import { orderStatuses, orderStatusLabels } from '#contract/order/status.ts';
import { formatMoney } from '#contract/kernel/rupiah.ts';
import { type Column, ListPage } from '#kit/list/list-page.tsx';
import { PageLink } from '#kit/display/page-link.tsx';
import { Moment } from '#kit/display/moment.tsx';
import { OrderStatusBadge } from '#admin-shared/order/order-status-badge.tsx';
import { NameCell } from '#kit/display/thumbnail.tsx';
import { orderPeek } from './order-peek.ts';
import { orderSelection } from './order-selection.tsx';
import { ExportOrders } from './export-orders.tsx';
import { NewOrderLink } from './new-order-link.tsx';
import { OrderSums } from './order-sums.tsx';
import { byProduct } from '#admin-shared/product/use-products.ts';
import { type Order, ProductName } from './product-name.tsx';
import classes from './order-list.module.css';

const shownItems = 2;

/** Two items; the number of others is shown, with their names on hover. */
function Bought({ items }: Order) {
  const more = items.length - shownItems;
  return (
    <span className={classes['bought']} title={more > 0 ? items.map((item) => item.productName).join('\n') : undefined}>
      {items.length === 0 && '–'}
      {items.slice(0, shownItems).map((item, index) => (
        <span key={index}>
          <ProductName item={item} />
          {index === shownItems - 1 && more > 0 && <small>+{more}</small>}
        </span>
      ))}
    </span>
  );
}

const columns: readonly Column<Order>[] = [
  {
    label: 'Invoice',
    cell: ({ invoiceNumber, paymentMethod }) => <NameCell name={invoiceNumber} sub={paymentMethod || undefined} />,
    copies: ['invoice', ({ invoiceNumber }) => invoiceNumber],
    // The last digits distinguish invoices: keep them visible beside the overlay at the end of the cell.
    width: 'clamp(200px, 22cqw, 244px)',
  },
  {
    label: 'Member',
    cell: ({ user }) => (
      <PageLink to={`/user/${user.id}`}>
        <NameCell name={user.name} sub={user.email} />
      </PageLink>
    ),
    copies: ['e-mail', ({ user }) => user.email],
  },
  {
    label: 'Bought',
    cell: Bought,
    hiddenBelow: 840,
  },
  {
    label: 'Total',
    sort: 'totalAmount',
    cell: ({ totalAmount }) => formatMoney(totalAmount),
    align: 'right',
    width: 120,
  },
  { label: 'Status', cell: ({ status }) => <OrderStatusBadge status={status} />, width: 188, card: 'badge' },
  {
    label: 'Ordered',
    sort: 'createdAt',
    cell: ({ createdAt, paidAt }) => (
      <span className={classes['dates']}>
        <Moment at={createdAt} />
        {paidAt && (
          <small>
            Paid <Moment at={paidAt} />
          </small>
        )}
      </span>
    ),
    align: 'right',
    width: 140,
    hiddenBelow: 840,
  },
];

const filters = [
  {
    name: 'status',
    label: 'Status',
    options: orderStatuses.map((value) => ({ value, label: orderStatusLabels[value] })),
  },
  { name: 'startDate', label: 'From' },
  { name: 'endDate', label: 'Until' },
  { name: 'paidDate', label: 'Paid on' },
  byProduct,
];

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
    rowLink={({ orderId }) => `/order/${orderId}`}
    peek={orderPeek}
    selection={orderSelection}
    search={{ placeholder: 'Search name, e-mail, phone or invoice' }}
    summary={<OrderSums />}
    nothing={nothing}
    actions={
      <>
        <ExportOrders />
        <NewOrderLink />
      </>
    }
    empty={{
      title: 'No orders yet',
      text: 'Orders of members, and those you create for them, appear here, newest first.',
    }}
  />
);
OrderListPage.reads = listOrders;
