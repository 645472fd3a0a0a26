/** List of records that belong to a record, as a panel of its page with search, filters and paging. */
import { type ReactNode, useState } from 'react';
import type { Endpoint } from '#contract/kernel/endpoint.ts';
import { inputOf } from '../api/call.ts';
import { useCall } from '../api/use-call.ts';
import { ErrorState } from '../feedback/failures.tsx';
import { EmptyState } from '../feedback/states.tsx';
import { type ListState, readState } from '../list/list-state.ts';
import { usePanelSize } from '../list/list-memory.ts';
import { Paging } from '../list/paging.tsx';
import { type Column, RowsTable } from '../list/rows-table.tsx';
import type { RowOf, RowsKey } from '../list/source.ts';
import type { Filter } from '../list/filter.ts';
import { Toolbar } from '../list/toolbar.tsx';
import { Section } from './detail-page.tsx';

interface Props<E extends Endpoint, Key extends RowsKey<E>> {
  title: string;
  /** List endpoint with the record's id as a param. */
  call: E;
  rows: Key;
  id: string;
  /** Parameters that every page has. */
  query?: Record<string, string>;
  columns: readonly Column<RowOf<E, Key>>[];
  rowKey: (row: RowOf<E, Key>) => string;
  rowLink?: (row: RowOf<E, Key>) => string;
  search: string;
  filters?: readonly Filter[];
  actions?: ReactNode;
  /** Empty states: without any rows, and without matching ones. */
  empty: { title: string; text: string; action?: ReactNode };
  nothing: { title: string; text: string };
}

interface PageOf {
  totalItems: number;
  isTotalCapped?: boolean | undefined;
}

export function RowsOf<E extends Endpoint, Key extends RowsKey<E>>({
  call,
  rows: key,
  id,
  query,
  ...view
}: Props<E, Key>) {
  const { title, search, filters = [], actions, empty, nothing, ...table } = view;
  const usual = readState(call.query!, {});
  const [size, chooseSize] = usePanelSize(call.url, usual.pageSize);
  const [state, setState] = useState<ListState>({ ...usual, pageSize: size });
  const input = inputOf(call, { params: { id }, query: { ...state, ...query } });
  const { data, error, refetch, isPrevious } = useCall(call, input, { keepPrevious: true });
  const rows = data?.[key] as readonly RowOf<E, Key>[] | undefined;
  const page = data as PageOf | undefined;
  const isNarrowed = state.search !== '' || filters.some(({ name }) => state[name]);
  const isEmpty = page?.totalItems === 0;
  // In an empty list the action is in the empty state. It is rendered only after the response, so that it does not
  // move.
  const hasSettled = data !== undefined || error !== null;
  return (
    <Section title={title} actions={hasSettled && !(isEmpty && !isNarrowed) && actions}>
      {!(isEmpty && !isNarrowed) && (
        <Toolbar
          label={title}
          state={state}
          change={(next) => setState({ ...state, page: 1, ...next })}
          search={{ placeholder: search, hasNoKey: true }}
          filters={filters}
          sorts={[]}
        />
      )}
      {error && !data ? (
        <ErrorState error={error} refetch={refetch} what="list" />
      ) : isEmpty ? (
        <EmptyState title={(isNarrowed ? nothing : empty).title} action={!isNarrowed && empty.action}>
          {(isNarrowed ? nothing : empty).text}
        </EmptyState>
      ) : (
        <>
          <RowsTable label={title} rows={rows} expected={state.pageSize} isStale={isPrevious} {...table} />
          {page && (
            <Paging
              label={`Pages of ${title}`}
              page={state.page}
              pageSize={state.pageSize}
              total={page.totalItems}
              isCapped={page.isTotalCapped}
              onPage={(next) => setState({ ...state, page: next })}
              onSize={(pageSize) => {
                setState({ ...state, page: 1, pageSize });
                chooseSize(pageSize);
              }}
            />
          )}
        </>
      )}
    </Section>
  );
}
