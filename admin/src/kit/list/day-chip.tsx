/** Day filter, typed or picked. Text that is not a day stays in the field with an error message. */
import { CloseButton } from '@mantine/core';
import { memo, useId, useRef, useState } from 'react';
import { CalendarButton } from '../form/calendar-button.tsx';
import { days, unreadDate, useDateText } from '../form/use-date-text.ts';
import type { ChangeList } from './use-list-state.ts';
import { useDebouncedText } from './use-debounced-text.ts';
import classes from './toolbar.module.css';

/** Filter by a day in Jakarta; `2026-11-05` in the URL. */
export interface DayFilter {
  name: string;
  label: string;
}

interface Props {
  filter: DayFilter;
  applied: string;
  change: ChangeList;
}

const example = 'besok';
const isDay = (text: string) => days.read(text, undefined) !== undefined;

export const DayChip = memo(function DayChip({ filter: { name, label }, applied, change }: Props) {
  const { typed, type, flush } = useDebouncedText(name, applied, change);
  // Text that cannot be parsed does not change the filter.
  const date = useDateText(days, typed, (next) => (next === '' || days.partsOf(next)) && type(next));
  const [invalid, setInvalid] = useState<{ text: string; applied: string }>();
  const before = useRef(applied);
  const box = useRef<HTMLInputElement>(null);
  const errorId = useId();
  // The error is discarded when the filter changes elsewhere, for example by a saved view.
  const invalidText = invalid?.applied === applied ? invalid.text : undefined;
  const enter = (text: string) => {
    if (!date.isTyping) before.current = typed;
    setInvalid(undefined);
    date.type(text);
  };
  const commit = () => {
    date.commit();
    if (!date.isTyping || !date.text.trim() || isDay(date.text)) return flush();
    // Restores the previous day, because partial input may have been valid (31/1 while typing 31/11).
    type(before.current);
    setInvalid({ text: date.text, applied: before.current });
  };
  return (
    <>
      <span className={classes['chip']} data-on={typed !== '' || undefined}>
        <span aria-hidden>{label}</span>
        <input
          ref={box}
          aria-label={label}
          aria-invalid={invalidText !== undefined || undefined}
          aria-describedby={invalidText === undefined ? undefined : errorId}
          placeholder={example}
          autoComplete="off"
          value={invalidText ?? date.text}
          onChange={(event) => enter(event.currentTarget.value)}
          onBlur={commit}
          onKeyDown={(event) => {
            if (event.key === 'Enter') commit();
          }}
        />
        {(typed !== '' || invalidText !== undefined) && (
          <CloseButton size="sm" aria-label={`Clear ${label}`} onClick={() => enter('')} />
        )}
        <CalendarButton label={label} date={date} onPicked={() => box.current?.focus()} />
      </span>
      {invalidText !== undefined && (
        <span id={errorId} role="alert" className={classes['unread']}>
          {unreadDate(example)}
          {applied && `. ${label} is ${days.write(applied)} as before`}
        </span>
      )}
    </>
  );
});
