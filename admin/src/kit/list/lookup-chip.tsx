/** Filter by one of many records, found by a search. The search field is loaded on demand. */
import { CloseButton } from '@mantine/core';
import { lazy, memo, Suspense, useRef, useState } from 'react';
import type { SearchResult } from '../form/finder.tsx';
import { renderAndFocus } from '../feedback/focus.ts';
import type { ChangeList } from './use-list-state.ts';
import classes from './toolbar.module.css';

const loadFinder = () => import('../form/finder.tsx');
const Finder = lazy(async () => ({ default: (await loadFinder()).Finder }));

export interface LookupFilter {
  /** Query parameter with the id. */
  name: string;
  label: string;
  placeholder: string;
  /** Text for an empty result: "No such product". */
  nothing: string;
  /** Hook that searches. Must not send a request before `isOpen`. */
  useSearch: (search: string, isOpen: boolean) => SearchResult;
  /** Hook that returns the name of an id once it is loaded. */
  useName: (id: string) => string | undefined;
}

interface Props {
  filter: LookupFilter;
  applied: string;
  change: ChangeList;
}

export const LookupChip = memo(function LookupChip({
  filter: { name, label, useName, ...finder },
  applied,
  change,
}: Props) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const recordName = useName(applied);
  const isOn = applied !== '';
  const shut = () =>
    renderAndFocus(
      () => setOpen(false),
      () => button.current,
    );
  if (isOpen)
    return (
      <span className={classes['finder']}>
        <Suspense fallback={<span className={classes['chip']}>{label}</span>}>
          <Finder
            {...finder}
            label={label}
            isChip
            shut={shut}
            choose={(id) => {
              change({ [name]: id });
              shut();
            }}
          />
        </Suspense>
      </span>
    );
  return (
    <span className={classes['chip']} data-on={isOn || undefined}>
      {isOn && <span aria-hidden>{label}</span>}
      <button
        ref={button}
        type="button"
        className={classes['found']}
        aria-haspopup="listbox"
        aria-label={isOn ? `${label} ${recordName ?? ''}` : label}
        onPointerEnter={() => void loadFinder()}
        onFocus={() => void loadFinder()}
        onClick={() => setOpen(true)}
      >
        {isOn ? (recordName ?? '…') : label}
      </button>
      {isOn && <CloseButton size="sm" aria-label={`Clear ${label}`} onClick={() => change({ [name]: '' })} />}
    </span>
  );
});
