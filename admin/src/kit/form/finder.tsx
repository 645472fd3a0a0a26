/** Chooses one of many by a part of what it is called: the server searches, ten or twenty are offered. */
import { Select, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import type { ApiError } from '../api/api-error.ts';

export interface Found {
  value: string;
  label: string;
  /** Below the name: an e-mail, a price. */
  hint?: string;
}

export interface Finding {
  found: readonly Found[];
  /** Of what is not asked yet, or not answered, nothing can be said. */
  isSettled: boolean;
  error: ApiError | null;
}

interface Props {
  /** Of the field, for who leads the focus to it. */
  id?: string;
  label: string;
  placeholder: string;
  description?: string;
  error?: string | undefined;
  /** "No such member" */
  nothing: string;
  /** What is chosen, and stands in the field; with `keeps` false the field is empty again after each choice. */
  chosen?: Found | undefined;
  keeps?: boolean;
  choose: (value: string) => void;
  /** A hook: what has `search` in it. Not asked before the field is opened. */
  useFound: (search: string, isOpen: boolean) => Finding;
  isFirst?: boolean;
  /** In place of a chip: open at once, its label not shown; `shut` when it is left without a choice. */
  isChip?: boolean;
  shut?: () => void;
}

/** For who is still typing. */
const pauseMs = 200;

export function Finder({ chosen, keeps = true, choose, useFound, nothing, isFirst = false, ...rest }: Props) {
  const [text, setText] = useState('');
  const { isChip = false, shut, label, ...field } = rest;
  const [isOpen, setOpen] = useState(isChip);
  const [typed] = useDebouncedValue(text.trim(), pauseMs);
  // What was chosen stands in the field, and is no search.
  const search = typed === chosen?.label ? '' : typed;
  const { found: answered, isSettled, error } = useFound(search, isOpen);
  const isCurrent = isSettled && typed === text.trim();
  // Until the answer is there, Enter must not choose what was found for something else.
  const sought = text.trim() === chosen?.label ? '' : text.trim().toLowerCase();
  const found = isCurrent
    ? answered
    : answered.filter(({ label: name, hint = '' }) => `${name} ${hint}`.toLowerCase().includes(sought));
  const options = chosen && !found.some(({ value }) => value === chosen.value) ? [chosen, ...found] : found;
  const hints = new Map(options.map(({ value, hint }) => [value, hint]));
  return (
    <Select
      {...field}
      {...(isChip
        ? { 'aria-label': label, size: 'xs', autoFocus: true, defaultDropdownOpened: true, onDropdownClose: shut }
        : { label })}
      searchable
      // A chip's list stays in the page's landmark; the listbox itself scrolls, as assistive technology expects.
      comboboxProps={{ withinPortal: !isChip }}
      withScrollArea={false}
      styles={{ options: { maxHeight: 220, overflowY: 'auto' } }}
      allowDeselect={false}
      data-autofocus={isFirst || undefined}
      data={options.map(({ value, label }) => ({ value, label }))}
      value={keeps ? (chosen?.value ?? null) : null}
      onChange={(value) => {
        if (value !== null) choose(value);
        if (!keeps) setText('');
      }}
      searchValue={text}
      onSearchChange={setText}
      onDropdownOpen={() => setOpen(true)}
      // The server has searched already, in more than names.
      filter={({ options: all }) => all}
      nothingFoundMessage={error ? error.message : isCurrent ? nothing : 'Looking…'}
      renderOption={({ option }) => (
        <span>
          {option.label}
          <Text component="span" size="xs" c="dimmed" display="block">
            {hints.get(option.value)}
          </Text>
        </span>
      )}
    />
  );
}
