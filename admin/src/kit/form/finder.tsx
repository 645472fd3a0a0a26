/** Searchable select whose options come from the server. */
import { Select, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { matchesSearch } from '#contract/kernel/search-text.ts';
import type { ApiError } from '../api/api-error.ts';
import classes from './finder.module.css';

export interface Option {
  value: string;
  label: string;
  /** Shown below the name, for example an e-mail address or a price. */
  hint?: string;
  /** Shown, but cannot be chosen; the hint says why. */
  isRefused?: boolean;
}

export interface SearchResult {
  options: readonly Option[];
  /** Options behind an option that shows and hides them; without any while they are hidden. */
  fold?: { label: string; toggle: () => void; options: readonly Option[] };
  /** Whether the search has finished; until then, an empty result means nothing. */
  isSettled: boolean;
  error: ApiError | null;
}

interface Props {
  /** Id of the input, to focus it from elsewhere. */
  id?: string;
  label: string;
  placeholder: string;
  description?: string;
  error?: string | undefined;
  /** Text for an empty result: "No such member". */
  nothing: string;
  /** Current choice, shown in the field. With `keeps` false the field is cleared after each choice. */
  chosen?: Option | undefined;
  keeps?: boolean;
  choose: (value: string) => void;
  /** Hook that searches. Must not send a request before the field is opened. */
  useSearch: (search: string, isOpen: boolean) => SearchResult;
  /** Offers to create what nothing matches, from the text that was typed. */
  adds?: { label: (text: string) => string; run: (text: string) => void };
  /** Gets the focus when its dialog opens. */
  isFirst?: boolean;
  /** Gets the focus when its page opens; the list opens with the first key. */
  autoFocus?: boolean;
  /**
   * Renders in place of a filter chip: open at once, label hidden; `shut` is called when it closes without a choice.
   */
  isChip?: boolean;
  shut?: () => void;
}

/** Values of the options that create what was typed and that toggle the fold. */
const addition = 'add';
const folding = 'fold';

/** Debounce while typing. */
const debounceMs = 200;

/**
 * Enter takes the first option that matches the typed text, once the search has finished: `isReady` when the list is its
 * result.
 */
function useFirstByEnter(text: string, isReady: boolean) {
  const input = useRef<HTMLInputElement>(null);
  /** Text for which Enter was pressed before its result was there. */
  const entered = useRef<string>(undefined);
  useEffect(() => {
    if (!isReady || entered.current !== text) return;
    entered.current = undefined;
    // The select has marked it by now: effects of children run first.
    document
      .getElementById(input.current?.getAttribute('aria-controls') ?? '')
      ?.querySelector<HTMLElement>('[data-combobox-selected]')
      ?.click();
  }, [isReady, text]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || isReady || text.trim() === '') return;
    event.preventDefault();
    entered.current = text;
  };
  return { ref: input, onKeyDown, selectFirstOptionOnChange: isReady };
}

export function Finder({ chosen, keeps = true, choose, useSearch, nothing, adds, isFirst = false, ...rest }: Props) {
  const [text, setText] = useState('');
  const { isChip = false, shut, label, ...field } = rest;
  const [isOpen, setOpen] = useState(isChip);
  const [typed] = useDebouncedValue(text.trim(), debounceMs);
  // The label of the current choice is not a search.
  const search = typed === chosen?.label ? '' : typed;
  const { options: results, fold, isSettled, error } = useSearch(search, isOpen);
  const isCurrent = isSettled && typed === text.trim();
  // Until the response arrives, only options that match the text are offered, so that Enter does not pick a wrong one.
  const needle = text.trim() === chosen?.label ? '' : text;
  const matching = (all: readonly Option[]) =>
    isCurrent ? all : all.filter(({ label: name, hint = '' }) => matchesSearch(`${name} ${hint}`, needle));
  const listed = fold
    ? [...matching(results), { value: folding, label: fold.label }, ...matching(fold.options)]
    : matching(results);
  // Last, since Enter takes the first one.
  const options: readonly Option[] =
    chosen && !listed.some(({ value }) => value === chosen.value) ? [...listed, chosen] : listed;
  const isNothing = isCurrent && search !== '' && options.length === 0;
  const shown = adds && isNothing ? [{ value: addition, label: adds.label(search), hint: nothing }] : options;
  const first = useFirstByEnter(text, isCurrent && needle.trim() !== '');
  const hints = new Map(shown.map(({ value, hint }) => [value, hint]));
  const close = () => {
    setOpen(false);
    shut?.();
  };
  const submit = (value: string) => {
    // The list stays open, with the keyboard on the fold.
    if (value === folding) return fold?.toggle();
    setOpen(false);
    if (value === addition) return adds?.run(search);
    if (!keeps || value !== chosen?.value) choose(value);
    if (!keeps) setText('');
  };
  return (
    <Select
      {...field}
      {...first}
      {...(isChip ? { 'aria-label': label, size: 'xs', autoFocus: true } : { label })}
      searchable
      openOnFocus={!field.autoFocus}
      // A chip's list stays in the page's landmark; the listbox itself scrolls, as assistive technology expects.
      comboboxProps={{ withinPortal: !isChip, onOptionSubmit: submit }}
      withScrollArea={false}
      classNames={{ options: classes['options'] }}
      allowDeselect={false}
      data-autofocus={isFirst || undefined}
      data={shown.map(({ value, label, isRefused = false }) => ({ value, label, disabled: isRefused }))}
      value={keeps ? (chosen?.value ?? null) : null}
      searchValue={text}
      onSearchChange={setText}
      dropdownOpened={isOpen}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={close}
      // The server has already searched, in more than the names.
      filter={({ options: all }) => all}
      nothingFoundMessage={error ? error.message : isCurrent ? nothing : 'Looking…'}
      renderOption={({ option }) => (
        <span data-fold={option.value === folding || undefined}>
          {option.label}
          <Text component="span" size="xs" c="dimmed" display="block">
            {hints.get(option.value)}
          </Text>
        </span>
      )}
    />
  );
}
