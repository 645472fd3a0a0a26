/** Tracked orders under an e-mail address, read from the document database as the tracking list is. */
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { lowerSpelling, noFilter } from '#admin-shared/order-tracking/filters.ts';
import { trackingClient } from '#admin-shared/order-tracking/session-tracking.ts';
import { toApiError } from '#admin-shared/order-tracking/tracking-failure.ts';
import { OrderStatusBadge } from '#admin-shared/order/order-status-badge.tsx';
import { ErrorState } from '#kit/feedback/failures.tsx';
import { EmptyState } from '#kit/feedback/states.tsx';
import { Paging } from '#kit/list/paging.tsx';
import { Section } from '#kit/record/detail-page.tsx';
import { Lines, SectionLinks } from './lines.tsx';

const pageSize = 10;

async function read(email: string, page: number, signal: AbortSignal) {
  // The filter of the documents is URL-decoded (spec §5).
  const found = await trackingClient().page({ ...noFilter, email: encodeURIComponent(email) }, page, pageSize, signal);
  if (found.failure) throw toApiError(found.failure);
  return found;
}

/** Tracked orders under the address as it is stored, and under it in small letters. */
export function TrackedOrders({ email }: { email: string }) {
  const lower = lowerSpelling(email);
  return (
    <>
      <OrdersUnder email={email} title="Tracked orders" />
      {lower && <OrdersUnder email={lower} title={`Tracked orders of ${lower}`} />}
    </>
  );
}

function OrdersUnder({ email, title }: { email: string; title: string }) {
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useQuery({
    queryKey: ['order-tracking', 'person', email, page],
    queryFn: ({ signal }) => read(email, page, signal),
    placeholderData: (before) => before,
  });
  const actions = (
    <SectionLinks>
      <Link to="/order/tracking" search={{ email }}>
        View in Order tracking
      </Link>
    </SectionLinks>
  );
  return (
    <Section title={title} actions={actions}>
      {error && !data ? (
        <ErrorState error={toApiError(error)} refetch={refetch} what="tracked orders" />
      ) : !data ? (
        <Skeleton h={120} />
      ) : data.totalItems === 0 ? (
        <EmptyState title="No tracked orders">Orders of the shop under {email} appear here.</EmptyState>
      ) : (
        <>
          <Lines
            lines={data.trackingOrders.map((order) => ({
              key: order.id,
              name: (
                <Link to="/order/tracking" search={{ email, peek: order.id }}>
                  {order.courseName.trim() || order.courseId || '–'}
                </Link>
              ),
              sub: order.id,
              badge: <OrderStatusBadge status={order.status} />,
              end: order.customerService.name || '–',
              endSub: order.dateTime,
            }))}
          />
          {data.totalItems > pageSize && <Paging {...{ page, pageSize }} total={data.totalItems} onPage={setPage} />}
        </>
      )}
    </Section>
  );
}
