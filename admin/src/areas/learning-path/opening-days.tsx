/**
 * Preview of the days on which a path's content opens for a member who begins on a chosen day, with unsaved changes
 * included, and of the end of the access.
 */
import { Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Fragment, useState } from 'react';
import { assignments } from '#contract/assignment/table.ts';
import { courseTypeOf } from '#contract/course/rules.ts';
import { hasEnded } from '#contract/kernel/access-term.ts';
import { jakartaDay, plusDays, plusMonths } from '#contract/kernel/days.ts';
import type { Reply } from '#contract/kernel/endpoint.ts';
import { getPathOutline } from '#contract/learning-path/outline.ts';
import { openingDays } from '#contract/learning-path/rules.ts';
import { useCall } from '#kit/api/use-call.ts';
import { EmptyState } from '#kit/feedback/states.tsx';
import { DayInput } from '#kit/form/day-input.tsx';
import { days } from '#kit/form/use-date-text.ts';
import { counted, formatDay, formatLongDay } from '#kit/format/formats.ts';
import { Section } from '#kit/record/detail-page.tsx';
import { Loaded } from '#kit/record/loaded.tsx';
import { MemberPicker } from '#admin-shared/assignment/member-picker.tsx';
import type { OpenPath } from './path-words.ts';
import outline from '#admin-shared/course/outline.module.css';
import classes from './opening-days.module.css';

type Course = Reply<typeof getPathOutline>['courses'][number];
type Member = Parameters<Parameters<typeof MemberPicker>[0]['choose']>[0];
type Interval = NonNullable<OpenPath['record']['dripInterval']>;

const nobody: Member = { id: '', name: '' };

export function OpeningDays({ id, form, base, record }: OpenPath) {
  const result = useCall(getPathOutline, { params: { id } });
  const { isDripContent, dripInterval } = form.fields.values;
  const interval = isDripContent ? (dripInterval as Interval | null) : null;
  return (
    <Section title="Day by day">
      <Loaded result={result} what="learning path">
        {({ courses }) =>
          courses.length === 0 ? (
            <EmptyState title="No courses are assigned">
              <Link to={`${base}/courses`}>Choose its courses</Link>, then see here what opens when.
            </EmptyState>
          ) : (
            <Days pathId={id} courses={courses} interval={interval} months={record.accessMonths} />
          )
        }
      </Loaded>
    </Section>
  );
}

function Days({
  pathId,
  courses,
  interval,
  months,
}: {
  pathId: string;
  courses: readonly Course[];
  interval: Interval | null;
  months: number | null;
}) {
  const [begins, setBegins] = useState(() => jakartaDay(new Date()));
  const [member, setMember] = useState<Member>(nobody);
  const isDay = /^\d{4}-\d\d-\d\d$/.test(begins);
  const plan = openingDays(courses, interval);
  const termEnd = months === null || !isDay ? null : plusMonths(begins, months);
  const lastDay = member.id === '' ? termEnd : (member.accessEndsOn ?? null);
  const isLate = (day: number) => isDay && hasEnded(lastDay, plusDays(begins, day - 1));
  const sections = courses.reduce((sum, one) => sum + one.sections.length, 0);
  const all = `${counted(sections, 'section', 'sections')} of ${counted(courses.length, 'course', 'courses')}`;
  return (
    <>
      <div className={outline['choices']}>
        <MemberPicker
          link={assignments.pathUsers}
          ownerId={pathId}
          chosen={member}
          choose={(chosen) => {
            setMember(chosen);
            setBegins(jakartaDay(chosen.assignedAt ? new Date(chosen.assignedAt) : new Date()));
          }}
        />
        <DayInput
          label="Begins on"
          kind={days}
          value={begins}
          set={(day) => {
            setBegins(day);
            setMember(nobody);
          }}
          example="besok"
          inWords={formatLongDay}
        />
      </div>
      <Text size="sm" my="sm" role="status">
        {all} open {interval === null ? 'at once' : `over ${counted(plan.at(-1)?.day ?? 1, 'day', 'days')}`}. Locks of
        single lessons are shown on each course.
        {lastDay !== null && ` The last day of the access is ${formatDay(lastDay)}.`}
      </Text>
      {plan.map(({ day, opens }) => (
        <section key={day} aria-labelledby={`day-${day}`}>
          <Title order={3} size="sm" mt="md" id={`day-${day}`}>
            Day {day}
            {isDay && <span className={classes['date']}> {formatLongDay(plusDays(begins, day - 1))}</span>}
            {isLate(day) && <span className={classes['date']}> · after the end of the access</span>}
          </Title>
          <ul className={outline['lines']}>
            {opens.map(({ course, section }) => (
              <li key={section.id}>
                <span>{section.name}</span>
                <Link to={`/course/${courseTypeOf(course.type)}/${course.id}`}>{course.name}</Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
      <Empty courses={courses} />
    </>
  );
}

/** Courses without content that could open. */
function Empty({ courses }: { courses: readonly Course[] }) {
  const empty = courses.filter(({ sections }) => sections.length === 0);
  if (empty.length === 0) return null;
  return (
    <Text size="sm" c="dimmed" mt="md">
      Without a section:{' '}
      {empty.map(({ id, name, type }, index) => (
        <Fragment key={id}>
          {index > 0 && ', '}
          <Link to={`/course/${courseTypeOf(type)}/${id}`}>{name}</Link>
        </Fragment>
      ))}
      .
    </Text>
  );
}
