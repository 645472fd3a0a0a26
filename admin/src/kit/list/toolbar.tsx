/** Search, filters as chips that show their value and clear with one click, sort. */
import { CloseButton } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { ListState } from './list-state.ts';
import type { ChangeList } from './use-list-state.ts';
import classes from './toolbar.module.css';

export interface Choice {
  value: string;
  label: string;
}

export interface Filter {
  /** The query parameter. */
  name: string;
  /** Also the first option, which is empty and applies no filter. */
  label: string;
  options: readonly Choice[];
}

export interface SearchBox {
  /** The query parameter, `search` unless said. */
  name?: string;
  placeholder: string;
}

interface Props {
  /** What is listed, for the name of the region. */
  label: string;
  state: ListState;
  change: ChangeList;
  search: SearchBox | undefined;
  filters: readonly Filter[];
  sorts: readonly Choice[];
  children?: ReactNode;
}

export function Toolbar({ label, state, change, search, filters, sorts, children }: Props) {
  return (
    <div className={classes['toolbar']} role="search" aria-label={`Find in ${label}`}>
      {search && <SearchField key={search.name} box={search} inForce={String(state[search.name ?? 'search'] ?? '')} change={change} />}
      {filters.map((filter) => <FilterChip key={filter.name} filter={filter} value={state[filter.name]} change={change} />)}
      {children}
      {sorts.length > 0 && (
        <label className={classes['sort']}>
          <span>Sort</span>
          <select value={String(state['sort'] ?? '')} onChange={(event) => change({ sort: event.currentTarget.value })}>
            {sorts.map(({ value, label }) => <option key={value} value={value}>{label}</option>)}
          </select>
        </label>
      )}
    </div>
  );
}

/** What is typed is apart from what is in force, which follows when the typing pauses (domain.md, Routes). */
function SearchField({ box, inForce, change }: { box: SearchBox; inForce: string; change: ChangeList }) {
  const name = box.name ?? 'search';
  const [typed, setTyped] = useState(inForce);
  const sent = useRef(inForce);
  const apply = useDebouncedCallback((text: string) => {
    sent.current = text.trim();
    change({ [name]: sent.current }, true);
  }, 250);
  useEffect(() => {
    // The back button, a cleared filter: the field follows what it did not send itself.
    if (inForce === sent.current) return;
    sent.current = inForce;
    setTyped(inForce);
  }, [inForce]);
  const type = (text: string) => { setTyped(text); apply(text); };
  return (
    <div className={classes['search']}>
      <IconSearch size={16} stroke={1.8} aria-hidden />
      <input data-list-search type="text" inputMode="search" enterKeyHint="search" autoComplete="off" spellCheck={false}
        aria-label={box.placeholder} placeholder={box.placeholder} aria-keyshortcuts="/" value={typed}
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={(event) => { if (event.key === 'Enter') apply.flush(); if (event.key === 'Escape' && typed) type(''); }} />
      {typed ? <CloseButton size="sm" aria-label="Clear the search" onClick={() => type('')} /> : <kbd aria-hidden>/</kbd>}
    </div>
  );
}

function FilterChip({ filter, value, change }: { filter: Filter; value: unknown; change: ChangeList }) {
  const current = value === undefined ? '' : String(value);
  return (
    <span className={classes['chip']} data-on={current !== '' || undefined}>
      {current !== '' && <span aria-hidden>{filter.label}</span>}
      <select aria-label={filter.label} value={current} onChange={(event) => change({ [filter.name]: event.currentTarget.value })}>
        <option value="">{filter.label}</option>
        {filter.options.map(({ value: option, label }) => <option key={option} value={option}>{label}</option>)}
      </select>
      {current !== '' && <CloseButton size="xs" aria-label={`Clear ${filter.label}`} onClick={() => change({ [filter.name]: '' })} />}
    </span>
  );
}
