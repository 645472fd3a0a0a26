/** Tests how many people an action on a class notifies. */
import { expect, test } from 'vitest';
import type { ScheduledClass } from '#contract/course/calendar/endpoints.ts';
import { guestsOf, toNotify } from './guests.ts';

type Event = NonNullable<ScheduledClass['event']>;
const event = (attendees: string[] | null, more: Partial<Event> = {}): Event => ({
  eventId: 'e',
  state: 'sent',
  error: null,
  invited: 0,
  waiting: 0,
  overrides: { summary: null, description: null, location: null, timeZone: 'Asia/Jakarta', attendees },
  ...more,
});
const link = 'https://meet.example.com/a';

test.each<[string, Event | null, string | null, number]>([
  ['is in no calendar: everybody', null, null, 23],
  ['has a link only: everybody', event([]), link, 23],
  ['was cancelled: everybody', event(null, { state: 'cancelled' }), link, 23],
  ['was sent: nobody', event(null, { invited: 23 }), link, 0],
  ['is on its way: those who wait', event(null, { invited: 23, waiting: 4 }), link, 4],
  ['was sent and gets a link now: everybody', event(null, { invited: 23 }), null, 23],
  ['has guests of its own and failed: these', event(['tamu@example.com'], { state: 'failed' }), link, 1],
])('sending a class that %s', (_, of, gmeetUrl, expected) => {
  expect(toNotify({ event: of, gmeetUrl }, 23, true)).toBe(expected);
});

test('a class without links that was sent notifies nobody', () => {
  expect(toNotify({ event: event(null), gmeetUrl: null }, 23, false)).toBe(0);
});

test('a class has its own guests, or else those of the course', () => {
  expect([guestsOf({ event: event(['a@b.co', 'c@d.co']) }, 23), guestsOf({ event: event([]) }, 23)]).toEqual([2, 23]);
});
