/** Members of a course: assigned users, users to assign, and free places. */
import { Button, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Fragment, useState } from 'react';
import { assignments } from '#contract/assignment/table.ts';
import { courseTypeOf } from '#contract/course/rules.ts';
import { listWaiting } from '#contract/course/waiting-list.ts';
import { mayCall } from '#contract/kernel/endpoint.ts';
import { learningPaths } from '#contract/learning-path/endpoints.ts';
import { listUsers } from '#contract/user/endpoints.ts';
import { transferPlaces } from '#contract/user/transfer.ts';
import { role } from '#kit/api/session.ts';
import { useCall } from '#kit/api/use-call.ts';
import { counted, formatNumber, formatTotal } from '#kit/format/formats.ts';
import { assigned } from '#admin-shared/assignment/assigned.tsx';
import { AssignMany } from './assign-many.tsx';
import { type Course, typeWords } from './course-words.tsx';
import { MessagePeople } from '#admin-shared/broadcast/message-people.tsx';
import { AccessAction, accessColumn } from '#admin-shared/assignment/access-end.tsx';
import { progressColumns } from '#admin-shared/course/progress.ts';
import { Deferred } from './transfer/deferred.tsx';
import { MovePlaces } from './transfer/move-places.tsx';
import { TransferMessages } from './transfer/transfer-messages.tsx';

type Places = Pick<Course, 'id' | 'totalMembers' | 'capacity' | 'type'>;

const leftOf = ({ totalMembers, capacity }: Places): number =>
  capacity === null ? Infinity : Math.max(0, capacity - totalMembers);

/** "12 of 20 places; 8 left". */
function placesOf(course: Places): string {
  const { totalMembers, capacity } = course;
  if (capacity === null) return 'No limit';
  const left = leftOf(course);
  const taken = `${formatNumber(totalMembers)} of ${counted(capacity, 'place', 'places')}`;
  return left === 0 ? `${taken}; it is full` : `${taken}; ${formatNumber(left)} left`;
}

/** Members of a full course whose access has ended: they keep their places until they are removed. */
function EndedMembers({ id }: Pick<Places, 'id'>) {
  const query = { ...assignments.courseUsers.sideQuery(true), term: 'ended', page: 1, pageSize: 1 };
  const { data } = useCall(assignments.courseUsers.list, { params: { id }, query });
  if (!data || data.totalItems === 0) return null;
  const words = `${formatTotal(data.totalItems, data.isTotalCapped)} whose access has ended`;
  return mayCall(listUsers, role() ?? '') ? (
    <Link to="/user" search={{ courseId: id, access: 'ended' }}>
      {words}
    </Link>
  ) : (
    <Text size="sm">{words}</Text>
  );
}

function Assigning(course: Places) {
  const [isOpen, setOpen] = useState(false);
  const left = leftOf(course);
  return (
    <Group gap="sm">
      <Text size="sm" c="dimmed">
        {placesOf(course)}
      </Text>
      {left === 0 && <EndedMembers id={course.id} />}
      {left === 0 && mayCall(listWaiting, role() ?? '') && (
        <Link to={`${typeWords[courseTypeOf(course.type)].to}/${course.id}/waiting-list`}>Waiting list</Link>
      )}
      {mayCall(assignments.courseUsers.assign, role() ?? '') && (
        <Button size="xs" variant="default" onClick={() => setOpen(true)}>
          Assign many
        </Button>
      )}
      {isOpen && <AssignMany courseId={course.id} left={left} close={() => setOpen(false)} />}
    </Group>
  );
}

/** Members who have the course through a learning path, without an assignment. */
function ByPaths({ paths }: Pick<Course, 'paths'>) {
  const mayOpen = mayCall(learningPaths.get, role() ?? '');
  return (
    <Text size="sm" c="dimmed" mt="md">
      Also open to the users of {paths.length === 1 ? 'the learning path' : 'the learning paths'}{' '}
      {paths.map(({ id, name, totalUsers }, index) => (
        <Fragment key={id}>
          {index > 0 && ', '}
          {mayOpen ? <Link to={`/learning-path/${id}/users`}>{name}</Link> : name} (
          {counted(totalUsers, 'user', 'users')})
        </Fragment>
      ))}
      .
    </Text>
  );
}

export const Members = assigned(assignments.courseUsers, (course: Course) => ({
  count: course.totalMembers,
  assignedColumns: [...progressColumns, accessColumn('course', ({ id }) => ({ ownerId: course.id, userId: id }))],
  selectedActions: (chosen) => (
    <>
      <AccessAction to="course" ownerId={course.id} {...chosen} />
      <MessagePeople {...chosen} within={{ courseId: course.id }} segment={`members of ${course.name}`} />
      {!chosen.all && mayCall(transferPlaces, role() ?? '') && (
        <MovePlaces courseId={course.id} people={chosen.selection.selected} moved={chosen.selection.clear} />
      )}
    </>
  ),
  loss: 'they cannot open the course, unless they have it another way.',
  actions: <Assigning {...course} />,
  below: (
    <>
      {course.paths.length > 0 && <ByPaths {...course} />}
      <Deferred courseId={course.id} />
      <TransferMessages />
    </>
  ),
}));
