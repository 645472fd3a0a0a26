/**
 * Page of one user: an overview, and tabs for courses, orders, submissions, the timeline and the account. Customer service
 * reads, and sends links to members; admins read the pages of superadmins; roles that may change the name may change the
 * rest.
 */
import { Alert } from '@mantine/core';
import { Navigate } from '@tanstack/react-router';
import { mayChangeAccount } from '#contract/auth/sessions.ts';
import { mayCall } from '#contract/kernel/endpoint.ts';
import { roleNames, sendInvitation } from '#contract/user/account.ts';
import { changeUser, getUserProfile, userDraft } from '#contract/user/endpoints.ts';
import { attendanceWords } from '#admin-shared/course/part-words.ts';
import { role } from '#kit/api/session.ts';
import { Badge } from '#kit/display/badge.tsx';
import { displayPhone } from '#kit/format/formats.ts';
import type { TrailWords } from '#kit/record/history-words.ts';
import { RecordPage } from '#kit/record/record-page.tsx';
import { useRecordForm } from '#kit/record/use-record-form.ts';
import { UserAccount } from './user-account.tsx';
import { useUserActions } from './user-actions.tsx';
import { UserCourses } from './user-courses.tsx';
import { UserConsent } from './user-consent.tsx';
import { Contacts, userFacts } from './user-facts.tsx';
import { UserOrders } from './user-orders.tsx';
import { UserOverview } from './user-overview.tsx';
import { UserSubmissions } from './user-submissions.tsx';
import { UserTags } from './user-tags.tsx';
import { UserTimeline } from './user-timeline.tsx';
import { type OpenUser, type Profile, accountTab } from './user.ts';

const trail: TrailWords = {
  parts: attendanceWords,
  labels: {
    email: 'E-mail',
    phoneNumber: 'Phone',
    uoc: 'Institution',
    image: 'Picture',
    joinedAt: 'Joined',
    passwordHash: 'Password',
    externalId: 'External id',
    status: 'Account',
  },
  words: {
    role: roleNames,
    phoneNumber: (phone: string) => displayPhone(phone) || '–',
    passwordHash: () => 'Not kept in the history',
    status: { 0: 'Deactivated', 1: 'Active' },
  },
};

const tabs = [
  {
    label: 'Courses',
    path: 'courses',
    panel: UserCourses,
    isWide: true,
    countOf: ({ courses }: Profile) => courses.totalItems,
  },
  { label: 'Orders', path: 'orders', panel: UserOrders, isWide: true },
  { label: 'Submissions and certificates', path: 'submissions', panel: UserSubmissions, isWide: true },
  { label: 'Timeline', path: 'timeline', panel: UserTimeline, isWide: true },
  { label: 'Account', path: accountTab, panel: UserAccount, isOf: () => mayCall(sendInvitation, role() ?? '') },
];

export function UserPage() {
  const record = useRecordForm({ get: getUserProfile, update: changeUser, draft: userDraft });
  const isOpenTo = ({ role: theirs }: Profile) => mayChangeAccount(role() ?? '', theirs);
  const mayEdit = record.mayEdit && (!record.result.data || isOpenTo(record.result.data));
  const mergedInto = record.result.data?.mergedInto;
  if (mergedInto) return <Navigate to="/user/$id/{-$tab}" params={{ id: mergedInto }} replace />;
  return (
    <RecordPage
      record={{ ...record, mayEdit }}
      list="/user"
      image={(user) => user.image}
      badge={RoleBadge}
      subtitle={Contacts}
      useActions={useUserActions}
      formTab={accountTab}
      fields={[{ title: 'Person', rows: ['name', ['email', 'phoneNumber'], ['uoc', 'job'], 'location'] }]}
      notice={Deactivated}
      panels={[UserTags, UserOverview, UserConsent]}
      tabs={tabs}
      facts={userFacts}
      trail={trail}
    />
  );
}
UserPage.reads = getUserProfile;

const RoleBadge = ({ role: theirs, status }: Pick<Profile, 'role' | 'status'>) => (
  <>
    <Badge colour="grey">{roleNames[theirs]}</Badge>
    {status === 0 && <Badge colour="red">Deactivated</Badge>}
  </>
);

const Deactivated = ({ record }: OpenUser) =>
  record.status === 0 && (
    <Alert color="red" title="This account is deactivated" mb="md">
      {record.name} cannot sign in. Courses, orders and certificates stay; an admin can reactivate the account.
    </Alert>
  );
