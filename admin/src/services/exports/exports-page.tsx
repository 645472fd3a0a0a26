/**
 * Log of exports: who, when, with which filters, and how many rows were read. No filters, selection or views: nothing is
 * done with an entry, and it is looked for by the person.
 */
import { Link } from '@tanstack/react-router';
import { exportDays, exportFilters, exportKinds, listExports } from '#contract/exports/endpoints.ts';
import { fieldAt } from '#contract/kernel/draft.ts';
import { id } from '#contract/kernel/fields.ts';
import { orderStatusLabels } from '#contract/order/status.ts';
import { roleNames } from '#contract/user/account.ts';
import { Badge } from '#kit/display/badge.tsx';
import { formatDay, formatNumber } from '#kit/format/formats.ts';
import { Moment } from '#kit/display/moment.tsx';
import { type Column, ListPage } from '#kit/list/list-page.tsx';
import type { RowOf } from '#kit/list/source.ts';

type Exported = RowOf<typeof listExports, 'exports'>;

const values: Readonly<Record<string, string>> = { ...orderStatusLabels, ...roleNames, true: 'yes', false: 'no' };

function inWords(value: string): string {
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return formatDay(value);
  return id.safeParse(value).success ? 'a deleted record' : (values[value] ?? value);
}

/** Filters in words: `Status: Lunas, From: 1 Nov 2026, “putri”`. */
function describeFilter({ kind, filter, names }: Exported): string {
  const parts = Object.entries(filter)
    .filter(([, value]) => value !== '')
    .map(([name, value]) =>
      name === 'search'
        ? `“${value}”`
        : `${fieldAt(exportFilters[kind], name)?.label ?? name}: ${names[name] ?? inWords(value)}`,
    );
  return parts.join(', ') || 'All';
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
  { label: 'What', cell: ({ kind }) => exportKinds[kind], width: 110, card: 'fact' },
  { label: 'Filters', cell: describeFilter, card: 'fact' },
  { label: 'Read', cell: (exported) => <State {...exported} />, width: 150, card: 'badge' },
  { label: 'When', cell: ({ createdAt }) => <Moment at={createdAt} />, align: 'right', width: 150, card: 'fact' },
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
      text: `Exports of orders, people and papers appear here for ${exportDays} days, with who exported, the filters and the number of rows.`,
    }}
  />
);
ExportsPage.reads = listExports;
