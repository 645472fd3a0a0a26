/**
 * Search, filters as chips that show their value and clear with one click, sort. Each part is drawn again only when its
 * own value changes: another page draws none of them.
 */
import { CloseButton, SegmentedControl } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { memo, type ReactNode } from 'react';
import { DayChip, type DayFilter } from './day-chip.tsx';
import { FoundChip, type FoundFilter } from './found-chip.tsx';
import type { ListState } from './list-state.ts';
import type { ChangeList } from './use-list-state.ts';
import { useTyped } from './use-typed.ts';
import classes from './toolbar.module.css';

export interface Choice {
  value: string;
  label: string;
}

export interface ChoiceFilter {
  /** The query parameter. */
  name: string;
  /** Also the first option, which is empty and applies no filter. */
  label: string;
  options: readonly Choice[];
}

/** Parts of what there is, of which one is always shown: the contract says which at first. */
export interface TabFilter {
  name: string;
  label: string;
  tabs: readonly Choice[];
}

export type Filter = ChoiceFilter | DayFilter | FoundFilter | TabFilter;

export interface SearchBox {
  /** The query parameter, `search` unless said. */
  name?: string;
  placeholder: string;
  /** Looked for while it is typed are such texts alone, as they are; others on Enter. */
  isWhole?: (text: string) => boolean;
  /** The key `/` is another field's. */
  hasNoKey?: boolean;
}

interface Props {
  /** What is listed, for the name of the region. */
  label: string;
  state: ListState;
  change: ChangeList;
  search: SearchBox | undefined;
  filters: readonly Filter[];
  sorts: readonly Choice[];
  /** The headings sort: the choice is for cards, which have none. */
  areSortsAside?: boolean;
  /** At the end. */
  children?: ReactNode;
}

export function Toolbar({ label, state, change, search, filters, sorts, areSortsAside, children }: Props) {
  return (
    <div className={classes['toolbar']} role="search" aria-label={`Find in ${label}`}>
      {search && (
        <SearchField
          key={search.name}
          box={search}
          inForce={String(state[search.name ?? 'search'] ?? '')}
          change={change}
        />
      )}
      {filters.map((filter) => {
        const inForce = String(state[filter.name] ?? '');
        if ('tabs' in filter) return <Tabs key={filter.name} filter={filter} inForce={inForce} change={change} />;
        if ('useFound' in filter)
          return <FoundChip key={filter.name} filter={filter} inForce={inForce} change={change} />;
        return 'options' in filter ? (
          <ChoiceChip key={filter.name} filter={filter} inForce={inForce} change={change} />
        ) : (
          <DayChip key={filter.name} filter={filter} inForce={inForce} change={change} />
        );
      })}
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
  inForce: string;
  change: ChangeList;
}

const SearchField = memo(function SearchField({ box, inForce, change }: SearchFieldProps) {
  const { typed, type, flush } = useTyped(box.name ?? 'search', inForce, change, box);
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
  inForce: string;
  change: ChangeList;
}

const Tabs = memo(function Tabs({ filter: { name, label, tabs }, inForce, change }: ChipProps<TabFilter>) {
  return (
    <SegmentedControl
      className={classes['tabs']}
      size="xs"
      aria-label={label}
      data={[...tabs]}
      value={inForce}
      onChange={(value) => change({ [name]: value })}
    />
  );
});

const ChoiceChip = memo(function ChoiceChip({
  filter: { name, label, options },
  inForce,
  change,
}: ChipProps<ChoiceFilter>) {
  const isOn = inForce !== '';
  return (
    <span className={classes['chip']} data-on={isOn || undefined}>
      {isOn && <span aria-hidden>{label}</span>}
      <select aria-label={label} value={inForce} onChange={(event) => change({ [name]: event.currentTarget.value })}>
        <option value="">{label}</option>
        {options.map(({ value, label: words }) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
      {isOn && <CloseButton size="xs" aria-label={`Clear ${label}`} onClick={() => change({ [name]: '' })} />}
    </span>
  );
});
