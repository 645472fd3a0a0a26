/** Preview of an attendance import: members with reasons, and entries without a member. */
import type { AttendanceList } from '#contract/attendance-import.ts';
import type { Matched } from '#contract/attendance-match.ts';
import { counted } from '#kit/format/formats.ts';
import { StatusBadge } from './member-row.tsx';
import classes from './attendance.module.css';

const sources: Record<AttendanceList['source'], string> = {
  meet: 'Read as a report of Google Meet',
  zoom: 'Read as a report of Zoom',
  list: 'Read as a list of people who were there',
};

export function ImportPreview({ matched, source }: { matched: Matched; source: AttendanceList['source'] }) {
  const { marks, unknown } = matched;
  return (
    <section className={classes['preview']} aria-label="Preview">
      <p role="status">
        {sources[source]}: {counted(marks.length, 'member', 'members')} found
        {unknown.length > 0 && `, ${unknown.length} not found`}.
      </p>
      {unknown.length > 0 && (
        <ul aria-label="Not found">
          {unknown.map(({ label, why }) => (
            <li key={label}>
              <span>{label}</span>
              <span>{why}</span>
            </li>
          ))}
        </ul>
      )}
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
