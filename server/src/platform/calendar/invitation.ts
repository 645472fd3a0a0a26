/** Invitation or cancellation for one person, as iCalendar (RFC 5545, RFC 5546). */
import dayjs from 'dayjs';
import timezone from 'dayjs/plugin/timezone.js';
import utc from 'dayjs/plugin/utc.js';
import ical, { ICalAttendeeRole, ICalAttendeeStatus, ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import { type TimeZone, timeZones } from '#contract/course/calendar/endpoints.ts';

export interface Invitation {
  method: 'REQUEST' | 'CANCEL';
  /** Permanent id of the event. */
  uid: string;
  /** Must be higher than in all earlier messages to this attendee. */
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
  /** Recipient only, so that guests do not see each other's addresses. */
  attendee: { name: string; email: string };
}

// With plain dates the library would use the time zone of the process.
dayjs.extend(utc);
dayjs.extend(timezone);

const offsets: Record<TimeZone, string> = {
  'Asia/Jakarta': '+0700',
  'Asia/Makassar': '+0800',
  'Asia/Jayapura': '+0900',
};

/** Time zone definition; each zone of Indonesia has one fixed offset. */
const zoneOf = (zone: string) => `BEGIN:VTIMEZONE
TZID:${zone}
BEGIN:STANDARD
DTSTART:19700101T000000
TZOFFSETFROM:${offsets[zone as TimeZone]}
TZOFFSETTO:${offsets[zone as TimeZone]}
TZNAME:${timeZones[zone as TimeZone]}
END:STANDARD
END:VTIMEZONE`;

/** Text of the calendar file; without a location, the URL takes its place. */
export function icalendar({ method, timeZone, organizer, attendee, ...event }: Invitation): string {
  const isCancelled = method === 'CANCEL';
  const calendar = ical({
    method: isCancelled ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.REQUEST,
    prodId: { company: 'Lectern', product: 'Schedule', language: 'ID' },
    // No calendar-wide zone, since it would also apply to DTSTAMP, which the standard requires in UTC.
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
        // Replies are not requested: the sender's address does not receive mail.
        rsvp: false,
      },
    ],
  });
  return calendar.toString();
}
