/**
 * Row of a member in a class: one control of five letters, by mouse or by their keys, and a note on demand; read-only once
 * saved.
 */
import { Button, TextInput } from '@mantine/core';
import { type KeyboardEvent, memo, useState } from 'react';
import { attendanceNames, maxNoteLength, type AttendanceStatus } from '#contract/course/attendance/endpoints.ts';
import { tint } from '#kit/display/badge.tsx';
import { RecordLink } from '#kit/record/record-link.tsx';
import { StatusBadge, statuses } from '../attendance-words.tsx';
import type { Mark, Member } from './use-marks.ts';
import classes from './attendance.module.css';

interface Props {
  member: Member;
  mark: Mark;
  change: (userId: string, status: AttendanceStatus | null, note: string) => void;
}

/** Key that opens the note of a row; none of the letters. */
export const noteKey = 'n';

/** Focuses the checked radio of a row, else its first. */
export function goTo(row: Element | null | undefined): void {
  const radio =
    row?.querySelector<HTMLElement>('input:checked') ?? row?.querySelector<HTMLElement>('input[type=radio]');
  radio?.focus();
}

/** Next row that can be marked. */
function besides(row: Element, way: 'nextElementSibling' | 'previousElementSibling'): Element | null {
  const next = row[way];
  return next && !next.querySelector('input[type=radio]') ? besides(next, way) : next;
}

const rowOf = (element: Element): Element => element.closest('li')!;
const goOn = (element: Element) => goTo(besides(rowOf(element), 'nextElementSibling'));

const Saved = ({ status, note }: { status: AttendanceStatus; note: string }) => (
  <span className={classes['saved']}>
    <StatusBadge status={status} />
    <span>{note}</span>
  </span>
);

/** The five letters; `openNote` is called by {@link noteKey}. */
function Letters({ member: { userId, name }, mark, change, openNote }: Props & { openNote: () => void }) {
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { key, ctrlKey, metaKey, altKey, currentTarget } = event;
    if (ctrlKey || metaKey || altKey) return;
    const named = statuses.find(({ letter }) => letter.toLowerCase() === key.toLowerCase());
    if (named) change(userId, named.status, mark.note);
    else if (key === 'Backspace' || key === '0') change(userId, null, mark.note);
    else if (key.toLowerCase() === noteKey) openNote();
    else if (key !== 'ArrowDown' && key !== 'ArrowUp') return;
    event.preventDefault();
    if (key === 'ArrowUp') goTo(besides(rowOf(currentTarget), 'previousElementSibling'));
    else if (named || key === 'ArrowDown') goOn(currentTarget);
  };
  return (
    <span role="radiogroup" aria-label={name} className={classes['letters']}>
      {statuses.map(({ status, label, letter, colour }) => (
        <label key={status} title={label} className={tint} data-colour={mark.status === status ? colour : undefined}>
          <input
            type="radio"
            name={`mark-${userId}`}
            aria-label={label}
            aria-keyshortcuts={letter}
            onKeyDown={onKeyDown}
            checked={mark.status === status}
            onChange={() => change(userId, status, mark.note)}
          />
          {letter}
        </label>
      ))}
    </span>
  );
}

/** Field of a note; Enter goes on to the next member, Escape back to the letters. */
function Note({ member: { userId, name }, mark, change, isNew, close }: Props & { isNew: boolean; close: () => void }) {
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    if (event.key === 'Enter') goOn(event.currentTarget);
    else goTo(rowOf(event.currentTarget));
  };
  return (
    <TextInput
      size="xs"
      data-note={userId}
      autoFocus={isNew}
      aria-label={`Note on ${name}`}
      maxLength={maxNoteLength}
      value={mark.note}
      onKeyDown={onKeyDown}
      onBlur={close}
      onChange={({ currentTarget }) => change(userId, mark.status, currentTarget.value)}
    />
  );
}

export const MemberRow = memo(function MemberRow(props: Props) {
  const { member, mark } = props;
  const { userId, name, email, isUpdated, status, note } = member;
  const [isNoting, setNoting] = useState(false);
  // The new field takes the focus with this very key, so that no letter typed next marks a member.
  const openNote = () => {
    const field = document.querySelector<HTMLElement>(`[data-note="${userId}"]`);
    if (field) field.focus();
    else setNoting(true);
  };
  return (
    <li className={classes['member']} data-marked={mark.status !== null || isUpdated || undefined}>
      <span className={classes['who']}>
        <RecordLink kind="user" id={userId} name={name} />
        <span>{email}</span>
      </span>
      {isUpdated && status ? (
        <Saved status={status} note={note} />
      ) : (
        <>
          <Letters {...props} openNote={openNote} />
          <span className={classes['word']}>{mark.status && attendanceNames[mark.status]}</span>
          {isNoting || mark.note ? (
            <Note {...props} isNew={isNoting} close={() => setNoting(false)} />
          ) : (
            <Button
              size="compact-sm"
              variant="subtle"
              color="gray"
              className={classes['add'] ?? ''}
              aria-label={`Add a note on ${name}`}
              aria-keyshortcuts={noteKey}
              onClick={openNote}
            >
              Note
            </Button>
          )}
        </>
      )}
    </li>
  );
});
