/** Course orders that customer service handles (spec §3, §7; /order/tracking). Firebase comes with this page alone. */
import { Link } from '@tanstack/react-router';
import { orderStatuses, orderStatusLabels } from '#contract/order-status.ts';
import { displayPhone } from '#kit/format/formats.ts';
import { type Column, SourceListPage } from '#kit/list/list-page.tsx';
import { useListState } from '#kit/list/use-list-state.ts';
import { NameCell } from '#kit/format/thumbnail.tsx';
import { ExportButton } from './export-button.tsx';
import { dateRanges } from './filters.ts';
import { PhoneCell } from './phone-cell.tsx';
import { StatusMenu } from './status-menu.tsx';
import type { TrackingOrder } from './tracking-order.ts';
import { filterOf, trackingQuery } from './tracking-query.ts';
import { trackingSource, useHandledBy } from './tracking-source.ts';

const pair = (text: string, sub: string) => <NameCell name={text.trim() || '–'} sub={sub || undefined} />;

/** The list of users, where the person is found by the e-mail. */
const userCell = ({ userName, userEmail }: TrackingOrder) =>
  userEmail ? (
    <Link to="/user" search={{ search: userEmail }}>
      {pair(userName, userEmail)}
    </Link>
  ) : (
    pair(userName, '')
  );

const columns: readonly Column<TrackingOrder>[] = [
  { label: 'Order', cell: ({ dateTime, id }) => pair(dateTime, id) },
  { label: 'User', cell: userCell },
  { label: 'Phone', cell: (order) => <PhoneCell order={order} />, width: 190 },
  { label: 'Course', cell: ({ courseName, courseId }) => pair(courseName, courseId), hiddenBelow: 1080 },
  {
    label: 'Customer service',
    cell: ({ customerService: { name, phone } }) => pair(name, displayPhone(phone)),
    width: 152,
    hiddenBelow: 1080,
  },
  { label: 'Status', cell: (order) => <StatusMenu order={order} />, width: 204 },
];

const byStatus = {
  name: 'status',
  label: 'BY STATUS',
  options: orderStatuses.map((value) => ({ value, label: orderStatusLabels[value] })),
};
const [everyDate, ...ranges] = dateRanges;
const byDate = { name: 'date', label: everyDate.label, options: ranges };
const search = { name: 'email', placeholder: 'Whole e-mail address' };
const empty = {
  title: 'No orders to track yet',
  text: 'Course orders that customer service handles appear here, newest first.',
};
const nothing = ({ email }: { [name: string]: string | undefined }) =>
  email ? 'No order fits. An e-mail address is found only whole, written exactly as in the order.' : undefined;
const rowKey = ({ id }: TrackingOrder) => id;

export function TrackingPage() {
  const filter = filterOf(useListState(trackingQuery).state);
  const handledBy = useHandledBy(filter.customerServicePhone);
  return (
    <SourceListPage
      title="Order tracking"
      source={trackingSource}
      columns={columns}
      rowKey={rowKey}
      filters={[byStatus, handledBy, byDate]}
      search={search}
      actions={<ExportButton filter={filter} />}
      nothing={nothing}
      empty={empty}
    />
  );
}
