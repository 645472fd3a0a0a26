/**
 * Toolbar of a list: search, filter chips with clear buttons, and sort. The parts are memoized, so that changing the page
 * renders none of them.
 */
import { CloseButton } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { memo, type ReactNode, useCallback } from 'react';
import { maxSearchLength } from '#contract/kernel/fields.ts';
import type { Choice } from './filter-tabs.tsx';
import type { ChoiceFilter, Filter } from './filter.ts';
import { DayChip } from './day-chip.tsx';
import { LookupChip } from './lookup-chip.tsx';
import type { ListState } from './list-state.ts';
import type { ChangeList } from './use-list-state.ts';
import { useDebouncedText } from './use-debounced-text.ts';
import { useExtraFilters } from './extra-filters.tsx';
import classes from './toolbar.module.css';

export interface SearchBox {
  /** Query parameter; default: `search`. */
  name?: string;
  placeholder: string;
  /** Query parameter of what a search found: the field shows it, and another text replaces it. */
  found?: string;
  /** Without the shortcut `/`, which belongs to another field. */
  hasNoKey?: boolean;
}

interface Props {
  /** Name of the list, for the region's label. */
  label: string;
  state: ListState;
  change: ChangeList;
  search: SearchBox | undefined;
  filters: readonly Filter[];
  sorts: readonly Choice[];
  /** The headings sort; the select is shown on cards only. */
  areSortsAside?: boolean;
  /** Content at the end. */
  children?: ReactNode;
}

export function Toolbar({ label, state, change, search, filters, sorts, areSortsAside, children }: Props) {
  const { shown, menu, changeFilter } = useExtraFilters(filters, state, change);
  return (
    <div className={classes['toolbar']} role="search" aria-label={`Find in ${label}`}>
      {search && (
        <SearchField
          key={search.name}
          box={search}
          applied={String(state[search.name ?? 'search'] || (search.found && state[search.found]) || '')}
          change={change}
        />
      )}
      {shown.map((filter) => {
        // Beside the title (filter-tabs.tsx).
        if ('tabs' in filter) return null;
        const value = String(state[filter.name] ?? '');
        const isTab = filters.some((one) => 'tabs' in one && one.name === filter.name && one.tabs.some((tab) => tab.value === value)); // prettier-ignore
        const applied = isTab ? '' : value;
        if ('useSearch' in filter)
          return <LookupChip key={filter.name} filter={filter} applied={applied} change={changeFilter} />;
        return 'options' in filter ? (
          <ChoiceChip key={filter.name} filter={filter} applied={applied} change={changeFilter} />
        ) : (
          <DayChip key={filter.name} filter={filter} applied={applied} change={changeFilter} />
        );
      })}
      {menu}
      <div className={classes['end']}>
        {sorts.length > 0 && (
          <label className={classes['sort']} data-aside={areSortsAside || undefined}>
            <span aria-hidden>Sort</span>
            <select
              aria-label="Sort"
              value={String(state['sort'] ?? '')}
              onChange={(event) => change({ sort: event.currentTarget.value })}
            >
              {sorts.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          </label>
        )}
        {children}
      </div>
    </div>
  );
}

interface SearchFieldProps {
  box: SearchBox;
  applied: string;
  change: ChangeList;
}

const SearchField = memo(function SearchField({ box, applied, change }: SearchFieldProps) {
  const { found } = box;
  const search = useCallback<ChangeList>(
    (typed, replace) => change(found ? { ...typed, [found]: '' } : typed, replace),
    [change, found],
  );
  const { typed, type, flush } = useDebouncedText(box.name ?? 'search', applied, search);
  return (
    <div className={classes['search']}>
      <IconSearch size={16} stroke={1.8} aria-hidden />
      <input
        data-list-search
        type="text"
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        spellCheck={false}
        // What is pasted is cut: a link to WhatsApp carries a whole message after the number.
        maxLength={maxSearchLength}
        aria-label={box.placeholder}
        placeholder={box.placeholder}
        aria-keyshortcuts={box.hasNoKey ? undefined : '/'}
        value={typed}
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') flush();
          if (event.key === 'Escape' && typed) type('');
        }}
      />
      {typed ? (
        <CloseButton size="sm" aria-label="Clear the search" onClick={() => type('')} />
      ) : (
        !box.hasNoKey && <kbd aria-hidden>/</kbd>
      )}
    </div>
  );
});

interface ChipProps<F> {
  filter: F;
  applied: string;
  change: ChangeList;
}

const ChoiceChip = memo(function ChoiceChip({
  filter: { name, label, options },
  applied,
  change,
}: ChipProps<ChoiceFilter>) {
  const isOn = applied !== '';
  return (
    <span className={classes['chip']} data-on={isOn || undefined}>
      {isOn && <span aria-hidden>{label}</span>}
      <select aria-label={label} value={applied} onChange={(event) => change({ [name]: event.currentTarget.value })}>
        <option value="">{label}</option>
        {options
          .filter(({ value, isFormer }) => !isFormer || value === applied)
          .map(({ value, label: words }) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
      </select>
      {isOn && <CloseButton size="sm" aria-label={`Clear ${label}`} onClick={() => change({ [name]: '' })} />}
    </span>
  );
});
