/** Assigns one course to the people who are selected, and says before whom that changes something for. */
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { assignments } from '#contract/assignment.ts';
import { largestPage } from '#contract/page-size.ts';
import { useAction } from '#kit/api/use-action.ts';
import { useCall } from '#kit/api/use-call.ts';
import { Dialog } from '#kit/feedback/dialog.tsx';
import { Unavailable } from '#kit/feedback/unavailable.tsx';
import { counted, formatNumber } from '#kit/format/formats.ts';
import { type Course, CourseChoice } from './course-choice.tsx';
import type { User } from './user.ts';

const { courseUsers } = assignments;

interface Props {
  chosen: readonly User[];
  close: () => void;
}

export function AssignCourseDialog({ chosen, close }: Props) {
  const [course, choose] = useState<Course>();
  const ids = chosen.filter(({ role }) => role === 'member').map(({ id }) => id);
  const { newcomers, isKnown } = useNewcomers(course, ids);
  const { run, loading, failure } = useAssigning(newcomers, ids);
  const nobody = isKnown && newcomers.length === 0 && 'All of them are members of this course already';
  const why = !course ? 'Choose a course first' : loading ? 'It is being assigned' : nobody;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (course && !why && (await run(course))) close();
  };
  return (
    <Dialog onClose={close} title="Assign a course">
      <form onSubmit={(event) => void submit(event)}>
        <Stack gap="md">
          <CourseChoice course={course} choose={choose} />
          <Text role="status" size="sm">
            {said(course, ids, chosen.length - ids.length, isKnown ? ids.length - newcomers.length : undefined)}
          </Text>
          {failure && (
            <Alert color="red" title={courseUsers.messages.assign.fail} role="alert">
              {failure}
            </Alert>
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Unavailable why={why}>
              <Button type="submit" data-loading={loading || undefined}>
                Assign {counted(ids.length, 'person', 'people')}
              </Button>
            </Unavailable>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

/** Who of them is no member yet, where one page tells all members; else it may be all of them. */
function useNewcomers(course: Course | undefined, ids: readonly string[]) {
  const isSmall = course !== undefined && course.totalMembers > 0 && course.totalMembers <= largestPage;
  const query = { ...courseUsers.sideQuery(true), page: 1, pageSize: largestPage };
  const { data } = useCall(courseUsers.list, { params: { id: course?.id ?? '' }, query }, { enabled: isSmall });
  const members = data ? courseUsers.rowsOf(data) : [];
  const isKnown = course?.totalMembers === 0 || (isSmall && data !== undefined && data.totalItems <= members.length);
  const isMember = new Set(isKnown ? members.map(({ id }) => id) : []);
  return { isKnown, newcomers: ids.filter((id) => !isMember.has(id)) };
}

/** Can be undone where it is certain whom it was new to. */
function useAssigning(newcomers: readonly string[], ids: readonly string[]) {
  const [failure, setFailure] = useState('');
  const { messages, together } = courseUsers;
  const { assign, unassign } = ids.length > 1 && together ? together.messages : messages;
  const back = useAction(courseUsers.unassign, {
    messages: newcomers.length > 1 ? unassign : messages.unassign,
  });
  const { run, loading } = useAction(courseUsers.assign, {
    // What fails is told in the dialog.
    messages: { ok: assign.ok },
    undo: ({ params }, { changed }) =>
      changed > 0 && changed === newcomers.length
        ? () => void back.run(courseUsers.inputOf(params.id, newcomers))
        : undefined,
  });
  return {
    loading,
    failure,
    run: async ({ id }: Course) => {
      setFailure('');
      const outcome = await run(courseUsers.inputOf(id, ids));
      if (!outcome.ok) setFailure(outcome.error.message);
      return outcome.ok;
    },
  };
}

const are = (count: number, rest: string) => `${formatNumber(count)} ${count === 1 ? 'is' : 'are'} ${rest}`;

/** What will happen, in sentences. */
function said(course: Course | undefined, ids: readonly string[], staff: number, already: number | undefined): string {
  const left = staff > 0 ? ` ${are(staff, 'staff and left out: only members take courses.')}` : '';
  if (!course) return `${counted(ids.length, 'person gets', 'people get')} the course you choose.${left}`;
  const what = `Assign ${counted(ids.length, 'person', 'people')} to “${course.name}”`;
  if (already === undefined) return `${what}. Who is a member already stays one.${left}`;
  return already === 0
    ? `${what}.${left}`
    : `${what}; ${are(already, already === 1 ? 'a member' : 'members')} already.${left}`;
}
