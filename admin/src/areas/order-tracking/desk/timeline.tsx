/** Desk events of an order, newest first. */
import { type DeskEvent, deskTimeline } from '#contract/order-tracking/desk.ts';
import type { TimelineEntry } from '#contract/kernel/timeline.ts';
import { useCall } from '#kit/api/use-call.ts';
import { formatShortMinute } from '#kit/format/formats.ts';
import { orderStatusLabel } from '#admin-shared/order/order-status-badge.tsx';
import { Loaded } from '#kit/record/loaded.tsx';
import { Timeline } from '#kit/record/timeline.tsx';
import type { TrackingOrder } from '#admin-shared/order-tracking/tracking-order.ts';
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

const somebody = { userId: '', name: 'Somebody' };

const entryOf = (event: DeskEvent): TimelineEntry => ({
  at: event.at,
  kind: event.kind,
  by: event.by ?? somebody,
  text: eventTexts[event.kind](event),
  note: event.note,
  record: null,
});

export function DeskTimeline({ order }: { order: TrackingOrder }) {
  const result = useCall(deskTimeline, { params: { id: order.id } }, { everyMs });
  return (
    <section aria-label="Timeline">
      <h3 className={classes['head']}>Timeline</h3>
      <Loaded result={result} what="timeline">
        {({ events }) => <Timeline entries={events.map(entryOf)} empty="Nothing was done with it yet." />}
      </Loaded>
    </section>
  );
}
