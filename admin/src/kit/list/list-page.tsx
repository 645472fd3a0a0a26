/**
 * List page, configured as data: title, endpoint, columns, filters, row link. Its state is in the URL (domain.md,
 * Routes; looks.md, List page).
 */
import { Button } from '@mantine/core';
import { lazy, Suspense, useMemo, useRef, type ReactNode, useEffect, useState } from 'react';
import type { Draft } from '#contract/kernel/draft.ts';
import type { Endpoint } from '#contract/kernel/endpoint.ts';
import type { Create } from '../form/create-dialog.tsx';
import { PageHeading } from '../display/page-heading.tsx';
import { focusAfterRender } from '../feedback/focus.ts';
import { PageAlert } from '../feedback/page-alert.tsx';
import { typeAhead } from '../feedback/type-ahead.ts';
import { formatTotal } from '../format/formats.ts';
import { ColumnsMenu } from './columns-menu.tsx';
import { type Choice, FilterTabs } from './filter-tabs.tsx';
import { useLastSearch } from './last-search.ts';
import { Paging } from './paging.tsx';
import { Rows } from './list-rows.tsx';
import type { Peek } from './peek.ts';
import type { Column } from './rows-table.tsx';
import { isShownByHeading, sortChoices, sortingOf } from './sorts.ts';
import { type ListState, type Search, span } from './list-state.ts';
import { endpointSource, type RowOf, type RowsKey, type RowsSource } from './source.ts';
import type { Filter } from './filter.ts';
import { Toolbar, type SearchBox } from './toolbar.tsx';
import { useChoices } from './use-columns.ts';
import { useListKeys } from './use-list-keys.ts';
import { type Selecting, useListSelection } from './use-list-selection.tsx';
import { type ChangeList, useListState } from './use-list-state.ts';
import { PeekBeside } from './use-peek.tsx';
import { useRootMark } from '../use-root-mark.ts';
import { useRowsPlace } from './use-restored-position.ts';
import { SaveView } from './save-view.tsx';
import { Views } from './views.tsx';
import classes from './list-page.module.css';
import { useNavigate, useSearch } from '@tanstack/react-router';

/** Loaded on demand, so that the list does not wait for the code of forms. */
const CreateDialog = lazy(async () => ({ default: (await import('../form/create-dialog.tsx')).CreateDialog }));

export type { Choice, Column, Filter, RowsSource, SearchBox };

export interface ListViewProps<Row> {
  title: string;
  columns: readonly Column<Row>[];
  /** Path that a row links to; the link is in the first column. */
  rowLink?: (row: Row) => string;
  /** Key of a row; its id if the row has a page or a peek. */
  rowKey: (row: Row) => string;
  filters?: readonly Filter[];
  /** Sorts offered beside the filters. Absent: the headings sort, and cards get a select. */
  sorts?: readonly Choice[];
  /** Absent: no search. */
  search?: SearchBox;
  /** Primary action; its shortcut is `n`. */
  create?: Create<Draft, Endpoint> | undefined;
  /** Content of the panel beside the list for a row. */
  peek?: Peek<Row>;
  /** Bulk actions; absent: rows cannot be selected. */
  selection?: Selecting<Row> | undefined;
  /** Notice below the title. */
  notice?: ReactNode;
  /** Content between toolbar and rows, for what is not always there. */
  summary?: ReactNode;
  /** Content in place of the rows, for a search that does not say yet which rows to list. */
  instead?: ReactNode;
  /** Totals of the matching rows, in the footer. */
  totals?: ReactNode;
  /** Secondary actions, left of the primary one. */
  actions?: ReactNode;
  /** Explains an empty result where the reason is not obvious. */
  nothing?: (url: Search) => ReactNode;
  /** Empty state of a list without any rows. */
  empty: { title: string; text: string };
}

/** Types `create` with the given endpoint and draft. */
type Creating<View, S extends Draft, C extends Endpoint> = Omit<View, 'create'> & { create?: Create<S, C> };

interface ListPageProps<E extends Endpoint, Key extends RowsKey<E>> extends ListViewProps<RowOf<E, Key>> {
  call: E;
  /** Key of the reply that contains the rows. */
  rows: Key;
}

/** List of an endpoint's rows. */
export function ListPage<E extends Endpoint, Key extends RowsKey<E>, S extends Draft, C extends Endpoint>({
  call,
  rows,
  ...view
}: Creating<ListPageProps<E, Key>, S, C>) {
  const source = useMemo(() => endpointSource(call, rows), [call, rows]);
  return <SourceListPage source={source} {...view} />;
}

/** List of rows from any source; `source.useRows` is a hook. */
export function SourceListPage<Row, S extends Draft, C extends Endpoint>({
  source,
  ...view
}: Creating<ListViewProps<Row> & { source: RowsSource<Row> }, S, C>) {
  const [isCreating, setCreating] = useCreating();
  const list = useListState(source.query);
  const { path, state, url, change } = list;
  const result = source.useRows(state);
  const { title, create, search, filters = [], sorts } = view;
  const { columns, columnChoice, savable, setSize, isFitting } = useChoices(source.query, view, list);
  const sorting = sortingOf(source.query, state, change);
  const begin =
    create &&
    (() => {
      typeAhead();
      setCreating(true);
    });
  const { totalItems, isTotalCapped } = result;
  const { pages } = span(state, totalItems, isTotalCapped);
  const turn = (step: number) => {
    const next = state.page + step;
    if (result.rows && next >= 1 && next <= pages) change({ page: String(next) });
  };
  useListKeys(begin, turn);
  useLastSearch(path);
  useRootMark('list');
  const page = useRef<HTMLDivElement>(null);
  const narrowing = [...filters.map(({ name }) => name), search?.name ?? 'search', search?.found ?? []].flat();
  const isFiltered = narrowing.some((name) => url[name]);
  const searchField = () => page.current?.querySelector<HTMLElement>('[data-list-search]');
  const clear = () => {
    change(Object.fromEntries(narrowing.map((name) => [name, ''])));
    focusAfterRender(searchField);
  };
  useRowsPlace(page, JSON.stringify(state), result.rows !== undefined && !result.isPrevious);
  const shown = { source, state, result, keyOf: view.rowKey, page };
  const { selection, bar } = useListSelection(view.selection, shown);
  return (
    <div ref={page} className={classes['page']} data-list-page>
      <Head
        view={view}
        total={result.rows && !view.instead && formatTotal(totalItems, isTotalCapped)}
        state={state}
        change={change}
        begin={begin}
      />
      <PageAlert />
      {view.notice}
      <Views path={path} title={title} savable={savable} hidden={columnChoice.hidden} />
      <Toolbar
        label={title}
        state={state}
        change={change}
        search={search}
        filters={filters}
        sorts={sorts ?? sortChoices(sorting.words, view.columns)}
        areSortsAside={!sorts && isShownByHeading(sorting, columns)}
      >
        <SaveView path={path} savable={savable} hidden={columnChoice.hidden} />
        <ColumnsMenu first={view.columns[0]?.label ?? ''} choice={columnChoice} />
      </Toolbar>
      {view.summary}
      {view.instead || (
        <Rows
          view={view}
          columns={columns}
          begin={begin}
          result={result}
          selection={selection}
          page={state.page}
          sorting={sorting}
          expected={Math.min(state.pageSize, 20)}
          nothing={view.nothing?.(url)}
          clear={isFiltered ? clear : undefined}
          toFirst={() => change({ page: '1' })}
        />
      )}
      {result.rows && totalItems > 0 && (
        <Paging
          page={state.page}
          pageSize={state.pageSize}
          total={totalItems}
          isCapped={isTotalCapped}
          onPage={(page) => change({ page: String(page) })}
          onSize={setSize}
          isFitting={isFitting}
        >
          {view.totals}
        </Paging>
      )}
      {bar}
      <PeekBeside peek={view.peek} rowKey={view.rowKey} rows={result.rows} />
      {create && isCreating && (
        <Suspense>
          <CreateDialog create={create} close={() => setCreating(false)} />
        </Suspense>
      )}
    </div>
  );
}

interface HeadProps {
  view: Pick<ListViewProps<never>, 'title' | 'filters' | 'actions' | 'create'>;
  /** Number of rows as text, once they are loaded. */
  total: string | undefined | false;
  state: ListState;
  change: ChangeList;
  begin: (() => void) | undefined;
}

/** Title with the total, tabs of a filter, actions. */
const Head = ({ view: { title, filters, actions, create }, total, state, change, begin }: HeadProps) => (
  <header className={classes['head']}>
    <PageHeading title={title} total={total} />
    {filters?.map(
      (filter) =>
        'tabs' in filter && (
          <FilterTabs key={filter.name} filter={filter} applied={String(state[filter.name] ?? '')} change={change} />
        ),
    )}
    <div className={classes['actions']} data-page-actions>
      {actions}
      {create && (
        <Button onClick={begin} aria-keyshortcuts="n">
          New {create.what}
        </Button>
      )}
    </div>
  </header>
);

/** State of the creation dialog; `?new` in the URL opens it and is then removed. */
function useCreating() {
  const [isCreating, setCreating] = useState(false);
  const isRequested = useSearch({ strict: false, select: (search: Search) => search['new'] !== undefined });
  const navigate = useNavigate();
  useEffect(() => {
    if (!isRequested) return;
    setCreating(true);
    const search = (now: Search): Search => ({ ...now, new: undefined });
    void navigate({ to: '.', search, replace: true, resetScroll: false });
  }, [isRequested, navigate]);
  return [isCreating, setCreating] as const;
}
