/** Courses of a user with their progress, their learning paths and event vouchers. */
import { assignments } from '#contract/assignment/table.ts';
import { courseTypeOf } from '#contract/course/rules.ts';
import type { Item } from '#contract/kernel/assignment-row.ts';
import { mayCall } from '#contract/kernel/endpoint.ts';
import { getSubscriberProfile, listUserEventVouchers } from '#contract/subscription/endpoints.ts';
import { getUserSubscription, type userDraft } from '#contract/user/endpoints.ts';
import { assigned } from '#admin-shared/assignment/assigned.tsx';
import { accessColumn } from '#admin-shared/assignment/access-end.tsx';
import { progressColumns } from '#admin-shared/course/progress.ts';
import { eventVoucherColumns } from '#admin-shared/subscription/event-voucher-columns.tsx';
import { role } from '#kit/api/session.ts';
import { useCall } from '#kit/api/use-call.ts';
import type { Column } from '#kit/list/column.tsx';
import type { RowOf } from '#kit/list/source.ts';
import { RecordLink } from '#kit/record/record-link.tsx';
import { RowsOf } from '#kit/record/related-list.tsx';
import { type OpenUser, type Profile, typeNames } from './user.ts';

const typeName = ({ type = 0 }: Item) => typeNames[courseTypeOf(type)];

const closedTo = ({ role: theirs }: Profile, what: string) =>
  theirs === 'member' ? undefined : `Only members ${what}.`;

/** Assigned courses, 100 a page (spec §9). */
const Courses = assigned<Profile, typeof userDraft>(assignments.userCourses, (user) => ({
  count: user.courses.totalItems,
  note: typeName,
  assignedColumns: [...progressColumns, accessColumn('course', ({ id }) => ({ ownerId: id, userId: user.id }))],
  closed: closedTo(user, 'take courses'),
  loss: `${user.name} loses access to this course, unless they have it another way.`,
}));

const Paths = assigned<Profile, typeof userDraft>(assignments.userPaths, (user) => ({
  count: user.totalPaths,
  assignedColumns: [accessColumn('learning path', ({ id }) => ({ ownerId: id, userId: user.id }))],
  closed: closedTo(user, 'take learning paths'),
  loss: `${user.name} loses access to it and to its courses, unless they have them another way.`,
}));

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
function EventVouchers({ id }: { id: string }) {
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

export const UserCourses = (opened: OpenUser) => (
  <>
    <Courses {...opened} />
    <Paths {...opened} />
    {opened.record.role === 'member' && <EventVouchers id={opened.id} />}
  </>
);
