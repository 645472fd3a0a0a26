/**
 * Row of a member in a class: marked by mouse or by the first letter of a status, with a note; read-only once saved.
 */
import { TextInput } from '@mantine/core';
import { type KeyboardEvent, memo } from 'react';
import { attendanceNames, maxNoteLength, type AttendanceStatus } from '#contract/course/attendance/endpoints.ts';
import { Badge, type BadgeColour } from '#kit/display/badge.tsx';
import { RecordLink } from '#kit/record/record-link.tsx';
import type { Mark, Member } from './use-marks.ts';
import classes from './attendance.module.css';

const names = Object.entries(attendanceNames) as [AttendanceStatus, string][];

const colours: Record<AttendanceStatus, BadgeColour> = {
  PRESENT: 'green',
  LATE: 'yellow',
  EXCUSED: 'blue',
  SICK: 'purple',
  ABSENT: 'red',
};

export const StatusBadge = ({ status }: { status: AttendanceStatus }) => (
  <Badge colour={colours[status]}>{attendanceNames[status]}</Badge>
);

interface Props {
  member: Member;
  mark: Mark;
  change: (userId: string, status: AttendanceStatus | null, note: string) => void;
}

/** Shortcut key of a status: its first letter. */
export const letterOf = (label: string): string => label.charAt(0);

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

export const MemberRow = memo(function MemberRow({ member, mark, change }: Props) {
  const { userId, name, email, isUpdated, note } = member;
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { key, ctrlKey, metaKey, altKey, currentTarget } = event;
    if (ctrlKey || metaKey || altKey) return;
    const row = currentTarget.closest('li')!;
    const named = names.find(([, label]) => letterOf(label).toLowerCase() === key.toLowerCase());
    if (named) change(userId, named[0], mark.note);
    else if (key === 'Backspace' || key === '0') change(userId, null, mark.note);
    else if (key !== 'ArrowDown' && key !== 'ArrowUp') return;
    event.preventDefault();
    if (key === 'ArrowUp') goTo(besides(row, 'previousElementSibling'));
    else if (named || key === 'ArrowDown') goTo(besides(row, 'nextElementSibling'));
  };
  return (
    <li className={classes['member']} data-marked={mark.status !== null || isUpdated || undefined}>
      <span className={classes['who']}>
        <RecordLink kind="user" id={userId} name={name} />
        <span>{email}</span>
      </span>
      {isUpdated && member.status ? (
        <span className={classes['saved']}>
          <StatusBadge status={member.status} />
          <span>{note}</span>
        </span>
      ) : (
        <>
          <span role="radiogroup" aria-label={name} className={classes['marks']}>
            {names.map(([status, label]) => (
              <label key={status} title={`${label} (${letterOf(label)})`} data-status={status}>
                <input
                  type="radio"
                  name={`mark-${userId}`}
                  aria-keyshortcuts={letterOf(label)}
                  onKeyDown={onKeyDown}
                  checked={mark.status === status}
                  onChange={() => change(userId, status, mark.note)}
                />
                {label}
              </label>
            ))}
          </span>
          <TextInput
            size="xs"
            className={classes['note'] ?? ''}
            aria-label={`Note on ${name}`}
            placeholder="Note"
            maxLength={maxNoteLength}
            value={mark.note}
            onChange={({ currentTarget }) => change(userId, mark.status, currentTarget.value)}
          />
        </>
      )}
    </li>
  );
});
