/**
 * Page of one user: contacts, orders, courses and name. Customer service reads only, and admins the pages of
 * superadmins; roles that may change the name may change the rest.
 */
import {
  changeUserName,
  getUserProfile,
  userDraft,
  changeUserPicture,
  userPicture,
  getUserSubscription,
} from '#contract/user/endpoints.ts';
import { Text } from '@mantine/core';
import { mayCall } from '#contract/kernel/endpoint.ts';
import { listOrders } from '#contract/order/endpoints.ts';
import { listUserSessions, mayChangeAccount, maySetPassword } from '#contract/auth/sessions.ts';
import { listUserSubmissions } from '#contract/submission/endpoints.ts';
import { role, subject } from '#kit/api/session.ts';
import { Section } from '#kit/record/detail-page.tsx';
import { Badge } from '#kit/display/badge.tsx';
import { displayPhone } from '#kit/format/formats.ts';
import type { TrailWords } from '#kit/record/history-words.ts';
import type { Opened } from '#kit/record/opened.ts';
import { RecordPage } from '#kit/record/record-page.tsx';
import { useRecordForm } from '#kit/record/use-record-form.ts';
import { ChangePassword } from './change-password.tsx';
import { UserOrders } from './user-orders.tsx';
import { UserSubmissions } from './user-submissions.tsx';
import { UserSessions } from './user-sessions.tsx';
import { attendanceWords } from '#admin-shared/course/part-words.ts';
import { UserActions } from './user-actions.tsx';
import { Contacts, userFacts } from './user-facts.tsx';
import { type Profile, roleNames, typeNames } from './user.ts';
import { useAction } from '#kit/api/use-action.ts';
import { EditForm } from '#kit/form/edit-form.tsx';
import { Field } from '#kit/form/field.tsx';
import { useEditForm } from '#kit/form/use-edit-form.ts';
import { baselineOf, draftOf } from '#kit/form/values.ts';
import { assignments } from '#contract/assignment/table.ts';
import type { Item } from '#contract/kernel/assignment-row.ts';
import { courseTypeOf } from '#contract/course/rules.ts';
import { assigned } from '#admin-shared/assignment/assigned.tsx';
import { getSubscriberProfile, listUserEventVouchers } from '#contract/subscription/endpoints.ts';
import { useCall } from '#kit/api/use-call.ts';
import { eventVoucherColumns } from '#admin-shared/subscription/event-voucher-columns.tsx';
import { RecordLink } from '#kit/record/record-link.tsx';
import type { Column } from '#kit/list/column.tsx';
import type { RowOf } from '#kit/list/source.ts';
import { RowsOf } from '#kit/record/related-list.tsx';

type EventVoucher = RowOf<typeof listUserEventVouchers, 'eventVouchers'>;

const columns: readonly Column<EventVoucher>[] = [
  ...eventVoucherColumns,
  {
    label: 'Plan',
    cell: ({ planId, planName }) => <RecordLink kind="plan" id={planId} name={planName} />,
    hiddenBelow: 1080,
  },
];
const rowKey = ({ id }: EventVoucher) => id;
const subscriptionOf = ({ subscriptionId }: EventVoucher) => `/subscription/${subscriptionId}`;

/** Event vouchers of a user who has or had a subscription. */
function UserEventVouchers({ id }: { id: string }) {
  const { data } = useCall(getUserSubscription, { params: { id } });
  if (!data?.subscription) return null;
  return (
    <RowsOf
      title="Event vouchers"
      call={listUserEventVouchers}
      rows="eventVouchers"
      id={id}
      columns={columns}
      rowKey={rowKey}
      {...(mayCall(getSubscriberProfile, role() ?? '') && { rowLink: subscriptionOf })}
      search="Search event or code"
      empty={{ title: 'No event vouchers', text: 'Vouchers redeemed with a subscription of this person appear here.' }}
      nothing={{ title: 'No such event voucher', text: 'No event voucher of this person matches.' }}
    />
  );
}

const typeName = ({ type = 0 }: Item) => typeNames[courseTypeOf(type)];

const closedTo = ({ role: theirs }: Profile, what: string) =>
  theirs === 'member' ? undefined : `Only members ${what}.`;

/** Assigned courses, 100 a page (spec §9). */
const userCourses = assigned(assignments.userCourses, (user: Profile) => ({
  count: user.courses.totalItems,
  note: typeName,
  closed: closedTo(user, 'take courses'),
  loss: `${user.name} loses access to this course, unless they have it another way.`,
}));

const userPaths = assigned(assignments.userPaths, (user: Profile) => ({
  count: user.totalPaths,
  closed: closedTo(user, 'take learning paths'),
  loss: `${user.name} loses access to it and to its courses, unless they have them another way.`,
}));

function PictureForm({ user, refetch }: { user: Profile; refetch: () => Promise<Profile | undefined> }) {
  const change = useAction(changeUserPicture);
  const form = useEditForm({
    name: `user/${user.id}/picture`,
    schema: userPicture,
    initial: draftOf(userPicture, user),
    version: user.version,
    save: (body, options) => change.run({ params: { id: user.id }, body }, options),
    latest: async () => baselineOf(userPicture, await refetch()),
  });
  return (
    <Section title="Picture">
      <EditForm form={form} submitLabel="Save picture">
        <Field form={form} name="image" />
      </EditForm>
    </Section>
  );
}

type Open = Opened<Profile, typeof userDraft>;

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

export function UserPage() {
  const record = useRecordForm({ get: getUserProfile, update: changeUserName, draft: userDraft });
  const isOpenTo = ({ role: theirs }: Profile) => mayChangeAccount(role() ?? '', theirs);
  const mayEdit = record.mayEdit && (!record.result.data || isOpenTo(record.result.data));
  return (
    <RecordPage
      record={{ ...record, mayEdit }}
      list="/user"
      image={(user) => user.image}
      badge={RoleBadge}
      subtitle={Contacts}
      actions={UserActions}
      about={Orders}
      fields={[{ title: 'Name', rows: ['name'] }]}
      panels={[userCourses, userPaths, EventVouchers, Submissions, Password, Picture, Sessions]}
      facts={userFacts}
      trail={trail}
    />
  );
}
UserPage.reads = getUserProfile;

const RoleBadge = (user: Pick<Profile, 'role'>) => <Badge colour="grey">{roleNames[user.role]}</Badge>;

function Picture({ record, mayEdit, refetch }: Open) {
  return mayEdit ? <PictureForm user={record} refetch={refetch} /> : null;
}

const EventVouchers = ({ record }: Open) => (record.role === 'member' ? <UserEventVouchers id={record.id} /> : null);

const Orders = ({ record }: Open) => (mayCall(listOrders, role() ?? '') ? <UserOrders user={record} /> : null);

const Submissions = ({ record }: Open) =>
  mayCall(listUserSubmissions, role() ?? '') ? <UserSubmissions user={record} /> : null;

const Sessions = ({ record }: Open) =>
  mayCall(listUserSessions, role() ?? '') && record.role !== 'member' ? <UserSessions user={record} /> : null;

function Password({ record, mayEdit, refetch }: Open) {
  if (record.id === subject())
    return (
      <Section title="Password">
        <Text c="dimmed">Your own password is changed from your menu, at the top right.</Text>
      </Section>
    );
  return mayEdit && maySetPassword(role() ?? '', record.role) ? (
    <ChangePassword user={record} refetch={refetch} />
  ) : null;
}
