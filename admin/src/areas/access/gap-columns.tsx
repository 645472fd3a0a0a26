/** Columns of the lists of paid and access. */
import { Link } from '@tanstack/react-router';
import { type AccessView, accessProducts, intendedReasons } from '#contract/access/endpoints.ts';
import { kindOfProduct } from '#contract/pricing/purchase.ts';
import { formatMoney } from '#contract/kernel/rupiah.ts';
import { Moment } from '#kit/display/moment.tsx';
import { OrderStatusBadge } from '#admin-shared/order/order-status-badge.tsx';
import { RecordLink } from '#kit/record/record-link.tsx';
import { NameCell } from '#kit/display/thumbnail.tsx';
import type { Column } from '#kit/list/list-page.tsx';
import { GapActions } from './gap-actions.tsx';
import { type Gap, mayActIn } from '#admin-shared/access/use-mending.ts';
import classes from './access.module.css';

const Product = ({ product: { productType, productId, name }, isFull }: Gap) => (
  <RecordLink kind={kindOfProduct[productType]} id={productId} name={name}>
    <NameCell name={name} sub={isFull ? 'Full: first on its waiting list' : accessProducts[productType]} />
  </RecordLink>
);

/** The paid order or document; of unpaid access the order that is not paid. */
function Evidence({ kind, order, documentId, user }: Gap) {
  if (order)
    return (
      <span className={classes['order']}>
        <Link to="/order/$id" params={{ id: order.orderId }} title={order.invoiceNumber}>
          {order.invoiceNumber}
        </Link>
        {kind === 'access-unpaid' && <OrderStatusBadge status={order.status} />}
      </span>
    );
  if (documentId === null) return 'No order';
  return (
    <Link to="/order/tracking" search={{ email: user.email, peek: documentId }} title={documentId}>
      <NameCell name="Tracked order" sub={documentId} />
    </Link>
  );
}

const Reason = ({ intended }: Gap) =>
  intended && (
    <NameCell name={intendedReasons[intended.reason]} sub={intended.by === null ? undefined : `by ${intended.by}`} />
  );

const sinceLabels: Readonly<Record<AccessView, string>> = {
  'paid-no-access': 'Paid on',
  'access-unpaid': 'Access since',
  intended: 'Since',
};
const actionWidths: Readonly<Record<AccessView, number>> = {
  'paid-no-access': 140,
  'access-unpaid': 304,
  intended: 124,
};

function columnsIn(view: AccessView): readonly Column<Gap>[] {
  return [
    {
      label: 'Member',
      cell: ({ user }) => <NameCell name={user.name} sub={user.email} />,
      copies: ['e-mail', ({ user }) => user.email],
      width: 'clamp(200px, 20cqw, 240px)',
    },
    { label: 'Product', cell: Product },
    { label: 'Order', cell: Evidence, width: 'clamp(208px, 18cqw, 236px)', hiddenBelow: 840 },
    ...(view === 'intended' ? [{ label: 'Reason', cell: Reason, width: 152 }] : []),
    {
      label: view === 'access-unpaid' ? 'Price' : 'Amount',
      sort: 'amount',
      cell: ({ amount }) => formatMoney(amount),
      align: 'right',
      width: 124,
      hiddenBelow: 1080,
    },
    {
      label: sinceLabels[view],
      sort: 'since',
      cell: ({ since }) => <Moment at={since} />,
      align: 'right',
      width: 132,
      hiddenBelow: view === 'access-unpaid' ? 1240 : 1080,
    },
    ...(mayActIn(view)
      ? [
          {
            label: 'Actions',
            cell: (gap: Gap) => <GapActions gap={gap} />,
            align: 'right' as const,
            width: actionWidths[view],
            isLabelHidden: true,
          },
        ]
      : []),
  ];
}

const made = new Map<string, readonly Column<Gap>[]>();

/** Columns of a view; the same array for the same view and role, so that rows are not rendered again. */
export function columnsOf(view: AccessView): readonly Column<Gap>[] {
  const key = `${view} ${mayActIn(view)}`;
  const columns = made.get(key) ?? columnsIn(view);
  made.set(key, columns);
  return columns;
}
