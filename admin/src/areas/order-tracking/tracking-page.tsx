/** Course orders that customer service handles (spec §3, §7; /order/tracking). Firebase comes with this page alone. */
import { useCallbackRef } from '@mantine/hooks';
import { useMemo } from 'react';
import { orderStatuses, orderStatusLabels } from '#contract/order-status.ts';
import { ExportButton } from '#kit/spreadsheet/export-button.tsx';
import { SourceListPage } from '#kit/list/list-page.tsx';
import { useListState } from '#kit/list/use-list-state.ts';
import { dateRanges, isWholeEmail, whyNoEmail } from './filters.ts';
import { selectionWith } from './tracking-selection.tsx';
import { columnsWith } from './tracking-columns.tsx';
import type { TrackingOrder } from './tracking-order.ts';
import { filterOf, trackingQuery } from './tracking-query.ts';
import { useStay } from './staying-rows.ts';
import { trackingSource, useEndOfReadingAhead, useHandledBy } from './tracking-source.ts';
import { useStatusChange } from './use-status-change.ts';
import { useTrackingExport } from './use-tracking-export.ts';
import { useTrackingKeys } from './use-tracking-keys.ts';

const byStatus = {
  name: 'status',
  label: 'BY STATUS',
  options: orderStatuses.map((value) => ({ value, label: orderStatusLabels[value] })),
};
const [everyDate, ...ranges] = dateRanges;
const byDate = { name: 'date', label: everyDate.label, options: ranges };
const search = { name: 'email', placeholder: 'Whole e-mail address', isWhole: isWholeEmail };
const empty = {
  title: 'No orders to track yet',
  text: 'Course orders that customer service handles appear here, newest first.',
};
const nothing = ({ email = '' }: { [name: string]: string | undefined }) => whyNoEmail(email);
const rowKey = ({ id }: TrackingOrder) => id;

export function TrackingPage() {
  const { state } = useListState(trackingQuery);
  const filter = filterOf(state);
  const handledBy = useHandledBy(filter.customerServicePhone);
  useEndOfReadingAhead(filter);
  const exporting = useTrackingExport();
  const { rows } = trackingSource.useRows(state);
  const stay = useStay(JSON.stringify(state));
  const change = useStatusChange((made) => stay(rows, made));
  useTrackingKeys(rows, change);
  const set = useCallbackRef(change.set);
  const columns = useMemo(() => columnsWith(set), [set]);
  const selection = useMemo(() => selectionWith(set), [set]);
  return (
    <SourceListPage
      title="Order tracking"
      source={trackingSource}
      columns={columns}
      rowKey={rowKey}
      selection={selection}
      filters={[byStatus, handledBy, byDate]}
      search={search}
      actions={<ExportButton exporting={exporting} of={filter} />}
      nothing={nothing}
      empty={empty}
    />
  );
}
