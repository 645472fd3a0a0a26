/** Whether the member of an order can open an item now, what gives it, its tracking document, and the action that mends it. */
import { Link } from '@tanstack/react-router';
import type { Reply } from '#contract/kernel/endpoint.ts';
import type { getOrder } from '#contract/order/endpoints.ts';
import { GiveAccess } from '#admin-shared/access/give-access.tsx';
import { OrderStatusBadge } from '#admin-shared/order/order-status-badge.tsx';
import { Badge } from '#kit/display/badge.tsx';
import { RecordLink } from '#kit/record/record-link.tsx';
import classes from './order-amounts.module.css';

type Order = Reply<typeof getOrder>;
type Item = Order['items'][number];
interface Props {
  order: Order;
  item: Item;
}

const badges = {
  open: ['green', 'Open'],
  unpublished: ['yellow', 'Open once published'],
  missing: ['red', 'No access'],
  closed: ['grey', 'Not open'],
} as const;

const grantWords = {
  order: 'also by',
  'learning-path': 'also by',
  subscription: 'also by a subscription until',
} as const;

function Grants({ order: { status }, item: { access, isOpened, otherGrants } }: Props) {
  if (access !== 'open' && access !== 'unpublished') return null;
  return (
    <span>
      {isOpened
        ? status === 'paid'
          ? 'by this order'
          : 'kept from this order'
        : otherGrants.length === 0 && 'not by this order'}
      {otherGrants.map(({ kind, id, name }, index) => (
        <span key={id}>
          {(isOpened || index > 0) && ', '}
          {isOpened ? grantWords[kind] : grantWords[kind].replace('also ', '')}{' '}
          {kind === 'subscription' ? name : <RecordLink kind={kind} id={id} name={name} />}
        </span>
      ))}
    </span>
  );
}

/** Products give no access. */
const Missing = ({ order: { orderId }, item: { productType, productId, productName } }: Props) =>
  productType !== 'products' && (
    <GiveAccess
      of={{ params: { id: orderId }, body: { productType, productId } }}
      label={`Give access to ${productName}`}
    />
  );

/** E-mail and course are all that connects a document with an order. */
const Tracked = ({ tracked: { documentId, email, status } }: { tracked: NonNullable<Item['tracked']> }) => (
  <>
    <Link to="/order/tracking" search={{ email, peek: documentId }} title={documentId}>
      Probably tracked
    </Link>
    <OrderStatusBadge status={status} />
  </>
);

export function ItemAccess({ order, item }: Props) {
  const { access, tracked } = item;
  if (access === 'none' && !tracked) return null;
  const [colour, label] = access === 'none' ? [] : badges[access];
  return (
    <div className={classes['access']}>
      {colour && <Badge colour={colour}>{label}</Badge>}
      <Grants order={order} item={item} />
      {access === 'missing' && <Missing order={order} item={item} />}
      {tracked && <Tracked tracked={tracked} />}
    </div>
  );
}
