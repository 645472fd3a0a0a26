import { Button, Group, SegmentedControl, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { listCourses } from '#contract/course.ts';
import type { CourseType } from '#contract/course-rules.ts';
import { assignPageSize } from '#contract/fields.ts';
import { assignCourseToUser } from '#contract/user.ts';
import { Dialog } from '#kit/feedback/dialog.tsx';
import { Paging } from '#kit/list/paging.tsx';
import { type Column, RowsTable } from '#kit/list/rows-table.tsx';
import type { RowOf } from '#kit/list/source.ts';
import { Loaded } from '#kit/record/loaded.tsx';
import { EmptyState } from '#kit/feedback/states.tsx';
import { NameCell } from '#kit/format/thumbnail.tsx';
import { useAction } from '#kit/api/use-action.ts';
import { useCall } from '#kit/api/use-call.ts';
import type { Profile } from './user.ts';

type Course = RowOf<typeof listCourses, 'courses'>;

/** Chooses a course and assigns it; stays open for the next one. */
export function AssignCourse({ user, close }: { user: Profile; close: () => void }) {
  const [type, setType] = useState<CourseType>('flexy');
  const [typed, setTyped] = useState('');
  const [debounced] = useDebouncedValue(typed.trim(), 250);
  const [page, setPage] = useState(1);
  // Another list begins anew, at once (domain.md, Routes).
  const search = typed === '' ? '' : debounced;
  const turn = (next: CourseType) => {
    setType(next);
    setTyped('');
    setPage(1);
  };
  const [given, setGiven] = useState<ReadonlySet<string>>(new Set(user.courses.course.map((course) => course.id)));
  const give = (id: string) => setGiven((before) => new Set(before).add(id));
  return (
    <Dialog onClose={close} title={`Assign a course to ${user.name}`} size={700}>
      <Group gap="xs" mb="sm">
        <TextInput
          flex={1}
          data-autofocus
          aria-label="Search courses"
          placeholder="Search courses"
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setPage(1);
          }}
        />
        <SegmentedControl
          aria-label="Type of course"
          value={type}
          onChange={turn}
          data={[
            { value: 'flexy', label: 'Flexy' },
            { value: 'fast-track', label: 'Fast-track' },
          ]}
        />
      </Group>
      <Choices userId={user.id} asked={{ type, search, page }} given={given} onGive={give} onPage={setPage} />
    </Dialog>
  );
}

interface ChoicesProps {
  userId: string;
  asked: { type: CourseType; search: string; page: number };
  /** Ids of the courses that the user is in. */
  given: ReadonlySet<string>;
  onGive: (id: string) => void;
  onPage: (page: number) => void;
}

function Choices({ userId, asked: { type, search, page }, given, onGive, onPage }: ChoicesProps) {
  const courses = useCall(
    listCourses,
    { params: { type }, query: { search, page, pageSize: assignPageSize } },
    { keepPrevious: true },
  );
  const assign = useAction(assignCourseToUser);
  const run = async (course: Course) => {
    const outcome = await assign.run({ params: { id: course.id }, body: { userId } });
    if (outcome.ok) onGive(course.id);
  };
  const columns = columnsOf(given, assign.loading, (course) => void run(course));
  return (
    <Loaded result={courses} what="courses">
      {({ courses: rows, totalItems, pageSize }) =>
        totalItems === 0 ? (
          <EmptyState title="Nothing matches">
            {search ? 'No course of this type has that in its name.' : 'There are no courses of this type yet.'}
          </EmptyState>
        ) : (
          <>
            <RowsTable
              label="Courses to assign"
              columns={columns}
              rows={rows}
              expected={assignPageSize}
              rowKey={(course) => course.id}
              isStale={courses.isPrevious}
            />
            {(totalItems > pageSize || page > 1) && (
              <Paging page={page} pageSize={pageSize} total={totalItems} onPage={onPage} />
            )}
          </>
        )
      }
    </Loaded>
  );
}

const columnsOf = (
  given: ReadonlySet<string>,
  isBusy: boolean,
  assign: (course: Course) => void,
): readonly Column<Course>[] => [
  { label: 'Course', cell: (course) => <NameCell name={course.name} thumbnail={course.thumbnail} /> },
  {
    label: 'Assign',
    align: 'right',
    width: 120,
    isLabelHidden: true,
    cell: (course) =>
      given.has(course.id) ? (
        'Assigned'
      ) : (
        <Button
          size="compact-sm"
          variant="light"
          aria-label={`Assign ${course.name}`}
          disabled={isBusy}
          onClick={() => assign(course)}
        >
          Assign
        </Button>
      ),
  },
];
