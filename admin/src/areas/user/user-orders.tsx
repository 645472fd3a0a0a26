/** Orders of a user: ours, and the tracked documents under their e-mail address. */
import { Skeleton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { mayCall } from '#contract/kernel/endpoint.ts';
import { formatMoney } from '#contract/kernel/rupiah.ts';
import { listOrders } from '#contract/order/endpoints.ts';
import { getTrackingAccess } from '#contract/order-tracking/endpoints.ts';
import { NewOrderLink } from '#admin-shared/order/new-order-link.tsx';
import { OrderStatusBadge } from '#admin-shared/order/order-status-badge.tsx';
import { role } from '#kit/api/session.ts';
import { useCall } from '#kit/api/use-call.ts';
import { Moment } from '#kit/display/moment.tsx';
import { EmptyState } from '#kit/feedback/states.tsx';
import { Paging } from '#kit/list/paging.tsx';
import { Section } from '#kit/record/detail-page.tsx';
import { Loaded } from '#kit/record/loaded.tsx';
import { type Line, Lines, SectionLinks } from './lines.tsx';
import type { OpenUser, Profile } from './user.ts';

const pageSize = 10;

// The client of the tracking documents is loaded on this tab only.
const TrackedOrders = lazy(async () => ({ default: (await import('./tracked-orders.tsx')).TrackedOrders }));

export function UserOrders({ record: user }: OpenUser) {
  const own = role() ?? '';
  return (
    <>
      {mayCall(listOrders, own) && <Orders user={user} />}
      {mayCall(getTrackingAccess, own) && (
        <Suspense fallback={<Skeleton h={120} />}>
          <TrackedOrders email={user.email} />
        </Suspense>
      )}
    </>
  );
}

function Orders({ user: { id, email, role: theirs } }: { user: Profile }) {
  const [page, setPage] = useState(1);
  const result = useCall(listOrders, { query: { userId: id, page, pageSize } }, { keepPrevious: true });
  const actions = (
    <SectionLinks>
      <Link to="/order" search={{ search: email }}>
        View in Orders
      </Link>
      {theirs === 'member' && <NewOrderLink prefill={{ userId: id }}>New order</NewOrderLink>}
    </SectionLinks>
  );
  return (
    <Section title="Orders" actions={actions}>
      <Loaded result={result} what="orders of this user" skeleton={<Skeleton h={120} />}>
        {({ data: orders, totalItems }) =>
          totalItems === 0 ? (
            <EmptyState title="No orders">What this person buys appears here, newest first.</EmptyState>
          ) : (
            <>
              <Lines
                lines={orders.map((order) =>
                  orderLine({ ...order, productNames: order.items.map((item) => item.productName) }),
                )}
              />
              {totalItems > pageSize && <Paging {...{ page, pageSize }} total={totalItems} onPage={setPage} />}
            </>
          )
        }
      </Loaded>
    </Section>
  );
}

interface Order {
  orderId: string;
  invoiceNumber: string;
  productNames: readonly string[];
  totalAmount: number;
  status: string;
  createdAt: string;
}

/** Line of an order; its link is the invoice. */
export const orderLine = (order: Order): Line => ({
  key: order.orderId,
  name: (
    <Link to="/order/$id" params={{ id: order.orderId }}>
      {order.invoiceNumber}
    </Link>
  ),
  sub: order.productNames.join(', '),
  badge: <OrderStatusBadge status={order.status} />,
  end: formatMoney(order.totalAmount),
  endSub: <Moment at={order.createdAt} />,
});
