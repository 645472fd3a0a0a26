/** Table that is sorted and paged in the browser, with sort and page in the URL. */
import { withReverse, isDescending, sortedField } from '#contract/kernel/sorts.ts';
import { Paging } from '#kit/list/paging.tsx';
import { type Column, RowsTable } from '#kit/list/rows-table.tsx';
import type { SalesState } from './use-sales.ts';

const pageSize = 20;
const fields = ['orders', 'gross', 'discounts', 'paid', 'refunded', 'net'];
/** Sort words in the order of the contract's lists: the default first. */
const sortsOf = (first: string, name: string): readonly string[] => [
  ...new Set<string>(withReverse(first, ...fields.map((field) => `-${field}`), name)),
];

function compare(one: unknown, other: unknown): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return String(one).localeCompare(String(other), 'id');
}

interface TableProps<Row> {
  label: string;
  /** undefined: not loaded yet. */
  rows: readonly Row[] | undefined;
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => string;
  /** Default sort, and the field of the first column. */
  first: string;
  name: string;
  state: SalesState;
}

export function SortedTable<Row extends object>({ label, rows, columns, rowKey, first, name, state }: TableProps<Row>) {
  const words = sortsOf(first, name);
  const applied = words.includes(state.sort) ? state.sort : first;
  const field = sortedField(applied);
  const sign = isDescending(applied) ? -1 : 1;
  const sorted = rows?.toSorted(
    (one, other) =>
      sign * compare(one[field as keyof Row], other[field as keyof Row]) || compare(rowKey(one), rowKey(other)),
  );
  const total = rows?.length ?? 0;
  const page = Math.min(state.page, Math.max(1, Math.ceil(total / pageSize)));
  return (
    <>
      <RowsTable
        label={label}
        columns={columns}
        rows={sorted?.slice((page - 1) * pageSize, page * pageSize)}
        expected={pageSize}
        rowKey={rowKey}
        sorting={{ words, applied, sortBy: (sort) => state.change({ sort }, true) }}
        isStale={state.isPrevious}
      />
      {total > pageSize && (
        <Paging
          page={page}
          pageSize={pageSize}
          total={total}
          onPage={(next) => state.change({ page: String(next) }, true)}
        />
      )}
    </>
  );
}
