/** Sorting of a list by its headings, or by a select where there are none, as the contract allows. Pure functions. */
import type { Schema } from '#contract/kernel/endpoint.ts';
import { isDescending, sortedField, sortsOf } from '#contract/kernel/sorts.ts';
import type { ListState } from './list-state.ts';
import type { Choice } from './filter-tabs.tsx';
import type { ChangeList } from './use-list-state.ts';

/** Sorts of a list, the applied one, and its setter. */
export interface Sorting {
  /** Sorts of the contract; the first is the default. */
  words: readonly string[];
  applied: string;
  sortBy: (word: string) => void;
}

/** Sorting of a list's state; a change goes to the URL. */
export const sortingOf = (query: Schema, { sort }: ListState, change: ChangeList): Sorting => ({
  words: sortsOf(query),
  applied: String(sort ?? ''),
  sortBy: (word) => change({ sort: word }),
});

interface Sortable {
  label: string;
  sort?: string;
}

const waysOf = (words: readonly string[], field: string | undefined) =>
  words.filter((word) => sortedField(word) === field);

/**
 * State of a heading and the sort that a click requests: the column's sorts in turn, then the default, which the URL
 * omits.
 */
export function headingOf({ words, applied }: Pick<Sorting, 'words' | 'applied'>, { sort }: Sortable) {
  const ways = waysOf(words, sort);
  if (!ways[0]) return undefined;
  const at = ways.indexOf(applied);
  const isDefault = ways.includes(words[0] ?? '');
  const next = ways[at + 1] ?? (isDefault ? ways[0] : '');
  const way = at < 0 ? undefined : isDescending(applied) ? ('down' as const) : ('up' as const);
  return { way, next: next === words[0] ? '' : next };
}

/** Sorts without a column. */
const ages: Readonly<Record<string, string>> = { '-createdAt': 'Newest', createdAt: 'Oldest' };

/** All sorts as choices with column and direction, in the contract's order. */
export const sortChoices = (words: readonly string[], columns: readonly Sortable[]): readonly Choice[] =>
  words.flatMap((value) => {
    const column = columns.find(({ sort }) => sort === sortedField(value));
    const label = column ? `${column.label} ${isDescending(value) ? '↓' : '↑'}` : ages[value];
    return label ? [{ value, label }] : [];
  });

/** Whether a heading shows the current sort, or it is the default. */
export const isShownByHeading = ({ words, applied }: Pick<Sorting, 'words' | 'applied'>, shown: readonly Sortable[]) =>
  applied === words[0] || shown.some(({ sort }) => sort === sortedField(applied));
