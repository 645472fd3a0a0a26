/** People of a broadcast with what became of the message. */
import {
  type broadcasts,
  broadcastSkips,
  deliveryStates,
  listBroadcastDeliveries,
} from '#contract/broadcast/endpoints.ts';
import { Badge } from '#kit/display/badge.tsx';
import { Moment } from '#kit/display/moment.tsx';
import { NameCell } from '#kit/display/thumbnail.tsx';
import { choicesOf } from '#kit/format/choices.ts';
import type { Column } from '#kit/list/column.tsx';
import type { Filter } from '#kit/list/filter.ts';
import type { RowOf } from '#kit/list/source.ts';
import type { Opened } from '#kit/record/opened.ts';
import { RowsOf } from '#kit/record/related-list.tsx';
import { type OpenBroadcast, deliveryColours } from './broadcast-words.ts';
import { SkipReason } from './skip-reason.tsx';

type Delivery = RowOf<typeof listBroadcastDeliveries, 'deliveries'>;

const lastOf = ({ readAt, deliveredAt, failedAt, sentAt, queuedAt }: Delivery) =>
  failedAt ?? readAt ?? deliveredAt ?? sentAt ?? queuedAt;

const columns: readonly Column<Delivery>[] = [
  { label: 'Person', cell: ({ name, email }) => <NameCell name={name} sub={email} /> },
  {
    label: 'Status',
    cell: ({ state }) => <Badge colour={deliveryColours[state]}>{deliveryStates[state]}</Badge>,
    width: 150,
    card: 'badge',
  },
  {
    label: 'Reason',
    cell: ({ reason, state, error, isUnreached, userId, phoneNumber }) =>
      reason ? (
        <SkipReason reason={reason} person={{ userId, phoneNumber }} />
      ) : (
        state === 'failed' && (
          <NameCell
            name={error || 'No reason was given'}
            sub={isUnreached ? 'Nothing reached them: can be tried again' : 'May have got it: not tried again'}
            wraps
          />
        )
      ),
    isLong: true,
  },
  { label: 'When', cell: (delivery) => <Moment at={lastOf(delivery)} />, align: 'right', width: 120, hiddenBelow: 720 },
];

const filters: readonly Filter[] = [
  { name: 'state', label: 'Status', options: choicesOf(deliveryStates) },
  { name: 'reason', label: 'Why skipped', options: choicesOf(broadcastSkips) },
];

export const Deliveries = ({ id, record }: Opened<OpenBroadcast, typeof broadcasts.draft>) =>
  record.startedAt && (
    <RowsOf
      title="People"
      call={listBroadcastDeliveries}
      rows="deliveries"
      id={id}
      columns={columns}
      rowKey={({ deliveryId }) => deliveryId}
      rowLink={({ userId }) => `/user/${userId}`}
      search="Search people"
      filters={filters}
      empty={{ title: 'Nobody yet', text: 'The people of this broadcast appear here when it is sent.' }}
      nothing={{ title: 'No matches', text: 'Try another search or filter.' }}
    />
  );
