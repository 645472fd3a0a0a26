/**
 * Log of exports: who, when, with which filters, and how many rows were read. No filters, selection or views: nothing is
 * done with an entry, and it is looked for by the person.
 */
import { Link } from '@tanstack/react-router';
import { exportDays, listExports } from '#contract/exports/endpoints.ts';
import { orderStatusLabels } from '#contract/order/status.ts';
import { Badge } from '#kit/display/badge.tsx';
import { formatDay, formatNumber } from '#kit/format/formats.ts';
import { Moment } from '#kit/display/moment.tsx';
import { RecordLink } from '#kit/record/record-link.tsx';
import { type Column, ListPage } from '#kit/list/list-page.tsx';
import type { RowOf } from '#kit/list/source.ts';

type Exported = RowOf<typeof listExports, 'exports'>;

/** Filters in words: `Lunas, from 1 Nov 2026, “putri”`. */
function describeFilter({ filter, names }: Exported): string {
  const { search, status, startDate, endDate, paidDate, productId } = filter;
  const parts = [
    status && orderStatusLabels[status],
    startDate && `from ${formatDay(startDate)}`,
    endDate && `until ${formatDay(endDate)}`,
    paidDate && `paid on ${formatDay(paidDate)}`,
    search && `“${search}”`,
    productId && (names.product ?? 'a deleted product'),
  ].filter(Boolean);
  return parts.join(', ');
}

function Sought(exported: Exported) {
  const { filter, names } = exported;
  const filters = describeFilter(exported);
  if (!filter.userId) return filters || 'All';
  return (
    <>
      {filters && `${filters}, `}of{' '}
      {names.user === null ? 'a deleted member' : <RecordLink kind="user" id={filter.userId} name={names.user} />}
    </>
  );
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
  { label: 'Filters', cell: Sought },
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
      title: 'No exports yet',
      text: `Exports of orders appear here for ${exportDays} days, with the person, the filters and the number of orders.`,
    }}
  />
);
ExportsPage.reads = listExports;
