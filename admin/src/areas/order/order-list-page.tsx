/** The list of orders. */
import { listOrders, getOrder } from '#contract/order/endpoints.ts';
import { orderStatuses, orderStatusLabels } from '#contract/order/status.ts';
import { formatMoney } from '#contract/kernel/rupiah.ts';
import { type Column, ListPage } from '#kit/list/list-page.tsx';
import { PageLink } from '#kit/display/page-link.tsx';
import { Moment } from '#kit/display/moment.tsx';
import { OrderStatusBadge } from '#admin-shared/order/order-status-badge.tsx';
import { NameCell } from '#kit/display/thumbnail.tsx';
import { OrderSums } from './order-sums.tsx';
import { byCompany } from '#admin-shared/company/use-companies.ts';
import { byProduct } from '#admin-shared/product/use-products.ts';
import { type Order, ProductName } from './product-name.tsx';
import { peekOf } from '#kit/list/peek.ts';
import { lazy } from 'react';
import { maxIds } from '#contract/kernel/fields.ts';
import type { Selecting } from '#kit/list/use-list-selection.tsx';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { mayCall } from '#contract/kernel/endpoint.ts';
import { makeOrder } from '#contract/order/new-order.ts';
import { role } from '#kit/api/session.ts';
import { orderExport } from '#contract/exports/endpoints.ts';
import { call } from '#kit/api/call.ts';
import { ExportButton } from '#kit/spreadsheet/export-button.tsx';
import { useExport } from '#kit/spreadsheet/use-export.ts';
import { useListed } from '#kit/list/use-list-state.ts';
import classes from './order-list.module.css';

/** Exports the listed orders as a spreadsheet; the export is logged under Exports. */
function ExportOrders() {
  const exporting = useExport({
    what: 'orders',
    messages: { preferServer: true },
    authorize: (query: ReturnType<typeof useListed<typeof listOrders>>, signal) =>
      call(orderExport.begin, { query }, { signal }),
    write: async (begun, _filter, work) => (await import('./orders-workbook.ts')).ordersWorkbook(begun, work),
  });
  return <ExportButton exporting={exporting} of={useListed(listOrders)} />;
}

const NewOrderLink = () =>
  mayCall(makeOrder, role() ?? '') ? (
    <Button renderRoot={(props) => <Link {...props} to="/order/new" />}>New order</Button>
  ) : null;

const orderSelection: Selecting<Order> = {
  max: maxIds,
  takesAll: true,
  name: ({ invoiceNumber }) => invoiceNumber,
  actions: lazy(async () => ({ default: (await import('./order-actions.tsx')).OrderActions })),
};

const orderPeek = peekOf(getOrder, {
  what: 'order',
  to: '/order',
  title: ({ invoiceNumber }: { invoiceNumber: string }) => invoiceNumber,
  badge: OrderStatusBadge,
  content: async () => (await import('./order-beside.tsx')).OrderBeside,
});

/** First item; the number of others is shown, with their names on hover. */
function Bought({ items }: Order) {
  const [first, ...others] = items;
  if (!first) return '–';
  return (
    <span
      className={classes['bought']}
      title={others.length > 0 ? items.map((item) => item.productName).join('\n') : undefined}
    >
      <ProductName item={first} />
      {others.length > 0 && <small>+{others.length}</small>}
    </span>
  );
}

const columns: readonly Column<Order>[] = [
  {
    label: 'Invoice',
    cell: ({ invoiceNumber, paymentMethod }) => <NameCell name={invoiceNumber} sub={paymentMethod || undefined} />,
    copies: ['invoice', ({ invoiceNumber }) => invoiceNumber],
    // The last digits distinguish invoices: keep them visible beside the overlay at the end of the cell.
    width: 'clamp(200px, 22cqw - 20px, 244px)',
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
    width: 112,
  },
  { label: 'Status', cell: ({ status }) => <OrderStatusBadge status={status} />, width: 190, card: 'badge' },
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
    width: 132,
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
  byCompany,
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
    totals={<OrderSums />}
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
