/** What was taken away: who, when, what was looked for, and how much of it was really read. */
import { Link } from '@tanstack/react-router';
import { exportDays, listExports } from '#contract/exports.ts';
import { orderStatusLabels } from '#contract/order-status.ts';
import { Badge } from '#kit/format/badge.tsx';
import { formatDay, formatNumber } from '#kit/format/formats.ts';
import { Moment } from '#kit/format/moment.tsx';
import { type Column, ListPage } from '#kit/list/list-page.tsx';
import type { RowOf } from '#kit/list/source.ts';

type Exported = RowOf<typeof listExports, 'exports'>;

/** `Lunas, from 1 Nov 2026, “putri”` */
function soughtIn({ filter, names }: Exported): string {
  const { search, status, startDate, endDate, userId, productId } = filter;
  const said = [
    status && orderStatusLabels[status],
    startDate && `from ${formatDay(startDate)}`,
    endDate && `until ${formatDay(endDate)}`,
    search && `“${search}”`,
    userId && `of ${names.user ?? 'a member who is gone'}`,
    productId && (names.product ?? 'a product that is gone'),
  ].filter(Boolean);
  return said.length > 0 ? said.join(', ') : 'All';
}

const State = ({ rows, total, finishedAt }: Exported) =>
  finishedAt ? (
    <Badge colour="green">All {formatNumber(rows)}</Badge>
  ) : (
    <Badge colour="yellow">
      {formatNumber(rows)} of {formatNumber(total)}
    </Badge>
  );

const columns: readonly Column<Exported>[] = [
  {
    label: 'Who',
    cell: ({ user }) => (
      <Link to="/user/$id" params={{ id: user.id }}>
        {user.name}
      </Link>
    ),
    width: 220,
  },
  { label: 'Orders looked for', cell: soughtIn },
  { label: 'Read', cell: (exported) => <State {...exported} />, width: 150, card: 'badge' },
  { label: 'When', cell: ({ createdAt }) => <Moment at={createdAt} />, align: 'right', width: 150 },
];

export const ExportsPage = () => (
  <ListPage
    title="Exports"
    call={listExports}
    rows="exports"
    columns={columns}
    rowKey={({ exportId }) => exportId}
    search={{ placeholder: 'Search who exported' }}
    empty={{
      title: 'Nobody exported anything',
      text: `Who takes orders away as a file is told here for ${exportDays} days, with what they looked for and how many they read.`,
    }}
  />
);
