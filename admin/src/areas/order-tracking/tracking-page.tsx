/**
 * Course orders that customer service handles (spec §3, §7; /order/tracking). Firebase is loaded with this page only.
 */
import { ActionIcon, Button, Menu } from '@mantine/core';
import { useCallbackRef } from '@mantine/hooks';
import { IconDots } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { deskTemplates } from '#contract/order-tracking/templates.ts';
import { mayCall } from '#contract/kernel/endpoint.ts';
import { orderStatuses, orderStatusLabels } from '#contract/order/status.ts';
import { ExportButton } from '#kit/spreadsheet/export-button.tsx';
import { role } from '#kit/api/session.ts';
import { SourceListPage } from '#kit/list/list-page.tsx';
import { usePeek, useShowPeek } from '#kit/list/use-peek.tsx';
import { useListState } from '#kit/list/use-list-state.ts';
import { ChaseRule } from './desk/chase-rule.tsx';
import { Presence } from './desk/presence.tsx';
import { DeskActions } from './desk/bulk-actions.tsx';
import { orderPeek } from './desk/order-peek.ts';
import { DeskContext, useDesk, useDeskData } from './desk/use-desk.ts';
import { emptyQueueTexts, queueLabels, useQueues } from './desk/use-queues.ts';
import { dateRanges, emailFilterHint, type TrackingFilter } from '#admin-shared/order-tracking/filters.ts';
import { NoOrders, PeopleChoice, SearchedPerson } from './people-choice.tsx';
import { onlyPerson } from './person-search.ts';
import { createColumns } from './tracking-columns.tsx';
import { type TrackingOrder, customerLabel } from '#admin-shared/order-tracking/tracking-order.ts';
import { type Queue, queueOf, trackingQuery } from './tracking-query.ts';
import { usePinRow } from './pinned-rows.ts';
import { foundFilter, trackingSource, useCancelPrefetch, useFound, useHandledByFilter } from './tracking-source.ts';
import { useStatusChange, type StatusChange } from './use-status-change.ts';
import { type ShortcutActions, useFirstRowFocus, useTrackingKeys } from './use-tracking-keys.ts';
import { exportTracking, exportTrackingMessages, type TrackingAccess } from '#contract/order-tracking/endpoints.ts';
import { call } from '#kit/api/call.ts';
import { useExport } from '#kit/spreadsheet/use-export.ts';
import { exportOrders } from './export/export-orders.ts';
import { trackingAccess } from '#admin-shared/order-tracking/session-tracking.ts';
import { counted } from '#kit/format/formats.ts';
import { CopySelected } from '#kit/list/copy-selected.tsx';
import type { Selecting } from '#kit/list/use-list-selection.tsx';
import type { Selection } from '#kit/list/use-selection.ts';
import { StatusChoices } from './status-menu.tsx';
import classes from './tracking.module.css';

/** Limit per action; each order is a separate write to the document database. */
const max = 100;

const orders = ['order', 'orders'] as const;

interface Props {
  selection: Selection<TrackingOrder>;
  set: StatusChange['set'];
  stay: (order: TrackingOrder) => void;
}

function TrackingActions({ selection, set, stay }: Props) {
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
      <DeskActions selection={selection} stay={stay} />
      <Menu position="top-end">
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

const createSelection = (work: Pick<Props, 'set' | 'stay'>): Selecting<TrackingOrder> => ({
  max,
  name: customerLabel,
  actions: ({ selection }) => <TrackingActions selection={selection} {...work} />,
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
const search = { placeholder: 'Search name, e-mail or phone', found: 'email' };
const empty = {
  title: 'No orders to track yet',
  text: 'Course orders that customer service handles appear here, newest first.',
};
const nothingOf = ({ email }: TrackingFilter, queue: Queue) =>
  emailFilterHint(email) ??
  (email ? <NoOrders email={email} queue={queue && queueLabels[queue]} /> : emptyQueueTexts[queue]);

/** Pages that are opened now and then. */
const PageLinks = () => (
  <Menu position="bottom-end">
    <Menu.Target>
      <ActionIcon variant="default" size="lg" aria-label="More of order tracking" title="Recovery and templates">
        <IconDots size={18} stroke={1.6} aria-hidden />
      </ActionIcon>
    </Menu.Target>
    <Menu.Dropdown>
      <Menu.Item component={Link} to="/order/tracking/recovery">
        Recovery
      </Menu.Item>
      {mayCall(deskTemplates.list, role() ?? '') && (
        <Menu.Item component={Link} to="/order/tracking/templates">
          Templates
        </Menu.Item>
      )}
    </Menu.Dropdown>
  </Menu>
);

const rowKey = ({ id }: TrackingOrder) => id;

interface OpenRowProps {
  rows: readonly TrackingOrder[] | undefined;
  isRead: boolean;
  page: number;
  actions: Omit<ShortcutActions, 'peek'>;
}

/** Follows the open row: desk data, shortcuts, focus, presence. Apart from the page, which is not rendered for each row. */
function OpenRow({ rows, isRead, page, actions }: OpenRowProps) {
  const peek = usePeek();
  useDeskData(rows, peek.id);
  useTrackingKeys(rows, { ...actions, peek });
  useFirstRowFocus({ queue: actions.queue, page }, isRead, peek);
  return <Presence openId={peek.id} />;
}

export function TrackingPage() {
  const { state, change: changeList } = useListState(trackingQuery);
  const found = useFound(state);
  const filter = foundFilter(state, found);
  const person = onlyPerson(found);
  const isChoosing = found !== undefined && !person;
  const handledBy = useHandledByFilter(filter.customerServicePhone);
  useCancelPrefetch(state);
  const exporting = useTrackingExport();
  const { rows, isPrevious } = trackingSource.useRows(state);
  const pin = usePinRow(JSON.stringify(state));
  const stay = useCallbackRef((order: TrackingOrder) => pin(rows, { order }));
  const desk = useDesk(stay);
  const change = useStatusChange({ onSet: ({ order }) => stay(order), onWritten: desk.setStatus });
  const queue = queueOf(state);
  const choose = (next: Queue) => changeList({ queue: next });
  const set = useCallbackRef(change.set);
  const contacted = useCallbackRef(desk.contacted);
  const show = useShowPeek();
  const openDesk = useCallbackRef((order: TrackingOrder) => show(order.id));
  const columns = useMemo(() => createColumns(queue, { set, contacted, openDesk }), [queue, set, contacted, openDesk]);
  const selection = useMemo(() => createSelection({ set, stay }), [set, stay]);
  const queues = useQueues();
  return (
    <DeskContext value={{ ...desk, set }}>
      <div className={classes['tracking']}>
        <SourceListPage
          title="Order tracking"
          peek={orderPeek}
          source={trackingSource}
          columns={columns}
          rowKey={rowKey}
          selection={selection}
          filters={queue ? [queues, handledBy, byDate] : [queues, byStatus, handledBy, byDate]}
          search={search}
          actions={
            <>
              {queue === 'chase' && <ChaseRule />}
              {(queue === '' || queue === 'unpaid') && !isChoosing && (
                <ExportButton exporting={exporting} of={filter} />
              )}
              <PageLinks />
            </>
          }
          nothing={() => nothingOf(filter, queue)}
          instead={isChoosing && <PeopleChoice {...found} />}
          summary={filter.email && <SearchedPerson email={filter.email} person={person} />}
          empty={empty}
        />
      </div>
      <OpenRow
        rows={rows}
        isRead={rows !== undefined && !isPrevious}
        page={state.page}
        actions={{ ...change, claim: desk.claim, queue, choose }}
      />
    </DeskContext>
  );
}
