/** Header actions of a user's page, and the button that assigns a course. */
import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useRef, useState } from 'react';
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
import { passwordPanelId } from './change-password.tsx';
import { type OpenUser, type Profile, accountTab } from './user.ts';

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

type Other = readonly [label: string, to: string, search?: Record<string, string>];

/** Header actions: the two commonest as buttons, the others in a menu. */
export function UserActions({ record: { id, name, email, role: theirs }, mayEdit, base }: OpenUser) {
  const own = role() ?? '';
  const maySet = mayEdit && id !== subject() && maySetPassword(own, theirs);
  const others: readonly Other[] = [
    ...(mayEdit ? ([['Change name', `${base}/${accountTab}`]] as const) : []),
    ...(mayCall(listAccessGaps, own) ? ([['Paid and access', '/order/access', { search: email }]] as const) : []),
    ...(mayCall(getTrackingAccess, own) ? ([['Order tracking', '/order/tracking', { email }]] as const) : []),
  ];
  const navigate = useNavigate();
  const menu = useRef<HTMLButtonElement>(null);
  const showPassword = async () => {
    await navigate({ to: `${base}/${accountTab}` });
    // The closed menu has returned the focus to its button.
    focusAfterRender(() => {
      const panel = document.getElementById(passwordPanelId);
      panel?.scrollIntoView({ block: 'center' });
      return panel?.querySelector('input');
    }, menu.current ?? undefined);
  };
  return (
    <>
      <AssignCourse place="header" chosen={[{ id, role: theirs }]} noMember="Only members take courses" />
      {theirs === 'member' && mayCall(makeOrder, own) && (
        <Button
          variant="default"
          renderRoot={(props) => <Link {...props} to="/order/new" search={searchOf({ userId: id })} />}
        >
          New order
        </Button>
      )}
      {(maySet || others.length > 0) && (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon ref={menu} size={36} variant="default" aria-label={`More actions for ${name}`}>
              <IconDots size={18} stroke={1.6} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {maySet && <Menu.Item onClick={() => void showPassword()}>Reset password</Menu.Item>}
            {others.map(([label, to, search]) => (
              <Menu.Item key={to} renderRoot={(props) => <Link {...props} to={to} search={search} />}>
                {label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </>
  );
}
