/** List of subscribers. Subscriptions follow from orders, so the selection only copies addresses. */
import { subscriptionStatuses, getSubscriberProfile, listSubscribers } from '#contract/subscription/endpoints.ts';
import { maxIds } from '#contract/kernel/fields.ts';
import { CopySelected } from '#kit/list/copy-selected.tsx';
import type { Selecting } from '#kit/list/use-list-selection.tsx';
import { Day } from '#kit/display/moment.tsx';
import { RecordLink } from '#kit/record/record-link.tsx';
import { SubscriptionBadge, subscriptionLabels } from '#admin-shared/subscription/subscription-badges.tsx';
import { NameCell } from '#kit/display/thumbnail.tsx';
import { type Choice, type Column, SourceListPage } from '#kit/list/list-page.tsx';
import type { Subscriber } from './subscriber.ts';
import { peekOf } from '#kit/list/peek.ts';
import { z } from 'zod';
import { queryOf } from '#kit/api/use-call.ts';
import { querySource } from '#kit/list/source.ts';

/** The page size is `size` on the wire and `pageSize` in the URL, as in every list. */
const { size: pageSize, ...query } = (listSubscribers.query as z.ZodObject).shape;

const subscriberSource = querySource(
  z.object({ ...query, pageSize }),
  ({ pageSize: size, ...state }) => queryOf(listSubscribers, { query: { ...state, size } }),
  ({ subscribers, totalItems, isTotalCapped }) => ({ rows: subscribers, totalItems, isTotalCapped }),
  listSubscribers,
);

const subscriberPeek = peekOf(getSubscriberProfile, {
  what: 'subscription',
  to: '/subscription',
  title: ({ user }: Pick<Subscriber, 'user'>) => user.name,
  badge: SubscriptionBadge,
  content: async () => (await import('./subscriber-beside.tsx')).SubscriberBeside,
});

const subscriberSelection: Selecting<Subscriber> = {
  max: maxIds,
  name: ({ user, planName }) => `${user.name}, ${planName}`,
  actions: ({ selection }) => (
    <CopySelected
      selection={selection}
      one="e-mail"
      many="e-mails"
      rows={['subscriber', 'subscribers']}
      textOf={({ user }) => user.email}
    />
  ),
};

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
    selection={subscriberSelection}
    empty={{
      title: 'No subscribers yet',
      text: 'Members who buy a plan appear here once the order is paid.',
    }}
  />
);
