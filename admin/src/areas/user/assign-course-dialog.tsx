/** Assigns one course to the selected users, and shows for how many of them that changes something. */
import { Text } from '@mantine/core';
import { useState } from 'react';
import { assignments } from '#contract/assignment/table.ts';
import { maxPageSize } from '#contract/kernel/page-size.ts';
import { useAction } from '#kit/api/use-action.ts';
import { useCall } from '#kit/api/use-call.ts';
import { counted, formatNumber } from '#kit/format/formats.ts';
import { WorkDialog } from '#kit/form/work-dialog.tsx';
import type { CourseMatch } from '#admin-shared/course/course-search.ts';
import { CourseChoice } from './course-choice.tsx';
import type { User } from './user.ts';

const { courseUsers, userCourses } = assignments;

interface Props {
  chosen: readonly Pick<User, 'id' | 'role'>[];
  close: () => void;
}

export function AssignCourseDialog({ chosen, close }: Props) {
  const [course, choose] = useState<CourseMatch>();
  const ids = chosen.filter(({ role }) => role === 'member').map(({ id }) => id);
  const { newcomers, isKnown } = useNewcomers(course, ids);
  const { run, loading } = useAssigning(newcomers, ids);
  const nobody = isKnown && newcomers.length === 0 && 'All of them are already members of this course';
  const submit = async () => {
    if (course && (await run(courseUsers.inputOf(course.id, ids))).ok) close();
  };
  return (
    <WorkDialog
      title="Assign a course"
      close={close}
      isTyped={false}
      size="md"
      why={course ? nobody : 'Choose a course first'}
      submitLabel={`Assign ${counted(ids.length, 'person', 'people')}`}
      isWorking={loading}
      submit={submit}
    >
      <CourseChoice course={course} choose={choose} />
      <Text role="status" size="sm">
        {effectInWords(course, ids, chosen.length - ids.length, isKnown ? ids.length - newcomers.length : undefined)}
      </Text>
    </WorkDialog>
  );
}

/** Selected users who are not members of the course yet; all of them unless one page has every member. */
function useNewcomers(course: CourseMatch | undefined, ids: readonly string[]) {
  const isSmall = course !== undefined && course.totalMembers > 0 && course.totalMembers <= maxPageSize;
  const query = { ...courseUsers.sideQuery(true), page: 1, pageSize: maxPageSize };
  const { data } = useCall(courseUsers.list, { params: { id: course?.id ?? '' }, query }, { enabled: isSmall });
  const members = data ? courseUsers.rowsOf(data) : [];
  const isKnown = course?.totalMembers === 0 || (isSmall && data !== undefined && data.totalItems <= members.length);
  const isMember = new Set(isKnown ? members.map(({ id }) => id) : []);
  return { isKnown, newcomers: ids.filter((id) => !isMember.has(id)) };
}

/** Assigns the course; one newcomer has an undo of its own, several are a bulk change. */
function useAssigning(newcomers: readonly string[], ids: readonly string[]) {
  const back = useAction(userCourses.unassign);
  return useAction(userCourses.assign, {
    messages: ids.length > 1 ? courseUsers.together?.messages : undefined,
    undo: ({ params }, { changed }) =>
      changed === 1 && newcomers.length === 1
        ? () => void back.run(courseUsers.inputOf(params.id, newcomers))
        : undefined,
  });
}

const are = (count: number, rest: string) => `${formatNumber(count)} ${count === 1 ? 'is' : 'are'} ${rest}`;

/** Effect of the assignment in sentences. */
function effectInWords(
  course: CourseMatch | undefined,
  ids: readonly string[],
  staff: number,
  already: number | undefined,
): string {
  const left = staff > 0 ? ` ${are(staff, 'staff and left out: only members take courses.')}` : '';
  if (!course) return `${counted(ids.length, 'person gets', 'people get')} the course you choose.${left}`;
  const what = `Assign ${counted(ids.length, 'person', 'people')} to “${course.name}”`;
  if (already === undefined) return `${what}. Existing members are not affected.${left}`;
  return already === 0
    ? `${what}.${left}`
    : `${what}; ${are(already, already === 1 ? 'a member' : 'members')} already.${left}`;
}
