/** Event vouchers of a user who has or had a subscription. */
import { mayCall } from '#contract/kernel/endpoint.ts';
import { getSubscriberProfile, listUserEventVouchers } from '#contract/subscription/endpoints.ts';
import { getUserSubscription } from '#contract/user/endpoints.ts';
import { role } from '#kit/api/session.ts';
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

export function UserEventVouchers({ id }: { id: string }) {
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
