/**
 * Course orders that customer service handles (spec §3, §7; /order/tracking). Firebase is loaded with this page only.
 */
import { Button } from '@mantine/core';
import { useCallbackRef } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useMemo, useState } from 'react';
import { deskTemplates } from '#contract/order-tracking/templates.ts';
import { mayCall } from '#contract/kernel/endpoint.ts';
import { orderStatuses, orderStatusLabels } from '#contract/order/status.ts';
import { ExportButton } from '#kit/spreadsheet/export-button.tsx';
import { role } from '#kit/api/session.ts';
import { SourceListPage } from '#kit/list/list-page.tsx';
import { useListState } from '#kit/list/use-list-state.ts';
import { ChaseRuleLine } from './desk/chase-rule.tsx';
import { Presence } from './desk/presence.tsx';
import { useDesk, useDeskData } from './desk/use-desk.ts';
import { emptyQueueTexts, useQueues } from './desk/use-queues.ts';
import { dateRanges, isCompleteEmail, emailFilterHint } from './filters.ts';
import { createSelection } from './tracking-selection.tsx';
import { createColumns } from './tracking-columns.tsx';
import type { TrackingOrder } from './tracking-order.ts';
import { filterOf, queueOf, trackingQuery, type Queue } from './tracking-query.ts';
import { usePinRow } from './pinned-rows.ts';
import { trackingSource, useCancelPrefetch, useHandledByFilter } from './tracking-source.ts';
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
const search = { name: 'email', placeholder: 'Whole e-mail address', isWhole: isCompleteEmail };
const empty = {
  title: 'No orders to track yet',
  text: 'Course orders that customer service handles appear here, newest first.',
};
const nothing = ({ email = '', queue = '' }: { [name: string]: string | undefined }) =>
  emailFilterHint(email) ?? emptyQueueTexts[queue as Queue];
const DeskDialog = lazy(async () => ({ default: (await import('./desk/desk-dialog.tsx')).DeskDialog }));

interface OpenedDesk {
  order: TrackingOrder;
  at?: 'note' | undefined;
}

const PageLinks = () => (
  <>
    <Button component={Link} to="/order/tracking/recovery" variant="default">
      Recovery
    </Button>
    {mayCall(deskTemplates.list, role() ?? '') && (
      <Button component={Link} to="/order/tracking/templates" variant="default">
        Templates
      </Button>
    )}
  </>
);

const rowKey = ({ id }: TrackingOrder) => id;

export function TrackingPage() {
  const { state } = useListState(trackingQuery);
  const filter = filterOf(state);
  const handledBy = useHandledByFilter(filter.customerServicePhone);
  useCancelPrefetch(filter);
  const exporting = useTrackingExport();
  const { rows } = trackingSource.useRows(state);
  const stay = usePinRow(JSON.stringify(state));
  const desk = useDesk((order) => stay(rows, { order }));
  useDeskData(rows);
  const [opened, setOpened] = useState<OpenedDesk>();
  const change = useStatusChange({ onSet: (made) => stay(rows, made), onWritten: desk.setStatus });
  const openDesk = useCallbackRef((order: TrackingOrder, at?: 'note') => setOpened({ order, at }));
  useTrackingKeys(rows, { ...change, claim: desk.claim, openDesk });
  const set = useCallbackRef(change.set);
  const contacted = useCallbackRef(desk.contacted);
  const queue = queueOf(state);
  const columns = useMemo(() => createColumns(queue, { set, contacted, openDesk }), [queue, set, contacted, openDesk]);
  const selection = useMemo(() => createSelection(set), [set]);
  const queues = useQueues();
  return (
    <>
      <SourceListPage
        title="Order tracking"
        source={trackingSource}
        columns={columns}
        rowKey={rowKey}
        selection={selection}
        filters={queue ? [queues, handledBy, byDate] : [queues, byStatus, handledBy, byDate]}
        search={search}
        actions={
          <>
            <PageLinks />
            {(queue === '' || queue === 'unpaid') && <ExportButton exporting={exporting} of={filter} />}
          </>
        }
        nothing={nothing}
        summary={queue === 'chase' && <ChaseRuleLine />}
        empty={empty}
      />
      <Presence openId={opened?.order.id} />
      {opened && (
        <Suspense>
          <DeskDialog {...opened} desk={desk} close={() => setOpened(undefined)} />
        </Suspense>
      )}
    </>
  );
}
