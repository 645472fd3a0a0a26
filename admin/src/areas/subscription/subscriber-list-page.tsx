/** List of subscribers. */
import { subscriptionStatuses } from '#contract/subscription/endpoints.ts';
import { Day } from '#kit/display/moment.tsx';
import { RecordLink } from '#kit/record/record-link.tsx';
import { SubscriptionBadge, subscriptionLabels } from '#admin-shared/subscription/subscription-badges.tsx';
import { NameCell } from '#kit/display/thumbnail.tsx';
import { type Choice, type Column, SourceListPage } from '#kit/list/list-page.tsx';
import type { Subscriber } from './subscriber.ts';
import { subscriberPeek } from './subscriber-peek.ts';
import { subscriberSource } from './subscriber-source.ts';

const columns: readonly Column<Subscriber>[] = [
  {
    label: 'Subscriber',
    cell: ({ user }) => <NameCell name={user.name} sub={user.email} />,
    copies: ['e-mail', ({ user }) => user.email],
  },
  { label: 'Plan', cell: ({ planId, planName }) => <RecordLink kind="plan" id={planId} name={planName} /> },
  { label: 'Status', cell: ({ status }) => <SubscriptionBadge status={status} />, width: 116, card: 'badge' },
  { label: 'From', cell: ({ startDate }) => <Day at={startDate} />, align: 'right', width: 124, hiddenBelow: 840 },
  { label: 'Until', cell: ({ endDate }) => <Day at={endDate} />, align: 'right', width: 124 },
];

const filters = [
  {
    name: 'filter',
    label: 'Status',
    options: subscriptionStatuses.map((value) => ({ value, label: subscriptionLabels[value] })),
  },
];

const sorts: readonly Choice[] = [
  { value: 'alpha', label: 'A - Z' },
  { value: 'alpha-desc', label: 'Z - A' },
  { value: 'latest', label: 'Latest' },
  { value: 'ending-soon', label: 'Ending soon' },
];

export const SubscriberListPage = () => (
  <SourceListPage
    title="Subscriptions"
    source={subscriberSource}
    columns={columns}
    filters={filters}
    sorts={sorts}
    search={{ placeholder: 'Search name, e-mail or phone' }}
    rowKey={({ id }) => id}
    rowLink={({ id }) => `/subscription/${id}`}
    peek={subscriberPeek}
    empty={{
      title: 'No subscribers yet',
      text: 'Members who buy a plan appear here once the order is paid.',
    }}
  />
);
