/** Attendance of every member in every class of a course as coloured letters, with rates of members and of classes. */
import { Group, Switch, Text } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import {
  type AttendanceStatus,
  courseAttendance,
  isLowAttendance,
  attendanceThreshold,
  wasThere,
} from '#contract/course/attendance/endpoints.ts';
import type { Reply } from '#contract/kernel/endpoint.ts';
import { useCall } from '#kit/api/use-call.ts';
import { EmptyState } from '#kit/feedback/states.tsx';
import { Badge, tint } from '#kit/display/badge.tsx';
import { PageLink } from '#kit/display/page-link.tsx';
import { counted, formatDay, formatNumber } from '#kit/format/formats.ts';
import { RecordLink } from '#kit/record/record-link.tsx';
import { Section } from '#kit/record/detail-page.tsx';
import { Loaded } from '#kit/record/loaded.tsx';
import { ExportButton } from '#kit/spreadsheet/export-button.tsx';
import { useExport } from '#kit/spreadsheet/use-export.ts';
import { Legend, wordsOf } from './attendance-words.tsx';
import type { OpenCourse } from './course-words.tsx';
import { percentOf } from './progress-words.ts';
import classes from './attendance-matrix.module.css';

type Matrix = Reply<typeof courseAttendance>;

const percent = (rate: number | null) => percentOf(rate) || '–';

export function AttendanceMatrix({ id, title }: OpenCourse) {
  const result = useCall(courseAttendance, { params: { id } });
  return (
    <Loaded result={result} what="attendance">
      {(matrix) =>
        matrix.sessions.length === 0 ? (
          <EmptyState title="No live classes yet">
            Add lessons of the type “Live class” to the curriculum; who was in them is shown here.
          </EmptyState>
        ) : matrix.members.length === 0 ? (
          <EmptyState title="No members yet">
            Assign people on the Members tab; their attendance is shown here.
          </EmptyState>
        ) : (
          <Whole matrix={matrix} title={title} />
        )
      }
    </Loaded>
  );
}

function useAttendanceExport(title: string) {
  return useExport({
    what: 'members',
    messages: { preferServer: true },
    authorize: (matrix: Matrix) => Promise.resolve(matrix),
    write: async (matrix, _, { onProgress }) =>
      (await import('./attendance-workbook.ts')).attendanceWorkbook(title, matrix, onProgress),
  });
}

function Whole({ matrix, title }: { matrix: Matrix; title: string }) {
  const [isLowOnly, setLowOnly] = useState(false);
  const { sessions, members } = matrix;
  const low = members.filter(({ rate }) => isLowAttendance(rate));
  const held = sessions.filter(({ isHeld }) => isHeld).length;
  const exporting = useAttendanceExport(title);
  return (
    <Section
      title={`Attendance ${formatNumber(members.length)}`}
      actions={
        <Group gap="md">
          <Switch
            size="xs"
            label="Low attendance only"
            checked={isLowOnly}
            onChange={({ currentTarget }) => setLowOnly(currentTarget.checked)}
          />
          <ExportButton exporting={exporting} of={matrix} />
        </Group>
      }
    >
      <Text size="sm" c="dimmed" mb="sm">
        {formatNumber(held)} of {counted(sessions.length, 'class', 'classes')} held ·{' '}
        {low.length === 0
          ? `nobody below ${percent(attendanceThreshold)}`
          : `${formatNumber(low.length)} below ${percent(attendanceThreshold)}`}
      </Text>
      <Legend />
      <Table sessions={sessions} members={members} shown={isLowOnly ? low : members} />
    </Section>
  );
}

const dayAndMonth = (instant: string) => formatDay(instant).replace(/ \d+$/, '');
const classPage = (lessonId: string) => `/lesson/${lessonId}/attendance`;

const steps: Readonly<Record<string, readonly [down: number, right: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** Arrows move from a class to its marks and between them; marks are not in the tab order. */
function walk(event: KeyboardEvent<HTMLAnchorElement>): void {
  const [down, right] = steps[event.key] ?? [0, 0];
  const cell = event.currentTarget.closest<HTMLTableCellElement>('td, th');
  if (!cell || (down === 0 && right === 0)) return;
  const row = cell.parentElement as HTMLTableRowElement;
  const next = cell.closest('table')?.rows[row.rowIndex + down]?.cells[cell.cellIndex + right]?.querySelector('a');
  if (!next) return;
  event.preventDefault();
  next.focus();
}

const ClassHeading = ({
  session: { lessonId, name, sectionName, startAt },
}: {
  session: Matrix['sessions'][number];
}) => (
  <th scope="col">
    <PageLink
      to={classPage(lessonId)}
      onKeyDown={walk}
      title={`${sectionName}: ${name}`}
      aria-label={`${name}, ${startAt ? formatDay(startAt) : 'no date'}`}
    >
      {startAt ? dayAndMonth(startAt) : '–'}
    </PageLink>
  </th>
);

interface CellProps {
  session: Matrix['sessions'][number];
  status: AttendanceStatus | null;
}

/** Mark of a member in a class, linked to the class. */
function Cell({ session: { lessonId, isHeld }, status }: CellProps) {
  const { label, letter, colour } = status
    ? wordsOf(status)
    : { label: isHeld ? 'Not marked' : 'Not held', letter: isHeld ? '?' : '', colour: undefined };
  return (
    <td>
      <PageLink
        to={classPage(lessonId)}
        onKeyDown={walk}
        className={`${classes['mark']} ${tint}`}
        data-colour={colour}
        aria-label={label}
        title={label}
        tabIndex={-1}
      >
        {letter}
      </PageLink>
    </td>
  );
}

/** Mean rate of the members; null while no class was held. */
const meanOf = (members: Matrix['members']) =>
  members.some(({ rate }) => rate === null)
    ? null
    : members.reduce((sum, { rate }) => sum + (rate ?? 0), 0) / members.length;

/** Share of the members who were in a class. */
function ClassShare({ members, index }: { members: Matrix['members']; index: number }) {
  const came = members.filter(({ statuses }) => wasThere(statuses[index])).length;
  return <td title={`${formatNumber(came)} of ${formatNumber(members.length)}`}>{percent(came / members.length)}</td>;
}

function Table({ sessions, members, shown }: Matrix & { shown: Matrix['members'] }) {
  return (
    // Scrollable, so it must be focusable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={classes['frame']} tabIndex={0} role="region" aria-label="Attendance of every class">
      <table className={classes['table']}>
        <thead>
          <tr>
            <th scope="col">Member</th>
            <th scope="col">Rate</th>
            {sessions.map((session) => (
              <ClassHeading key={session.lessonId} session={session} />
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((member) => (
            <tr key={member.userId}>
              <th scope="row" title={member.email}>
                <RecordLink kind="user" id={member.userId} name={member.name} />
              </th>
              <td>
                {percent(member.rate)} {isLowAttendance(member.rate) && <Badge colour="red">Low attendance</Badge>}
              </td>
              {sessions.map((session, index) => (
                <Cell key={session.lessonId} session={session} status={member.statuses[index] ?? null} />
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Attended</th>
            <td title="Of all members">{percent(meanOf(members))}</td>
            {sessions.map(({ lessonId, isHeld }, index) =>
              isHeld ? <ClassShare key={lessonId} members={members} index={index} /> : <td key={lessonId}>–</td>,
            )}
          </tr>
        </tfoot>
      </table>
      {shown.length === 0 && <p>Nobody has low attendance.</p>}
    </div>
  );
}
