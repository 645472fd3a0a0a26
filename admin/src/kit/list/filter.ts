/** Filters of a list's toolbar. */
import type { Choice, TabFilter } from './filter-tabs.tsx';
import type { DayFilter } from './day-chip.tsx';
import type { LookupFilter } from './lookup-chip.tsx';

export interface ChoiceFilter {
  /** Query parameter. */
  name: string;
  /** Label of the filter and of its first, empty option. */
  label: string;
  /** `isFormer`: offered only while it is applied, by an older view or link. */
  options: readonly (Choice & { isFormer?: boolean })[];
}

/** `isExtra`: shown while it is applied, and offered in a menu beside the others. */
export type Filter = (ChoiceFilter | DayFilter | LookupFilter | TabFilter) & { isExtra?: true };
