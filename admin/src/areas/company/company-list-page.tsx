/** List of companies, with the seats that nobody claimed and the orders that are not paid. */
import { companies } from '#contract/company/endpoints.ts';
import { Badge } from '#kit/display/badge.tsx';
import { NameCell } from '#kit/display/thumbnail.tsx';
import { formatNumber } from '#kit/format/formats.ts';
import type { Column } from '#kit/list/column.tsx';
import { momentColumn } from '#kit/list/field-column.tsx';
import { RecordListPage } from '#kit/list/record-list-page.tsx';
import type { RowOf } from '#kit/list/source.ts';
import { newCompanyRows } from '#admin-shared/company/new-company.tsx';

type Company = RowOf<typeof companies.list, 'companies'>;

const columns: readonly Column<Company>[] = [
  { label: 'Company', sort: 'name', cell: ({ name, email }) => <NameCell name={name} sub={email} /> },
  { label: 'Contact person', cell: ({ contact }) => contact?.name ?? '–', hiddenBelow: 960 },
  {
    label: 'Seats unused',
    cell: ({ unusedSeats, seats }) => (seats === 0 ? '–' : `${formatNumber(unusedSeats)} of ${formatNumber(seats)}`),
    align: 'right',
    width: 130,
  },
  {
    label: 'Orders',
    cell: ({ totalOrders }) => formatNumber(totalOrders),
    align: 'right',
    width: 92,
    hiddenBelow: 840,
  },
  {
    label: 'Unpaid',
    cell: ({ unpaidOrders }) => (unpaidOrders > 0 ? <Badge colour="yellow">{`${unpaidOrders} unpaid`}</Badge> : '–'),
    width: 120,
    card: 'badge',
  },
  momentColumn('updatedAt', 'Changed', { hiddenBelow: 1080 }),
];

const yes = (label: string, other: string) => [
  { value: 'true', label },
  { value: 'false', label: other },
];
const filters = [
  { name: 'hasUnusedSeats', label: 'Unused seats', options: yes('With unused seats', 'Without unused seats') },
  { name: 'hasUnpaidOrders', label: 'Unpaid orders', options: yes('With unpaid orders', 'Without unpaid orders') },
];

export const CompanyListPage = () => (
  <RecordListPage
    title="Companies"
    of={companies}
    to="/company"
    columns={columns}
    filters={filters}
    search={{ placeholder: 'Search name, NPWP or e-mail' }}
    create={{ rows: newCompanyRows }}
    empty={{
      title: 'No companies yet',
      text: 'A company buys seats for its people: choose it on a new order.',
    }}
  />
);
CompanyListPage.reads = companies.list;
