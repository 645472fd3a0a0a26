/** An iCalendar invitation, or its cancellation, to one person (RFC 5545, RFC 5546). */
import dayjs from 'dayjs';
import timezone from 'dayjs/plugin/timezone.js';
import utc from 'dayjs/plugin/utc.js';
import ical, { ICalAttendeeRole, ICalAttendeeStatus, ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import { type TimeZone, timeZones } from '#contract/calendar.ts';

export interface Invitation {
  method: 'REQUEST' | 'CANCEL';
  /** Names the event for good. */
  uid: string;
  /** Higher than that of every letter before it. */
  sequence: number;
  summary: string;
  description: string;
  location: string | null;
  url: string | null;
  /** ISO 8601. */
  startAt: string;
  endAt: string;
  timeZone: TimeZone;
  organizer: { name: string; email: string };
  /** The reader alone: nobody learns the addresses of the others. */
  attendee: { name: string; email: string };
}

// The library would write a Date in the zone of this process.
dayjs.extend(utc);
dayjs.extend(timezone);

const offsets: Record<TimeZone, string> = {
  'Asia/Jakarta': '+0700',
  'Asia/Makassar': '+0800',
  'Asia/Jayapura': '+0900',
};

/** The zones of Indonesia have one offset each. */
const zoneOf = (zone: string) => `BEGIN:VTIMEZONE
TZID:${zone}
BEGIN:STANDARD
DTSTART:19700101T000000
TZOFFSETFROM:${offsets[zone as TimeZone]}
TZOFFSETTO:${offsets[zone as TimeZone]}
TZNAME:${timeZones[zone as TimeZone]}
END:STANDARD
END:VTIMEZONE`;

export function icalendar({ method, timeZone, organizer, attendee, ...event }: Invitation): string {
  const isCancelled = method === 'CANCEL';
  const calendar = ical({
    method: isCancelled ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.REQUEST,
    prodId: { company: 'Lectern', product: 'Schedule', language: 'ID' },
    // Without a zone of the whole, in which the moment of writing would be told; the standard wants that in UTC.
    timezone: { name: null, generator: (zone) => zoneOf(zone) },
  });
  calendar.createEvent({
    id: event.uid,
    sequence: event.sequence,
    start: dayjs(event.startAt),
    end: dayjs(event.endAt),
    timezone: timeZone,
    stamp: new Date(),
    summary: event.summary,
    description: event.description || null,
    location: event.location || event.url,
    url: event.url,
    status: isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    organizer,
    attendees: [
      {
        ...attendee,
        role: ICalAttendeeRole.REQ,
        status: ICalAttendeeStatus.NEEDSACTION,
        // Nobody reads answers: the address that sends takes none.
        rsvp: false,
      },
    ],
  });
  return calendar.toString();
}
