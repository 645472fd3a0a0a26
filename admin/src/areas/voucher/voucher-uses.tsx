/** Orders that used a voucher, latest first, with the amount it took off. */
import { Link } from '@tanstack/react-router';
import { formatMoney } from '#contract/kernel/rupiah.ts';
import { listRedemptions } from '#contract/voucher/endpoints.ts';
import { formatShortMinute } from '#kit/format/formats.ts';
import { Moment } from '#kit/display/moment.tsx';
import { OrderStatusBadge } from '#admin-shared/order/order-status-badge.tsx';
import { NameCell } from '#kit/display/thumbnail.tsx';
import type { Column } from '#kit/list/column.tsx';
import type { RowOf } from '#kit/list/source.ts';
import { RowsOf } from '#kit/record/related-list.tsx';

type Use = RowOf<typeof listRedemptions, 'redemptions'>;

const columns: readonly Column<Use>[] = [
  {
    label: 'Order',
    cell: ({ invoiceNumber, releasedAt }) => (
      <NameCell
        name={invoiceNumber}
        sub={releasedAt === null ? undefined : `Given back ${formatShortMinute(releasedAt)}`}
      />
    ),
  },
  {
    label: 'Member',
    cell: ({ user }) => (
      <Link to="/user/$id" params={{ id: user.id }}>
        {user.name}
      </Link>
    ),
  },
  { label: 'Off', cell: ({ amount }) => formatMoney(amount), align: 'right', width: 120 },
  { label: 'Status', cell: ({ status }) => <OrderStatusBadge status={status} />, width: 188, card: 'badge' },
  { label: 'Used', cell: ({ redeemedAt }) => <Moment at={redeemedAt} />, align: 'right', width: 120, hiddenBelow: 840 },
];

const rowKey = ({ orderId }: Use) => orderId;

export const VoucherUses = ({ id }: { id: string }) => (
  <RowsOf
    title="Uses"
    call={listRedemptions}
    rows="redemptions"
    id={id}
    columns={columns}
    rowKey={rowKey}
    rowLink={({ orderId }) => `/order/${orderId}`}
    search="Search name, e-mail, phone or invoice"
    empty={{ title: 'Not used yet', text: 'Orders with its code appear here, with the amount taken off.' }}
    nothing={{ title: 'No such use', text: 'No order with this voucher matches.' }}
  />
);
