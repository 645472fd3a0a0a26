/** Desk events of an order, newest first. */
import type { DeskEvent } from '#contract/order-tracking/desk.ts';
import type { TimelineEntry } from '#contract/kernel/timeline.ts';
import { formatShortMinute } from '#kit/format/formats.ts';
import { orderStatusLabel } from '#admin-shared/order/order-status-badge.tsx';
import { Section } from '#kit/record/detail-page.tsx';
import { Timeline } from '#kit/record/timeline.tsx';

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

export const DeskTimeline = ({ events }: { events: readonly DeskEvent[] }) => (
  <Section title="Timeline">
    <Timeline entries={events.map(entryOf)} empty="Nothing was done with it yet." />
  </Section>
);
