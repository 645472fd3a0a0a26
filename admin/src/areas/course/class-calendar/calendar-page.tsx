/** Page of all classes of all courses (domain.md, Routes). */
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { listClasses } from '#contract/course/class-calendar/endpoints.ts';
import type { Reply } from '#contract/kernel/endpoint.ts';
import { EmptyState } from '#kit/feedback/states.tsx';
import { today } from '#kit/form/use-date-text.ts';
import type { Filter } from '#kit/list/filter.ts';
import { DetailPage } from '#kit/record/detail-page.tsx';
import { ClassCalendar } from './class-calendar.tsx';
import { clashFilter } from './filters.ts';
import { useClassCalendar } from './use-class-calendar.ts';

type Choices = Reply<typeof listClasses>['choices'];

const named = (names: readonly string[]) => names.map((name) => ({ value: name, label: name }));

const filtersOf = ({ courses, instructors, rooms }: Choices): Filter[] => [
  { name: 'courseId', label: 'Course', options: courses.map(({ id, name }) => ({ value: id, label: name })) },
  { name: 'instructor', label: 'Instructor', options: named(instructors) },
  { name: 'room', label: 'Room', options: named(rooms) },
  clashFilter,
];

const none: Choices = { courses: [], instructors: [], rooms: [] };

export function CalendarPage() {
  const calendar = useClassCalendar({ view: 'week', day: today() });
  return (
    <DetailPage title="Calendar">
      <ClassCalendar
        calendar={calendar}
        filters={filtersOf(calendar.result.data?.choices ?? none)}
        empty={
          <EmptyState
            title="No classes in this period"
            action={
              <Button component={Link} to="/course/fast-track">
                Choose a course
              </Button>
            }
          >
            A class is a section or a live lesson of a course that has a time. Make classes with “Add classes” on the
            Schedule of a course.
          </EmptyState>
        }
      />
    </DetailPage>
  );
}
