import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from '@tanstack/react-router';
import { getCourse } from '#contract/course.ts';
import { courseTypeOf } from '#contract/course-rules.ts';
import { mayCall } from '#contract/kernel.ts';
import { listUserCourses, unassignCourseFromUser } from '#contract/user.ts';
import { confirm } from '#kit/feedback/confirm.tsx';
import { Section } from '#kit/record/detail-page.tsx';
import { formatTotal } from '#kit/format/formats.ts';
import { Paging } from '#kit/list/paging.tsx';
import { type Column, RowsTable } from '#kit/list/rows-table.tsx';
import type { RowOf } from '#kit/list/source.ts';
import { Loaded } from '#kit/record/loaded.tsx';
import { Moment } from '#kit/format/moment.tsx';
import { role } from '#kit/api/session.ts';
import { EmptyState } from '#kit/feedback/states.tsx';
import { NameCell } from '#kit/format/thumbnail.tsx';
import { useAction } from '#kit/api/use-action.ts';
import { useCall } from '#kit/api/use-call.ts';
import { AssignCourse } from './assign-course.tsx';
import type { Profile } from './user.ts';

type UserCourse = RowOf<typeof listUserCourses, 'courses'>;

const kinds = ['Flexy', 'Fast-track'] as const;

/** A link for who may open courses. */
function courseCell({ id, name, thumbnail, type }: UserCourse) {
  const cell = <NameCell name={name} thumbnail={thumbnail} />;
  return mayCall(getCourse, role() ?? '') ? <Link to={`/course/${courseTypeOf(type)}/${id}`}>{cell}</Link> : cell;
}

const shown: readonly Column<UserCourse>[] = [
  { label: 'Course', cell: courseCell },
  { label: 'Type', cell: (course) => kinds[course.type], width: 110 },
  { label: 'Assigned', cell: (course) => <Moment at={course.assignedAt} />, align: 'right', width: 120 },
];

/** The courses of a user, 100 a page (spec §9); assigning and unassigning read the page anew. */
export function UserCourses({ user, mayEdit }: { user: Profile; mayEdit: boolean }) {
  const [page, setPage] = useState(1);
  const [isAssigning, setAssigning] = useState(false);
  const courses = useCall(listUserCourses, { params: { id: user.id }, query: { page } }, { keepPrevious: true });
  const unassign = useUnassign(user);
  const columns = mayEdit
    ? [...shown, { label: 'Unassign', cell: unassign, align: 'right', width: 120, isLabelHidden: true } as const]
    : shown;
  const assign = mayEdit && user.role === 'member' && (
    <Button variant="default" size="xs" onClick={() => setAssigning(true)}>
      Assign a course
    </Button>
  );
  return (
    <Section title={`Courses ${courses.data ? formatTotal(courses.data.totalItems) : ''}`} actions={assign}>
      <Loaded result={courses} what="courses of this user">
        {({ courses: rows, totalItems, pageSize }) =>
          totalItems === 0 ? (
            <EmptyState title="No courses yet">
              {user.name} is in no course.
              {mayEdit && (user.role === 'member' ? ' Assign one and it appears here.' : ' Only members take courses.')}
            </EmptyState>
          ) : (
            <>
              {rows.length === 0 ? (
                <EmptyState
                  title="There is no such page"
                  action={
                    <Button variant="default" onClick={() => setPage(1)}>
                      To the first page
                    </Button>
                  }
                >
                  The list got shorter.
                </EmptyState>
              ) : (
                <RowsTable
                  label={`Courses of ${user.name}`}
                  columns={columns}
                  rows={rows}
                  expected={rows.length}
                  rowKey={(course) => course.id}
                  isStale={courses.isPrevious}
                />
              )}
              {(totalItems > pageSize || page > 1) && (
                <Paging page={page} pageSize={pageSize} total={totalItems} onPage={setPage} />
              )}
            </>
          )
        }
      </Loaded>
      {isAssigning && <AssignCourse user={user} close={() => setAssigning(false)} />}
    </Section>
  );
}

function useUnassign(user: Profile) {
  const unassign = useAction(unassignCourseFromUser);
  const ask = async (course: UserCourse) => {
    const isSure = await confirm({
      title: `Unassign "${course.name}"?`,
      text: `${user.name} loses access to this course. The course itself stays as it is.`,
      action: 'Unassign 1 course',
      isDestructive: true,
    });
    if (isSure) await unassign.run({ params: { id: course.id }, body: { userId: user.id } });
  };
  return (course: UserCourse) => (
    <Button
      variant="subtle"
      color="gray"
      size="compact-sm"
      aria-label={`Unassign ${course.name}`}
      disabled={unassign.loading}
      onClick={() => void ask(course)}
    >
      Unassign
    </Button>
  );
}
