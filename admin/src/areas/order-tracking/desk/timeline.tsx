/** Desk events of an order, newest first. */
import { Text } from '@mantine/core';
import { type DeskEvent, deskTimeline } from '#contract/order-tracking/desk.ts';
import { useCall } from '#kit/api/use-call.ts';
import { formatMoment, formatShortMinute } from '#kit/format/formats.ts';
import { orderStatusLabel } from '#admin-shared/order/order-status-badge.tsx';
import { Loaded } from '#kit/record/loaded.tsx';
import type { TrackingOrder } from '../tracking-order.ts';
import classes from './desk.module.css';

const everyMs = 5_000;

const eventTexts: Readonly<Record<DeskEvent['kind'], (event: DeskEvent) => string>> = {
  claim: () => 'claimed it',
  release: () => 'released it',
  'hand-over': ({ to }) => `handed it over to ${to?.name ?? 'somebody who is no longer here'}`,
  note: () => 'wrote a note',
  'follow-up': ({ followUpAt }) =>
    followUpAt ? `set the next follow-up to ${formatShortMinute(followUpAt)}` : 'removed the next follow-up',
  contact: ({ templateName }) => `wrote on WhatsApp${templateName ? `: ${templateName}` : ''}`,
  status: ({ status }) => `set the status to ${orderStatusLabel(status ?? '')}`,
};

export function Timeline({ order }: { order: TrackingOrder }) {
  const result = useCall(deskTimeline, { params: { id: order.id } }, { everyMs });
  return (
    <section aria-label="Timeline">
      <h3 className={classes['head']}>Timeline</h3>
      <Loaded result={result} what="timeline">
        {({ events }) =>
          events.length === 0 ? (
            <Text c="dimmed">Nothing was done with it yet.</Text>
          ) : (
            <ol className={classes['timeline']}>
              {events.map((event) => (
                <li key={`${event.at} ${event.kind}`}>
                  <span>
                    <b>{event.by?.name ?? 'Somebody'}</b> {eventTexts[event.kind](event)}
                  </span>
                  <time dateTime={event.at} title={formatMoment(event.at)}>
                    {formatShortMinute(event.at)}
                  </time>
                  {event.note && <q>{event.note}</q>}
                </li>
              ))}
            </ol>
          )
        }
      </Loaded>
    </section>
  );
}
