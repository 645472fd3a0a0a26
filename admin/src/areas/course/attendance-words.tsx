/** Attendance statuses on the screen: letter, word and colour. The letter tells them apart without colour. */
import { attendanceNames, type AttendanceStatus } from '#contract/course/attendance/endpoints.ts';
import { Badge, type BadgeColour, tint } from '#kit/display/badge.tsx';
import classes from './attendance-words.module.css';

const colours: Record<AttendanceStatus, BadgeColour> = {
  PRESENT: 'green',
  LATE: 'yellow',
  EXCUSED: 'blue',
  SICK: 'purple',
  ABSENT: 'red',
};

/** All statuses; the first letters of their labels differ, and are their keys. */
export const statuses = (Object.keys(attendanceNames) as AttendanceStatus[]).map((status) => ({
  status,
  label: attendanceNames[status],
  letter: attendanceNames[status].charAt(0),
  colour: colours[status],
}));
export type StatusWords = (typeof statuses)[number];
export const wordsOf = (status: AttendanceStatus): StatusWords => statuses.find((one) => one.status === status)!;

export const StatusBadge = ({ status }: { status: AttendanceStatus }) => (
  <Badge colour={colours[status]}>{attendanceNames[status]}</Badge>
);

/** Words of the letters. */
export const Legend = () => (
  <ul className={classes['legend']} aria-label="Marks">
    {statuses.map(({ status, label, letter, colour }) => (
      <li key={status}>
        <span className={`${classes['letter']} ${tint}`} data-colour={colour} aria-hidden>
          {letter}
        </span>
        {label}
      </li>
    ))}
  </ul>
);
