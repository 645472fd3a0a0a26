/** Latest orders of a user. */
import { Skeleton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { listOrders } from '#contract/order/endpoints.ts';
import { formatMoney } from '#contract/kernel/rupiah.ts';
import { useCall } from '#kit/api/use-call.ts';
import { EmptyState } from '#kit/feedback/states.tsx';
import { counted } from '#kit/format/formats.ts';
import { Moment } from '#kit/display/moment.tsx';
import { NewOrderLink } from '#admin-shared/order/new-order-link.tsx';
import { OrderStatusBadge } from '#admin-shared/order/order-status-badge.tsx';
import { Section } from '#kit/record/detail-page.tsx';
import { Loaded } from '#kit/record/loaded.tsx';
import type { Profile } from './user.ts';
import classes from './user-orders.module.css';

const shown = 5;

export function UserOrders({ user: { id, email, role: userRole } }: { user: Profile }) {
  const result = useCall(listOrders, { query: { userId: id, page: 1, pageSize: shown } });
  const total = result.data?.totalItems ?? 0;
  const actions = (
    <span className={classes['actions']}>
      {total > shown && (
        <Link to="/order" search={{ search: email }}>
          All {counted(total, 'order', 'orders')}
        </Link>
      )}
      {userRole === 'member' && <NewOrderLink prefill={{ userId: id }}>New order</NewOrderLink>}
    </span>
  );
  return (
    <Section title="Orders" actions={actions}>
      <Loaded result={result} what="orders of this user" skeleton={<Skeleton h={120} />}>
        {({ data: orders }) =>
          orders.length === 0 ? (
            <EmptyState title="No orders">What this person buys appears here, newest first.</EmptyState>
          ) : (
            <ul className={classes['list']}>
              {orders.map(({ orderId, invoiceNumber, items, status, totalAmount, createdAt }) => (
                <li key={orderId}>
                  <div className={classes['what']}>
                    <Link to="/order/$id" params={{ id: orderId }}>
                      {invoiceNumber}
                    </Link>
                    <small>{items.map((item) => item.productName).join(', ')}</small>
                  </div>
                  <OrderStatusBadge status={status} />
                  <div className={classes['amount']}>
                    {formatMoney(totalAmount)}
                    <small>
                      <Moment at={createdAt} />
                    </small>
                  </div>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Section>
  );
}
