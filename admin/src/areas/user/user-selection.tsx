/** What can be done with people that are selected. */
import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { assignments } from '#contract/assignment.ts';
import { mostIds } from '#contract/fields.ts';
import { mayCall } from '#contract/kernel.ts';
import { role } from '#kit/api/session.ts';
import { Unavailable } from '#kit/feedback/unavailable.tsx';
import { CopySelected } from '#kit/list/copy-selected.tsx';
import type { Selecting } from '#kit/list/use-list-selection.tsx';
import type { Selection } from '#kit/list/use-selection.ts';
import type { User } from './user.ts';

const AssignCourseDialog = lazy(async () => ({
  default: (await import('./assign-course-dialog.tsx')).AssignCourseDialog,
}));

const people = ['person', 'people'] as const;

function UserActions({ selection }: { selection: Selection<User> }) {
  return (
    <>
      <CopySelected selection={selection} one="e-mail" many="e-mails" rows={people} textOf={({ email }) => email} />
      <CopySelected
        selection={selection}
        one="phone number"
        many="phone numbers"
        rows={people}
        textOf={({ phoneNumber }) => phoneNumber}
      />
      {mayCall(assignments.courseUsers.assign, role() ?? '') && (
        <AssignCourse chosen={[...selection.selected.values()]} />
      )}
    </>
  );
}

function AssignCourse({ chosen }: { chosen: User[] }) {
  const [isAssigning, setAssigning] = useState(false);
  const hasMember = chosen.some((user) => user.role === 'member');
  return (
    <>
      <Unavailable why={!hasMember && 'Only members take courses, and none is selected'}>
        <Button size="xs" onClick={() => setAssigning(true)}>
          Assign a course
        </Button>
      </Unavailable>
      {isAssigning && (
        <Suspense>
          <AssignCourseDialog chosen={chosen} close={() => setAssigning(false)} />
        </Suspense>
      )}
    </>
  );
}

export const userSelection: Selecting<User> = { most: mostIds, name: ({ name }) => name, actions: UserActions };
