/** Attendance of every member in every class of a course, with rates and members at risk. */
import { Group, Switch, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { attendanceNames, courseAttendance, isAtRisk, riskThreshold } from '#contract/course/attendance/endpoints.ts';
import type { Reply } from '#contract/kernel/endpoint.ts';
import { useCall } from '#kit/api/use-call.ts';
import { EmptyState } from '#kit/feedback/states.tsx';
import { Badge } from '#kit/display/badge.tsx';
import { counted, formatDay, formatNumber } from '#kit/format/formats.ts';
import { RecordLink } from '#kit/record/record-link.tsx';
import { Section } from '#kit/record/detail-page.tsx';
import { Loaded } from '#kit/record/loaded.tsx';
import { ExportButton } from '#kit/spreadsheet/export-button.tsx';
import { useExport } from '#kit/spreadsheet/use-export.ts';
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
  const [isRiskOnly, setRiskOnly] = useState(false);
  const { sessions, members } = matrix;
  const risky = members.filter(({ rate }) => isAtRisk(rate));
  const held = sessions.filter(({ isHeld }) => isHeld).length;
  const exporting = useAttendanceExport(title);
  return (
    <Section
      title={`Attendance ${formatNumber(members.length)}`}
      actions={
        <Group gap="md">
          <Switch
            size="xs"
            label="At risk only"
            checked={isRiskOnly}
            onChange={({ currentTarget }) => setRiskOnly(currentTarget.checked)}
          />
          <ExportButton exporting={exporting} of={matrix} />
        </Group>
      }
    >
      <Text size="sm" c="dimmed" mb="sm">
        {formatNumber(held)} of {counted(sessions.length, 'class', 'classes')} held ·{' '}
        {risky.length === 0
          ? 'nobody at risk'
          : `${formatNumber(risky.length)} at risk, below ${percent(riskThreshold)}`}
      </Text>
      <Table sessions={sessions} members={isRiskOnly ? risky : members} />
    </Section>
  );
}

function Table({ sessions, members }: Matrix) {
  return (
    // Scrollable, so it must be focusable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={classes['frame']} tabIndex={0} role="region" aria-label="Attendance of every class">
      <table className={classes['table']}>
        <thead>
          <tr>
            <th scope="col">Member</th>
            <th scope="col">Rate</th>
            {sessions.map(({ lessonId, name, sectionName, startAt }) => (
              <th key={lessonId} scope="col" title={`${sectionName}: ${name}`}>
                <Link to={`/lesson/${lessonId}/attendance`}>{name}</Link>
                <span>{startAt ? formatDay(startAt) : 'Not fixed'}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {members.map((member) => (
            <tr key={member.userId}>
              <th scope="row" title={member.email}>
                <RecordLink kind="user" id={member.userId} name={member.name} />
              </th>
              <td>
                {percent(member.rate)} {isAtRisk(member.rate) && <Badge colour="red">At risk</Badge>}
              </td>
              {member.statuses.map((status, index) => (
                <td key={sessions[index]?.lessonId} data-status={status ?? undefined}>
                  {status ? attendanceNames[status] : sessions[index]?.isHeld ? 'Not marked' : ''}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {members.length === 0 && <p>Nobody is at risk.</p>}
    </div>
  );
}
