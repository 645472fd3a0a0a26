/** A filter by one of many, looked for by a part of what it is called; its code comes when somebody looks. */
import { CloseButton } from '@mantine/core';
import { lazy, memo, Suspense, useRef, useState } from 'react';
import type { Finding } from '../form/finder.tsx';
import { drawAndFocus } from '../form/draw-and-focus.ts';
import type { ChangeList } from './use-list-state.ts';
import classes from './toolbar.module.css';

const loadFinder = () => import('../form/finder.tsx');
const Finder = lazy(async () => ({ default: (await loadFinder()).Finder }));

export interface FoundFilter {
  /** The query parameter, which holds an id. */
  name: string;
  label: string;
  placeholder: string;
  /** "No such product" */
  nothing: string;
  /** A hook: what has `search` in it. Not asked before `isOpen`. */
  useFound: (search: string, isOpen: boolean) => Finding;
  /** A hook: what the id is called, once that is known. */
  useName: (id: string) => string | undefined;
}

interface Props {
  filter: FoundFilter;
  inForce: string;
  change: ChangeList;
}

export const FoundChip = memo(function FoundChip({
  filter: { name, label, useName, ...finder },
  inForce,
  change,
}: Props) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const called = useName(inForce);
  const isOn = inForce !== '';
  const shut = () =>
    drawAndFocus(
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
        aria-label={isOn ? `${label} ${called ?? ''}` : label}
        onPointerEnter={() => void loadFinder()}
        onFocus={() => void loadFinder()}
        onClick={() => setOpen(true)}
      >
        {isOn ? (called ?? '…') : label}
      </button>
      {isOn && <CloseButton size="xs" aria-label={`Clear ${label}`} onClick={() => change({ [name]: '' })} />}
    </span>
  );
});
