/**
 * Course orders that customer service handles (spec §3, §7; /order/tracking). Firebase is loaded with this page only.
 */
import { Button, Menu } from '@mantine/core';
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
import {
  dateRanges,
  isCompleteEmail,
  emailFilterHint,
  type TrackingFilter,
} from '#admin-shared/order-tracking/filters.ts';
import { createColumns } from './tracking-columns.tsx';
import { type TrackingOrder, customerLabel } from '#admin-shared/order-tracking/tracking-order.ts';
import { filterOf, queueOf, trackingQuery, type Queue } from './tracking-query.ts';
import { usePinRow } from './pinned-rows.ts';
import { trackingSource, useCancelPrefetch, useHandledByFilter } from './tracking-source.ts';
import { useStatusChange, type StatusChange } from './use-status-change.ts';
import { useTrackingKeys } from './use-tracking-keys.ts';
import { exportTracking, exportTrackingMessages, type TrackingAccess } from '#contract/order-tracking/endpoints.ts';
import { call } from '#kit/api/call.ts';
import { useExport } from '#kit/spreadsheet/use-export.ts';
import { exportOrders } from './export/export-orders.ts';
import { trackingAccess } from '#admin-shared/order-tracking/session-tracking.ts';
import { mainPortalProps } from '#kit/feedback/in-main.ts';
import { counted } from '#kit/format/formats.ts';
import { CopySelected } from '#kit/list/copy-selected.tsx';
import type { Selecting } from '#kit/list/use-list-selection.tsx';
import type { Selection } from '#kit/list/use-selection.ts';
import { StatusChoices } from './status-menu.tsx';

/** Limit per action; each order is a separate write to the document database. */
const max = 100;

const orders = ['order', 'orders'] as const;

interface Props {
  selection: Selection<TrackingOrder>;
  set: StatusChange['set'];
}

function TrackingActions({ selection, set }: Props) {
  const selected = [...selection.selected.values()];
  return (
    <>
      <CopySelected
        selection={selection}
        one="phone number"
        many="phone numbers"
        rows={orders}
        textOf={({ userPhone }) => userPhone}
      />
      <Menu position="top-end" portalProps={mainPortalProps} withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <Button size="xs">Set status of {counted(selected.length, ...orders)}</Button>
        </Menu.Target>
        <Menu.Dropdown>
          <StatusChoices
            status={null}
            choose={(to) => {
              for (const order of selected) set(order, to);
              selection.clear();
            }}
          />
        </Menu.Dropdown>
      </Menu>
    </>
  );
}

const createSelection = (set: StatusChange['set']): Selecting<TrackingOrder> => ({
  max,
  name: customerLabel,
  actions: ({ selection }) => <TrackingActions selection={selection} set={set} />,
});

/** Access from the step-up; renewed like any page's access when it expires. */
function beginningWith(granted: TrackingAccess): () => Promise<TrackingAccess> {
  let first: TrackingAccess | undefined = granted;
  return async () => {
    const access = first ?? (await trackingAccess());
    first = undefined;
    return access;
  };
}

const useTrackingExport = () =>
  useExport({
    what: 'orders',
    messages: exportTrackingMessages,
    failsAs: 500,
    authorize: (_filter: TrackingFilter, signal) => call(exportTracking, {}, { signal }),
    write: (granted, filter, work) => exportOrders(filter, { access: beginningWith(granted), ...work }),
  });

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
