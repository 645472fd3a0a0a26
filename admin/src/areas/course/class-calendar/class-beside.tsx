/** Class in the panel beside the calendar: facts, clashes, and what one does with it. */
import { Anchor, Button, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { CalendarClass } from '#contract/course/class-calendar/endpoints.ts';
import { courseTypes } from '#contract/course/rules.ts';
import { counted } from '#kit/format/formats.ts';
import type { RowContent } from '#kit/list/peek.ts';
import { Facts, Section } from '#kit/record/detail-page.tsx';
import { timesOf } from '../schedule/class-times.ts';
import { MoveClass } from '../schedule/move-class.tsx';
import { attendanceOf, clashInWords, hasBegun, whyNotMoved } from './class-words.ts';

const pageOf = ({ courseType, courseId }: CalendarClass) => `/course/${courseTypes[courseType]}/${courseId}`;

export function ClassBeside({ record }: RowContent<CalendarClass>) {
  if (!record) return <Text c="dimmed">This class is not in the period that is shown.</Text>;
  const page = pageOf(record);
  return (
    <>
      <Actions one={record} page={page} />
      <Facts title="Facts" facts={factsOf(record, page)} />
      {record.clashes.length > 0 && (
        <Section title="Clashes">
          <ul>
            {record.clashes.map((clash) => (
              <li key={clash.classId}>{clashInWords(clash)}</li>
            ))}
          </ul>
        </Section>
      )}
    </>
  );
}

function Actions({ one, page }: { one: CalendarClass; page: string }) {
  return (
    <Group gap="xs">
      {one.lessonId && hasBegun(one) && (
        <Button size="xs" component={Link} to={`/lesson/${one.lessonId}/attendance`} data-peek-field>
          Take attendance
        </Button>
      )}
      {!whyNotMoved(one) && <MoveClass {...one} variant="default" />}
      <Button size="xs" variant="default" component={Link} to={page}>
        Open course
      </Button>
    </Group>
  );
}

const factsOf = (one: CalendarClass, page: string) =>
  [
    ['Time', timesOf(one)],
    [
      'Course',
      <Anchor key="course" component={Link} to={page} size="sm">
        {one.courseName}
      </Anchor>,
    ],
    ['Room', one.room ?? 'Online'],
    ['Instructors', one.instructors.join(', ') || '–'],
    [
      'Members',
      <Anchor key="members" component={Link} to={`${page}/members`} size="sm">
        {counted(one.members, 'member', 'members')}
      </Anchor>,
    ],
    ['Attendance', attendanceOf(one)],
    [
      'Meeting',
      one.meetingUrl ? (
        <Anchor key="meeting" href={one.meetingUrl} target="_blank" rel="noreferrer" size="sm">
          Open meeting
        </Anchor>
      ) : (
        'No link'
      ),
    ],
    ...(whyNotMoved(one) ? [['Move', whyNotMoved(one)] as const] : []),
  ] as const;
