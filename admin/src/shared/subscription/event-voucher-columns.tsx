/** Columns of event vouchers, shared by the pages of a subscription and of a user. */
import type { listEventVouchers } from '#contract/subscription/endpoints.ts';
import type { Column } from '#kit/list/column.tsx';
import type { RowOf } from '#kit/list/source.ts';
import { formatDay, formatNumber } from '#kit/format/formats.ts';
import { Moment } from '#kit/display/moment.tsx';
import { EventVoucherBadge } from './subscription-badges.tsx';
import { NameCell } from '#kit/display/thumbnail.tsx';

type EventVoucher = RowOf<typeof listEventVouchers, 'eventVouchers'>;

export const eventVoucherColumns: readonly Column<EventVoucher>[] = [
  {
    label: 'Event',
    cell: ({ eventName, code }) => <NameCell name={eventName} sub={code} wraps />,
    copies: ['code', ({ code }) => code],
  },
  { label: 'Status', cell: ({ status }) => <EventVoucherBadge status={status} />, width: 116, card: 'badge' },
  {
    label: 'Used',
    cell: ({ usedCount, quota, redeemedAt }) => (
      <NameCell
        name={`${formatNumber(usedCount)} of ${formatNumber(quota)}`}
        sub={redeemedAt ? formatDay(redeemedAt) : undefined}
      />
    ),
    width: 124,
  },
  { label: 'Valid until', cell: ({ expiredAt }) => <Moment at={expiredAt} />, align: 'right', width: 124 },
];
