/** Page of a webhook: its state and actions, and the deliveries with request, reply and attempts. */
import { Alert, Text } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import { useMemo } from 'react';
import { type EventType, eventTypes, testEvent } from '#contract/integration/events.ts';
import {
  deliveryStates,
  type DeliveryRow,
  eventDays,
  listDeliveries,
  listWebhooks,
  type WebhookRow,
} from '#contract/integration/webhooks.ts';
import { useCall } from '#kit/api/use-call.ts';
import { NotFound } from '#kit/feedback/states.tsx';
import { choicesOf } from '#kit/format/choices.ts';
import { counted, formatMoment, formatNumber, formatShortMinute } from '#kit/format/formats.ts';
import { type Column, SourceListPage } from '#kit/list/list-page.tsx';
import { rowPeekOf } from '#kit/list/peek.ts';
import { endpointSource } from '#kit/list/source.ts';
import { useListState } from '#kit/list/use-list-state.ts';
import { HeadButtons } from '#kit/record/head-actions.tsx';
import { Loaded } from '#kit/record/loaded.tsx';
import { useTitledPage } from '#kit/record/page-title.ts';
import { StateBadge } from './state-badge.tsx';
import { useWebhookActions } from './use-webhook-actions.tsx';
import { everyMs } from './webhooks.tsx';

const typeNames = {
  ...(Object.fromEntries(Object.entries(eventTypes).map(([type, { label }]) => [type, label])) as Record<
    EventType,
    string
  >),
  [testEvent]: 'Test event',
};
const nameOf = (type: string) => typeNames[type as EventType] ?? type;

/** Opens the delivery beside the list, like its row. */
const EventLink = ({ deliveryId, type }: DeliveryRow) => (
  <Link to="." search={(now: object) => ({ ...now, peek: deliveryId })} replace resetScroll={false}>
    {nameOf(type)}
  </Link>
);

const columns: readonly Column<DeliveryRow>[] = [
  { label: 'Event', cell: (row) => <EventLink {...row} /> },
  { label: 'State', cell: ({ state }) => <StateBadge state={state} />, width: 120, card: 'badge' },
  { label: 'Last reply', cell: ({ log }) => log.at(-1)?.error ?? log.at(-1)?.status ?? '–', hiddenBelow: 720 },
  { label: 'Attempts', cell: ({ attempts }) => formatNumber(attempts), align: 'right', width: 104, hiddenBelow: 840 },
  { label: 'Happened', cell: ({ createdAt }) => formatShortMinute(createdAt), align: 'right', width: 170 },
];

const filters = [
  { name: 'state', label: 'State', options: choicesOf(deliveryStates) },
  { name: 'type', label: 'Event', options: choicesOf(typeNames) },
];

const peek = rowPeekOf<DeliveryRow>({
  what: 'delivery',
  title: ({ type }) => nameOf(type),
  content: async () => (await import('./delivery.tsx')).Delivery,
  prefetch: () => undefined,
});

/** Alert that says what is wrong, and what to do about it. */
function Trouble({ state, disabledAt, disabledBecause, failingSince, lastError, waiting }: WebhookRow) {
  if (state === 'active') return null;
  const waits = `${counted(waiting, 'event waits', 'events wait')} and will be sent in order`;
  return state === 'disabled' ? (
    <Alert color="red" mb="md" title={`Disabled since ${formatMoment(disabledAt!)}`}>
      {disabledBecause}. Repair the receiver, then enable the webhook: {waits}. Events are kept for {eventDays} days.
    </Alert>
  ) : (
    <Alert variant="default" mb="md" title={`Failing since ${formatMoment(failingSince!)}`}>
      {lastError}. {waits}. Lectern tries again for about a day, and then disables the webhook.
    </Alert>
  );
}

const rowKey = ({ deliveryId }: DeliveryRow) => deliveryId;

export function WebhookPage() {
  const { id = '' } = useParams({ strict: false });
  const result = useCall(listWebhooks, {}, { everyMs });
  return (
    <Loaded result={result} what="webhook" isPage>
      {({ webhooks }) => {
        const webhook = webhooks.find(({ webhookId }) => webhookId === id);
        return webhook ? <Deliveries webhook={webhook} /> : <NotFound what="webhook" />;
      }}
    </Loaded>
  );
}
WebhookPage.reads = listWebhooks;

function Deliveries({ webhook }: { webhook: WebhookRow }) {
  const { webhookId: id, url, events, state } = webhook;
  const source = useMemo(() => endpointSource(listDeliveries, 'deliveries', { id }), [id]);
  const { state: query } = useListState(listDeliveries.query!);
  useCall(
    listDeliveries,
    { params: { id }, query },
    {
      everyMs,
      keepPrevious: true,
    },
  );
  const { host } = new URL(url);
  useTitledPage(host);
  return (
    <SourceListPage
      title={host}
      source={source}
      columns={columns}
      rowKey={rowKey}
      filters={filters}
      peek={peek}
      actions={<HeadButtons {...useWebhookActions(webhook)} />}
      notice={
        <>
          <Trouble {...webhook} />
          <Text size="sm" c="dimmed" mb="md" component="div">
            <StateBadge state={state} /> <span style={{ overflowWrap: 'anywhere' }}>{url}</span>:{' '}
            {events.map((type) => eventTypes[type].label).join(', ')}
          </Text>
        </>
      }
      empty={{
        title: 'Nothing was sent yet',
        text: 'Events appear here with the request, the reply and every attempt. Send a test event to try the receiver.',
      }}
    />
  );
}
