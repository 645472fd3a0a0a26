/** Calendar events of sections: meeting links, invitations and their delivery (spec §7; domain.md, Calendar event). */
import { z } from 'zod';
import { type Messages, endpoint } from '../../kernel/endpoint.ts';
import { choice, field } from '../../kernel/draft.ts';
import { byIdOf, email, idOf, instant, link, name, text, version } from '../../kernel/fields.ts';
import { storedFields } from '../../kernel/record-endpoints.ts';

const roles = ['admin', 'instructor'] as const;
const area = 'course';

/** Time zones of Indonesia; none has daylight saving time. */
export const timeZones = { 'Asia/Jakarta': 'WIB', 'Asia/Makassar': 'WITA', 'Asia/Jayapura': 'WIT' } as const;
export type TimeZone = keyof typeof timeZones;

/** Fields of an invitation that can be overridden; null (not for the time zone): derived from the class. */
export const invitationDraft = z.object({
  summary: field(name(1, 200).nullable(), {
    label: 'Title',
    hint: 'Empty: the names of the course and the class.',
  }),
  description: field(text(5000).nullable(), {
    label: 'Message',
    hint: 'Empty: the description of the class.',
    kind: 'textArea',
  }),
  location: field(text(300).trim().nullable(), {
    label: 'Location',
    hint: 'Empty: the address of the course, if it is onsite.',
  }),
  timeZone: field(choice(timeZones, 'A time zone is Asia/Jakarta, Asia/Makassar or Asia/Jayapura'), {
    label: 'Time zone',
    hint: 'Used for the times in the invitation.',
  }),
  attendees: field(z.array(email).max(500, 'At most 500').nullable(), {
    label: 'Guests',
    hint: 'Empty: all members and instructors of the course, including those added later.',
    kind: 'texts',
    item: 'guest',
  }),
});

/**
 * Overrides of an event. A field that was never set, or is null, follows the section, its course, its instructors and
 * its members, now and whenever they change; an omitted field keeps its previous override. Times become the section's.
 */
const calendarEvent = invitationDraft.partial().extend({ startAt: instant.optional(), endAt: instant.optional() });
export type EventDraft = z.output<typeof calendarEvent>;

/** `pending`: not sent yet; `failed`: not delivered yet, retried automatically; `cancelled`: removed from calendars. */
export const eventStates = ['pending', 'sent', 'failed', 'cancelled'] as const;
export type EventState = (typeof eventStates)[number];
/**
 * Source of a meeting link; `room`: a room generated for the class; `none`: an onsite class has no link; `unconfigured`:
 * an online class has none, as no meeting server is configured.
 */
export const linkSources = ['google', 'course', 'room', 'none', 'unconfigured'] as const;

const sent = {
  eventId: idOf('calendar-event'),
  gmeetUrl: z.string().nullable(),
};

/**
 * Creates or updates a section's event and invitations, with a meeting link. Safe to repeat: a section has one event
 * and one link, and nobody is notified twice. `gmeetUrl` is null if no link can be made.
 */
export const createCalendarEvent = endpoint({
  area,
  method: 'POST',
  url: '/admin/course/:id/section/:sectionId/google-calendar-event/',
  roles,
  params: byIdOf('course').extend({ sectionId: idOf('section') }),
  body: calendarEvent.default({}),
  reply: z.object(sent),
  messages: { ok: 'Gmeet url created successfully', fail: 'Failed to create Gmeet url', preferServer: true },
});

/**
 * Creates or updates the events of many sections, each with its own result; failures do not undo successes. Safe to
 * repeat.
 */
export const sendSchedules = endpoint({
  area,
  method: 'POST',
  url: '/admin/course/:id/google-calendar-event/bulk/',
  roles,
  params: byIdOf('course'),
  body: z.object({
    events: z
      .array(calendarEvent.extend({ sectionId: idOf('section') }))
      .min(1, 'Choose at least one')
      .max(200, 'At most 200 at a time')
      .refine(
        (events) => new Set(events.map(({ sectionId }) => sectionId)).size === events.length,
        'A section is listed twice',
      ),
  }),
  reply: z.object({
    events: z.array(
      z.object({
        sectionId: idOf('section'),
        eventId: sent.eventId.optional(),
        gmeetUrl: sent.gmeetUrl.optional(),
        state: z.enum(eventStates).optional(),
        error: z.string().optional(),
      }),
    ),
  }),
  messages: { ok: 'Schedules sent successfully', fail: 'Failed to send schedules' },
});

const scheduledClass = z.object({
  sectionId: idOf('section'),
  name: z.string(),
  priority: z.int(),
  startAt: z.string().nullable(),
  endAt: z.string().nullable(),
  gmeetUrl: link.nullable(),
  version,
  /** In order; times are null for a lesson held at its section's time. */
  liveLessons: z.array(
    z.object({
      lessonId: idOf('lesson'),
      name: z.string(),
      startAt: z.string().nullable(),
      endAt: z.string().nullable(),
    }),
  ),
  /** null: in no calendar. */
  event: z
    .object({
      eventId: idOf('calendar-event'),
      state: z.enum(eventStates),
      /** Error of the last attempt; null: none. */
      error: z.string().nullable(),
      /** Number of people invited, and of e-mails not sent yet. */
      invited: z.int(),
      waiting: z.int(),
      overrides: z.object(storedFields(invitationDraft.shape)),
    })
    .nullable(),
});
export type ScheduledClass = z.output<typeof scheduledClass>;

/** Classes of a course in the order of its sections. `invitees`: number of people invited by default. */
export const getSchedule = endpoint({
  area,
  method: 'GET',
  url: '/admin/course/:id/schedule/',
  roles,
  params: byIdOf('course'),
  reply: z.object({
    classes: z.array(scheduledClass),
    links: z.enum(linkSources),
    invitees: z.int(),
  }),
});

/** Messages for saving an invitation's overrides. */
export const invitationSavedMessages = {
  ok: 'Invitation saved',
  fail: 'Failed to save the invitation',
  preferServer: true,
} as const satisfies Messages;

/** Messages for sending invitations when no link can be made, by the source of links. */
export const invitationMessages = {
  none: { ok: 'Invitations sent; there is no meeting link', fail: 'Failed to send invitations' },
  unconfigured: {
    ok: 'Invitations sent without a meeting link: no meeting server is configured',
    fail: 'Failed to send invitations',
    tone: 'warning',
  },
} as const satisfies Record<string, Messages>;
