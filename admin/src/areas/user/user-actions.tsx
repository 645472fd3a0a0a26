/** Header actions of a user's page, and the button that assigns a course. */
import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { assignments } from '#contract/assignment/table.ts';
import { mayCall } from '#contract/kernel/endpoint.ts';
import { maySetPassword } from '#contract/auth/sessions.ts';
import { role, subject } from '#kit/api/session.ts';
import { Unavailable } from '#kit/feedback/unavailable.tsx';
import { passwordPanelId } from './change-password.tsx';
import type { Profile } from './user.ts';

const AssignCourseDialog = lazy(async () => ({
  default: (await import('./assign-course-dialog.tsx')).AssignCourseDialog,
}));

type Assignee = Pick<Profile, 'id' | 'role'>;

interface AssignCourseProps {
  /** Users to assign a course to; staff among them are left out. */
  chosen: readonly Assignee[];
  /** Why the button is disabled when none of them is a member. */
  noMember: string;
  /** Place of the button: header of a user's page, or selection bar. */
  place: keyof typeof looks;
}

const looks = {
  header: { size: 'sm', variant: 'default', label: 'Assign course' },
  selection: { size: 'xs', variant: 'filled', label: 'Assign a course' },
} as const;

export function AssignCourse({ chosen, noMember, place }: AssignCourseProps) {
  const [isAssigning, setAssigning] = useState(false);
  const { size, variant, label } = looks[place];
  const hasMember = chosen.some((user) => user.role === 'member');
  if (!mayCall(assignments.courseUsers.assign, role() ?? '')) return null;
  return (
    <>
      <Unavailable why={!hasMember && noMember}>
        <Button size={size} variant={variant} onClick={() => setAssigning(true)}>
          {label}
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

/** Scrolls to the new-password field and focuses it. */
function showPassword(): void {
  const panel = document.getElementById(passwordPanelId);
  panel?.scrollIntoView({ block: 'center' });
  panel?.querySelector('input')?.focus({ preventScroll: true });
}

export function UserActions({ record, mayEdit }: { record: Profile; mayEdit: boolean }) {
  const maySet = mayEdit && record.id !== subject() && maySetPassword(role() ?? '', record.role);
  return (
    <>
      <AssignCourse place="header" chosen={[record]} noMember="Only members take courses" />
      {maySet && (
        <Button variant="default" onClick={showPassword}>
          Reset password
        </Button>
      )}
    </>
  );
}
