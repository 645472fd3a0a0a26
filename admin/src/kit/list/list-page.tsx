/**
 * A list as data: title, endpoint, columns, filters, row link. State is in the URL (domain.md, Routes; looks.md, List
 * page).
 */
import { Button } from '@mantine/core';
import { lazy, Suspense, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import type { Draft } from '#contract/draft.ts';
import type { Endpoint } from '#contract/kernel.ts';
import type { Create } from '../form/create-dialog.tsx';
import { keepFocus } from '../feedback/focus.ts';
import { PageAlert } from '../feedback/page-alert.tsx';
import { formatTotal } from '../format/formats.ts';
import { useLastSearch } from './last-search.ts';
import { Paging } from './paging.tsx';
import { RowsTable, type Column, type Sorting } from './rows-table.tsx';
import { type Search, span } from './list-state.ts';
import { endpointSource, type RowOf, type RowsKey, type RowsResult, type RowsSource } from './source.ts';
import { Toolbar, type Choice, type Filter, type SearchBox } from './toolbar.tsx';
import { useListKeys } from './use-list-keys.ts';
import { useListState } from './use-list-state.ts';
import { ErrorState, StaleNotice, EmptyState } from '../feedback/states.tsx';
import classes from './list-page.module.css';

/** Forms are loaded when one is wanted: the list does not wait for their code. */
const CreateDialog = lazy(async () => ({ default: (await import('../form/create-dialog.tsx')).CreateDialog }));

export type { Choice, Column, Filter, RowsSource, SearchBox };

export interface ListViewProps<Row> {
  title: string;
  columns: readonly Column<Row>[];
  /** Where a row leads; the first column is the link. */
  rowLink?: (row: Row) => string;
  /** Needed where there is no link. */
  rowKey?: (row: Row) => string;
  filters?: readonly Filter[];
  /** The query parameter `sort`. */
  sorts?: readonly Choice[];
  /** Absent: the list has no search. */
  search?: SearchBox;
  /** The one primary action; also the key `n`. */
  create?: Create<Draft, Endpoint> | undefined;
  /** Secondary actions, left of the primary one. */
  actions?: ReactNode;
  /** Why nothing may fit what is looked for, where that is not plain. */
  nothing?: (url: Search) => string | undefined;
  /** What this list is for, while it has nothing. */
  empty: { title: string; text: string };
}

/** With what it creates as its endpoint and draft type it. */
type Creating<View, S extends Draft, C extends Endpoint> = Omit<View, 'create'> & { create?: Create<S, C> };

interface ListPageProps<E extends Endpoint, Key extends RowsKey<E>> extends ListViewProps<RowOf<E, Key>> {
  call: E;
  /** The reply's key that holds the rows. */
  rows: Key;
}

/** The usual case: an endpoint's rows. */
export function ListPage<E extends Endpoint, Key extends RowsKey<E>, S extends Draft, C extends Endpoint>({
  call,
  rows,
  ...view
}: Creating<ListPageProps<E, Key>, S, C>) {
  const source = useMemo(() => endpointSource(call, rows), [call, rows]);
  return <SourceListPage source={source} {...view} />;
}

/** Rows from anywhere: `source.useRows` is a hook. */
export function SourceListPage<Row, S extends Draft, C extends Endpoint>({
  source,
  ...view
}: Creating<ListViewProps<Row> & { source: RowsSource<Row> }, S, C>) {
  const [isCreating, setCreating] = useState(false);
  const { state, url, change } = useListState(source.query);
  const result = source.useRows(state);
  const { title, create, search, filters = [], sorts = [] } = view;
  const begin = create && (() => setCreating(true));
  const { totalItems, isTotalCapped } = result;
  const { pages } = span(state, totalItems, isTotalCapped);
  const turn = (step: number) => {
    const next = state.page + step;
    if (result.rows && next >= 1 && next <= pages) change({ page: String(next) });
  };
  useListKeys(begin, turn);
  useLastSearch(url);
  const page = useRef<HTMLDivElement>(null);
  const isFiltered = [...filters.map(({ name }) => name), search?.name ?? 'search'].some((name) => url[name]);
  const clear = () => {
    change(Object.fromEntries([...filters.map(({ name }) => [name, '']), [search?.name ?? 'search', '']]));
    keepFocus(() => page.current?.querySelector<HTMLElement>('[data-list-search]'));
  };
  // Other rows are read from their top.
  useEffect(() => {
    page.current?.querySelector('[data-rows]')?.scrollTo({ top: 0 });
  }, [url]);
  return (
    <div ref={page} className={classes['page']}>
      <header className={classes['head']}>
        <h1>
          {title} {result.rows && <span>{formatTotal(totalItems, isTotalCapped)}</span>}
        </h1>
        <div className={classes['actions']} data-page-actions>
          {view.actions}
          {create && (
            <Button onClick={begin} aria-keyshortcuts="n">
              New {create.what}
            </Button>
          )}
        </div>
      </header>
      <PageAlert />
      <Toolbar label={title} state={state} change={change} search={search} filters={filters} sorts={sorts} />
      <Rows
        view={view}
        begin={begin}
        result={result}
        page={state.page}
        sorting={{ inForce: String(state['sort'] ?? ''), sortBy: (sort) => change({ sort }) }}
        expected={Math.min(state.pageSize, 20)}
        nothing={view.nothing?.(url)}
        clear={isFiltered ? clear : undefined}
        toFirst={() => change({ page: '1' })}
      />
      {result.rows && totalItems > 0 && (
        <Paging
          page={state.page}
          pageSize={state.pageSize}
          total={totalItems}
          isCapped={isTotalCapped}
          onPage={(page) => change({ page: String(page) })}
          onSize={(pageSize) => change({ pageSize: String(pageSize) })}
        />
      )}
      {create && isCreating && (
        <Suspense>
          <CreateDialog create={create} close={() => setCreating(false)} />
        </Suspense>
      )}
    </div>
  );
}

interface RowsProps<Row> {
  view: Omit<ListViewProps<Row>, 'create'> & { create?: { what: string } | undefined };
  begin: (() => void) | undefined;
  result: RowsResult<Row>;
  sorting: Sorting;
  page: number;
  expected: number;
  clear: (() => void) | undefined;
  nothing: string | undefined;
  toFirst: () => void;
}

/** The rows, or what there is instead of them. */
function Rows<Row>({
  view,
  begin,
  result,
  sorting,
  page,
  expected,
  clear,
  nothing = 'No row fits what you look for.',
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
          The list got shorter, or the address asks for more than there is.
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
  const rowKey =
    view.rowKey ??
    view.rowLink ??
    (() => {
      throw new Error(`The list "${view.title}" needs rowKey or rowLink`);
    });
  return (
    <>
      {error && <StaleNotice error={error} refetch={refetch} />}
      <RowsTable
        label={view.title}
        columns={view.columns}
        rows={rows}
        expected={expected}
        rowKey={rowKey}
        rowLink={view.rowLink}
        sorting={sorting}
        isStale={isPrevious}
      />
    </>
  );
}
