/** How a list is sorted by its headings, and by a choice where there are none: the contract's words say what can be. Pure. */
import type { Schema } from '#contract/kernel.ts';
import { isFalling, sortedField, sortsOf } from '#contract/sorts.ts';
import type { ListState } from './list-state.ts';
import type { Choice } from './toolbar.tsx';
import type { ChangeList } from './use-list-state.ts';

export interface Sorting {
  /** As the contract offers them; the first is in force unless another is said. */
  words: readonly string[];
  inForce: string;
  sortBy: (word: string) => void;
}

export const sortingOf = (query: Schema, { sort }: ListState, change: ChangeList): Sorting => ({
  words: sortsOf(query),
  inForce: String(sort ?? ''),
  sortBy: (word) => change({ sort: word }),
});

interface Sortable {
  label: string;
  sort?: string;
}

const waysOf = (words: readonly string[], field: string | undefined) =>
  words.filter((word) => sortedField(word) === field);

/** What a heading asks for next: its ways one after the other, and then the list's own order, which no address names. */
export function headingOf({ words, inForce }: Pick<Sorting, 'words' | 'inForce'>, { sort }: Sortable) {
  const ways = waysOf(words, sort);
  if (!ways[0]) return undefined;
  const at = ways.indexOf(inForce);
  const isOwn = ways.includes(words[0] ?? '');
  const next = ways[at + 1] ?? (isOwn ? ways[0] : '');
  const way = at < 0 ? undefined : isFalling(inForce) ? ('down' as const) : ('up' as const);
  return { way, next: next === words[0] ? '' : next };
}

/** Of what no column tells. */
const ages: Readonly<Record<string, string>> = { '-createdAt': 'Newest', createdAt: 'Oldest' };

/** Every order by its column and way, in the order of the words. */
export const sortChoices = (words: readonly string[], columns: readonly Sortable[]): readonly Choice[] =>
  words.flatMap((value) => {
    const column = columns.find(({ sort }) => sort === sortedField(value));
    const label = column ? `${column.label} ${isFalling(value) ? '↓' : '↑'}` : ages[value];
    return label ? [{ value, label }] : [];
  });

/** Whether a heading tells the order, or it is the list's own. */
export const isToldByHeading = ({ words, inForce }: Pick<Sorting, 'words' | 'inForce'>, shown: readonly Sortable[]) =>
  inForce === words[0] || shown.some(({ sort }) => sort === sortedField(inForce));
