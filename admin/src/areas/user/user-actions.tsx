/** Header actions of a user's page, and the button that assigns a course. */
import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { listAccessGaps } from '#contract/access/endpoints.ts';
import { assignments } from '#contract/assignment/table.ts';
import { mayCall } from '#contract/kernel/endpoint.ts';
import { maySetPassword } from '#contract/auth/sessions.ts';
import { makeOrder } from '#contract/order/new-order.ts';
import { getTrackingAccess } from '#contract/order-tracking/endpoints.ts';
import { searchOf } from '#admin-shared/pricing/why-price-link.tsx';
import { role, subject } from '#kit/api/session.ts';
import { focusAfterRender } from '#kit/feedback/focus.ts';
import { Unavailable } from '#kit/feedback/unavailable.tsx';
import { type HeadActions, menuButton } from '#kit/record/head-actions.tsx';
import { passwordPanelId } from './change-password.tsx';
import { sendInvitation } from '#contract/user/account.ts';
import { useAction } from '#kit/api/use-action.ts';
import { linkLabel, mayInvite } from './user-sign-in.tsx';
import { type OpenUser, type Profile, accountTab } from './user.ts';

const AssignCourseDialog = lazy(async () => ({
  default: (await import('./assign-course-dialog.tsx')).AssignCourseDialog,
}));

type Assignee = Pick<Profile, 'id' | 'role'>;

/**
 * Action that assigns a course, with its dialog while it is open; undefined for roles that may not. Staff among `chosen`
 * are left out; `noMember` is the reason why it is not available when there is nobody else.
 */
function useAssignCourse(chosen: readonly Assignee[], noMember: string) {
  const [isAssigning, setAssigning] = useState(false);
  if (!mayCall(assignments.courseUsers.assign, role() ?? '')) return undefined;
  return {
    run: () => setAssigning(true),
    why: !chosen.some((user) => user.role === 'member') && noMember,
    dialog: isAssigning && (
      <Suspense>
        <AssignCourseDialog chosen={chosen} close={() => setAssigning(false)} />
      </Suspense>
    ),
  };
}

/** Button of the selection bar. */
export function AssignCourse({ chosen }: { chosen: readonly Assignee[] }) {
  const assigning = useAssignCourse(chosen, 'Only members take courses, and none is selected');
  if (!assigning) return null;
  return (
    <>
      <Unavailable why={assigning.why}>
        <Button size="xs" onClick={assigning.run}>
          Assign a course
        </Button>
      </Unavailable>
      {assigning.dialog}
    </>
  );
}

/** Actions in the head: the two commonest in reach. */
export function useUserActions({ record: user, mayEdit, base }: OpenUser): HeadActions {
  const { id, email, role: theirs } = user;
  const send = useAction(sendInvitation);
  const own = role() ?? '';
  const maySet = mayEdit && id !== subject() && maySetPassword(own, theirs);
  const assigning = useAssignCourse([{ id, role: theirs }], 'Only members take courses');
  const navigate = useNavigate();
  const showPassword = async () => {
    await navigate({ to: `${base}/${accountTab}` });
    // The closed menu returns the focus to its button.
    focusAfterRender(() => {
      const panel = document.getElementById(passwordPanelId);
      panel?.scrollIntoView({ block: 'center' });
      return panel?.querySelector('input');
    }, menuButton());
  };
  return {
    quick: [
      assigning && { label: 'Assign course', ...assigning },
      theirs === 'member' &&
        mayCall(makeOrder, own) && { label: 'New order', to: '/order/new', search: searchOf({ userId: id }) },
    ],
    menu: [
      mayInvite(user) && { label: linkLabel(user), run: () => void send.run({ params: { id } }) },
      maySet && { label: 'Reset password', run: showPassword },
      mayEdit && { label: 'Correct fields', to: `${base}/${accountTab}` },
      mayCall(listAccessGaps, own) && { label: 'Paid and access', to: '/order/access', search: { search: email } },
      mayCall(getTrackingAccess, own) && { label: 'Order tracking', to: '/order/tracking', search: { email } },
    ],
    dialog: assigning?.dialog,
  };
}
