/**
 * Page of one user: an overview, and tabs for courses, orders, submissions, the timeline and the account. Customer service
 * reads only, and admins the pages of superadmins; roles that may change the name may change the rest.
 */
import { Navigate } from '@tanstack/react-router';
import { mayChangeAccount } from '#contract/auth/sessions.ts';
import { mayCall } from '#contract/kernel/endpoint.ts';
import { changeUserName, getUserProfile, userDraft } from '#contract/user/endpoints.ts';
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
import { Contacts, userFacts } from './user-facts.tsx';
import { UserOrders } from './user-orders.tsx';
import { UserOverview } from './user-overview.tsx';
import { UserSubmissions } from './user-submissions.tsx';
import { UserTimeline } from './user-timeline.tsx';
import { type Profile, accountTab, roleNames } from './user.ts';

const trail: TrailWords = {
  parts: attendanceWords,
  labels: {
    email: 'E-mail',
    phoneNumber: 'Phone',
    uoc: 'Institution',
    image: 'Picture',
    joinedAt: 'Joined',
    passwordHash: 'Password',
  },
  words: {
    role: roleNames,
    phoneNumber: (phone: string) => displayPhone(phone) || '–',
    passwordHash: () => 'Not kept in the history',
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
  { label: 'Account', path: accountTab, panel: UserAccount, isOf: () => mayCall(changeUserName, role() ?? '') },
];

export function UserPage() {
  const record = useRecordForm({ get: getUserProfile, update: changeUserName, draft: userDraft });
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
      fields={[{ title: 'Name', rows: ['name'] }]}
      panels={[UserOverview]}
      tabs={tabs}
      facts={userFacts}
      trail={trail}
    />
  );
}
UserPage.reads = getUserProfile;

const RoleBadge = (user: Pick<Profile, 'role'>) => <Badge colour="grey">{roleNames[user.role]}</Badge>;
