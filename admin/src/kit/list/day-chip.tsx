/** A filter by day, typed or picked; what was typed and is no day stays, and says so beside it. */
import { CloseButton } from '@mantine/core';
import { memo, useId, useRef, useState } from 'react';
import { CalendarButton } from '../form/calendar-button.tsx';
import { days, unreadDate, useDateText } from '../form/use-date-text.ts';
import type { ChangeList } from './use-list-state.ts';
import { useTyped } from './use-typed.ts';
import classes from './toolbar.module.css';

/** A day in Jakarta, `2026-11-05` in the URL. */
export interface DayFilter {
  name: string;
  label: string;
}

interface Props {
  filter: DayFilter;
  inForce: string;
  change: ChangeList;
}

const example = '23/11/2026';
const isDay = (text: string) => days.read(text, undefined) !== undefined;

export const DayChip = memo(function DayChip({ filter: { name, label }, inForce, change }: Props) {
  const { typed, type, flush } = useTyped(name, inForce, change);
  // What cannot be read yet changes nothing.
  const date = useDateText(days, typed, (next) => (next === '' || days.partsOf(next)) && type(next));
  const [left, setLeft] = useState<{ text: string; inForce: string }>();
  const before = useRef(inForce);
  const box = useRef<HTMLInputElement>(null);
  const errorId = useId();
  // Another day that came into force, by the calendar or a saved view, is what counts.
  const unread = left?.inForce === inForce ? left.text : undefined;
  const enter = (text: string) => {
    if (!date.isTyping) before.current = typed;
    setLeft(undefined);
    date.type(text);
  };
  const commit = () => {
    date.commit();
    if (!date.isTyping || !date.text.trim() || isDay(date.text)) return flush();
    // On the way to it there were others: 31/1 of 31/11.
    type(before.current);
    setLeft({ text: date.text, inForce: before.current });
  };
  return (
    <>
      <span className={classes['chip']} data-on={typed !== '' || undefined}>
        <span aria-hidden>{label}</span>
        <input
          ref={box}
          aria-label={label}
          aria-invalid={unread !== undefined || undefined}
          aria-describedby={unread === undefined ? undefined : errorId}
          placeholder={example}
          autoComplete="off"
          value={unread ?? date.text}
          onChange={(event) => enter(event.currentTarget.value)}
          onBlur={commit}
          onKeyDown={(event) => {
            if (event.key === 'Enter') commit();
          }}
        />
        {(typed !== '' || unread !== undefined) && (
          <CloseButton size="xs" aria-label={`Clear ${label}`} onClick={() => enter('')} />
        )}
        <CalendarButton label={label} date={date} onPicked={() => box.current?.focus()} />
      </span>
      {unread !== undefined && (
        <span id={errorId} role="alert" className={classes['unread']}>
          {unreadDate(example)}
          {inForce && `. ${label} is ${days.write(inForce)} as before`}
        </span>
      )}
    </>
  );
});
