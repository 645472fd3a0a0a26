/** Table of one side of a picker, with search, filters, paging and selection. */
import { type CSSProperties, type Dispatch, type ReactNode, type SetStateAction, useEffect } from 'react';
import { termNames } from '#contract/kernel/access-term.ts';
import type { Item, InvertedAssignment } from '#contract/kernel/assignment-row.ts';
import { ErrorState } from '#kit/feedback/failures.tsx';
import { categoryChoices } from '../course/categories.ts';
import { DraftsFold } from '../product/drafts-fold.tsx';
import { publicationFilter } from '#kit/display/publication.tsx';
import { Paging } from '#kit/list/paging.tsx';
import { type Column, RowsTable } from '#kit/list/rows-table.tsx';
import { Toolbar } from '#kit/list/toolbar.tsx';
import type { Selection } from '#kit/list/use-selection.ts';
import { keyOf, type Side, type SideState, type useFolding, type useSide } from './assignment-side.ts';
import classes from './assignment-picker.module.css';

interface Props {
  link: InvertedAssignment;
  side: Side;
  /** State that is listed. */
  state: SideState;
  drafts: ReturnType<typeof useFolding>['drafts'];
  setState: Dispatch<SetStateAction<SideState>>;
  /** Stores the page size. */
  chooseSize: (size: number) => void;
  result: ReturnType<typeof useSide>;
  columns: readonly Column<Item>[];
  rowLink?: ((item: Item) => string) | undefined;
  /** Number of rows being loaded, if known. */
  expected?: number | undefined;
  selection?: Selection<Item> | undefined;
  /** Shown if there are no rows. */
  nothing: ReactNode;
}

const categoryFilter = { name: 'category', label: 'Category', options: categoryChoices };
const conflictFilter = {
  name: 'withoutConflict',
  label: 'Conflicts',
  options: [{ value: 'true', label: 'Without conflict' }],
};

const termFilter = {
  name: 'term',
  label: 'Access',
  options: Object.entries(termNames).map(([value, label]) => ({ value, label })),
};

const filtersOf = ({ hasCategory, isSold, isExclusive, isTermed }: InvertedAssignment, side: Side) => [
  ...(hasCategory ? [categoryFilter] : []),
  ...(isSold ? [publicationFilter] : []),
  ...(isExclusive && side === 'available' ? [conflictFilter] : []),
  ...(isTermed && side === 'assigned' ? [termFilter] : []),
];

/** Reserves the height of the rows, at most the usual number, so that content below does not move while searching. */
const heightOf = (rows: number) => ({ '--rows': Math.min(rows, usualRows) }) as CSSProperties;
const usualRows = 5;

export function SideRows({ link, side, state, drafts, setState, chooseSize, result, ...shown }: Props) {
  const { many } = link;
  const { nothing, expected, ...table } = shown;
  const { data: reply } = result;
  const rows = reply && link.rowsOf(reply);
  const isGone = rows?.length === 0 && !result.isPrevious && state.page > 1;
  // When the last rows of a page are gone, goes to the previous page.
  useEffect(() => {
    if (isGone) setState((now) => ({ ...now, page: now.page - 1 }));
  }, [isGone, setState]);
  const isFolded = state.isPublished === 'true';
  const unfold = () => {
    // Drafts come last: goes to the page where they begin.
    const passed = reply && !reply.isTotalCapped ? Math.floor(reply.totalItems / state.pageSize) : 0;
    setState((now) => ({ ...now, isPublished: '', page: passed + 1 }));
  };
  return (
    <>
      <Toolbar
        key={side}
        label={many}
        state={state}
        change={(next) => setState((now) => ({ ...now, page: 1, ...next }))}
        search={{ placeholder: `Search ${many}`, hasNoKey: true }}
        filters={filtersOf(link, side)}
        sorts={[]}
      >
        <DraftsFold
          {...drafts}
          isShown={!isFolded}
          toggle={isFolded ? unfold : () => setState((now) => ({ ...now, isPublished: 'true', page: 1 }))}
        />
      </Toolbar>
      <div className={classes['rows']} style={heightOf(expected ?? (side === 'assigned' ? 2 : usualRows))}>
        {result.error && !rows ? (
          <ErrorState error={result.error} refetch={result.refetch} what="list" />
        ) : rows?.length === 0 && !result.isPrevious && !isGone ? (
          nothing
        ) : (
          <RowsTable
            label={`${side === 'assigned' ? 'Assigned' : 'Available'} ${many}`}
            rows={isGone ? undefined : rows}
            expected={expected ?? link.choiceSize()}
            rowKey={keyOf}
            rowName={(row) => row.name}
            isStale={result.isPrevious}
            {...table}
          />
        )}
        {!result.error && !reply && <div className={classes['pages']} />}
        {reply && reply.totalItems > 0 && (
          <Paging
            page={state.page}
            pageSize={state.pageSize}
            total={reply.totalItems}
            isCapped={reply.isTotalCapped}
            onPage={(page) => setState((now) => ({ ...now, page }))}
            onSize={(pageSize) => {
              setState((now) => ({ ...now, page: 1, pageSize }));
              chooseSize(pageSize);
            }}
          />
        )}
      </div>
    </>
  );
}
