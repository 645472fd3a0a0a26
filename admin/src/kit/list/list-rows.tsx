/** Rows of a list, or its error or empty state. */
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { ErrorState, StaleNotice } from '../feedback/failures.tsx';
import { EmptyState } from '../feedback/states.tsx';
import type { Peek } from './peek.ts';
import { RowsTable, type Column } from './rows-table.tsx';
import type { Sorting } from './sorts.ts';
import type { RowsResult } from './source.ts';
import type { Selecting } from './use-list-selection.tsx';
import type { Selection } from './use-selection.ts';

interface RowsProps<Row> {
  view: {
    title: string;
    rowKey: (row: Row) => string;
    rowLink?: (row: Row) => string;
    peek?: Peek<Row>;
    selection?: Selecting<Row> | undefined;
    empty: { title: string; text: string };
    create?: { what: string } | undefined;
  };
  columns: readonly Column<Row>[];
  /** Opens the dialog that creates a record. */
  begin: (() => void) | undefined;
  result: RowsResult<Row>;
  selection: Selection<Row> | undefined;
  sorting: Sorting;
  page: number;
  /** Number of placeholder rows while the first rows are loading. */
  expected: number;
  /** Clears search and filters; undefined if none is set. */
  clear: (() => void) | undefined;
  nothing: ReactNode;
  toFirst: () => void;
}

export function Rows<Row>({
  view,
  columns,
  begin,
  result,
  selection,
  sorting,
  page,
  expected,
  clear,
  nothing = 'No matches. Try another search or filter.',
  toFirst,
}: RowsProps<Row>) {
  const { rows, error, refetch, totalItems, isPrevious } = result;
  if (error && !rows) return <ErrorState error={error} refetch={refetch} what="list" />;
  if (rows?.length === 0 && !isPrevious) {
    if (page > 1 && totalItems > 0) {
      return (
        <EmptyState
          title="There is no such page"
          action={
            <Button variant="default" onClick={toFirst}>
              To the first page
            </Button>
          }
        >
          The list is shorter now, or the address is wrong.
        </EmptyState>
      );
    }
    if (clear)
      return (
        <EmptyState
          title="Nothing matches"
          action={
            <Button variant="default" onClick={clear}>
              Clear search and filters
            </Button>
          }
        >
          {nothing}
        </EmptyState>
      );
    const { empty, create } = view;
    return (
      <EmptyState title={empty.title} action={create && <Button onClick={begin}>New {create.what}</Button>}>
        {empty.text}
      </EmptyState>
    );
  }
  return (
    <>
      {error && <StaleNotice error={error} refetch={refetch} />}
      <RowsTable
        label={view.title}
        columns={columns}
        rows={rows}
        expected={expected}
        rowKey={view.rowKey}
        rowLink={view.rowLink}
        rowName={view.selection?.name}
        selection={selection}
        peek={view.peek}
        sorting={sorting}
        isStale={isPrevious}
      />
    </>
  );
}
