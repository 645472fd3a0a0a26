/** Preview of an attendance import: members with reasons, members who stay open, and entries without a member. */
import type { AttendanceList } from '#contract/course/attendance/import.ts';
import type { Matched } from '#contract/course/attendance/match.ts';
import { counted } from '#kit/format/formats.ts';
import { StatusBadge } from '../attendance-words.tsx';
import classes from './attendance.module.css';

export const sources: Record<AttendanceList['source'], string> = {
  meet: 'Read as a report of Google Meet',
  zoom: 'Read as a report of Zoom',
  teams: 'Read as a report of Microsoft Teams',
  report: 'Read as a report with times',
  list: 'Read as a list of people who were there',
};

const counts = ({ marks, open, unknown }: Matched) =>
  [
    `${counted(marks.length, 'member', 'members')} found`,
    open.length > 0 && `${open.length} left open`,
    unknown.length > 0 && `${unknown.length} not found`,
  ]
    .filter(Boolean)
    .join(', ');

function Reasons({ label, lines }: { label: string; lines: readonly { key: string; label: string; why: string }[] }) {
  if (lines.length === 0) return null;
  return (
    <ul aria-label={label}>
      {lines.map((line) => (
        <li key={line.key}>
          <span>{line.label}</span>
          <span>{line.why}</span>
        </li>
      ))}
    </ul>
  );
}

export function ImportPreview({ matched, source }: { matched: Matched; source: string }) {
  const { marks, open, unknown } = matched;
  return (
    <section className={classes['preview']} aria-label="Preview">
      <p role="status">
        {source}: {counts(matched)}.
      </p>
      <Reasons label="Not found" lines={unknown.map((line) => ({ key: line.label, ...line }))} />
      <Reasons label="Left open" lines={open.map(({ userId, name, why }) => ({ key: userId, label: name, why }))} />
      <ul aria-label="Found">
        {marks.map(({ userId, name, status, why }) => (
          <li key={userId}>
            <span>{name}</span>
            <span>{why}</span>
            <StatusBadge status={status} />
          </li>
        ))}
      </ul>
    </section>
  );
}
