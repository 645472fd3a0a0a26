/** Desk events of an order, newest first. */
import type { DeskEvent } from '#contract/order-tracking/desk.ts';
import { deskDeed } from '#contract/order-tracking/desk-words.ts';
import type { TimelineEntry } from '#contract/kernel/timeline.ts';
import { Section } from '#kit/record/detail-page.tsx';
import { Timeline } from '#kit/record/timeline.tsx';

const somebody = { userId: '', name: 'Somebody' };

const entryOf = (event: DeskEvent): TimelineEntry => ({
  at: event.at,
  kind: event.kind,
  by: event.by ?? somebody,
  text: deskDeed(event, 'it'),
  note: event.note,
  record: null,
});

export const DeskTimeline = ({ events }: { events: readonly DeskEvent[] }) => (
  <Section title="Timeline">
    <Timeline entries={events.map(entryOf)} empty="Nothing was done with it yet." />
  </Section>
);
