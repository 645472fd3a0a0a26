/** Calendar events of a course's sections: meeting links, invitations and how they fare (spec §7; domain.md, Calendar event). */
import { z } from 'zod';
import { type Messages, endpoint } from './kernel.ts';
import { choice, field } from './draft.ts';
import { byIdOf, email, idOf, instant, link, name, text, version } from './fields.ts';
import { storedFields } from './record.ts';

const roles = ['admin', 'instructor'] as const;
const area = 'course';

/** Indonesia's; none of them has summer time. */
export const timeZones = { 'Asia/Jakarta': 'WIB', 'Asia/Makassar': 'WITA', 'Asia/Jayapura': 'WIT' } as const;
export type TimeZone = keyof typeof timeZones;

/** What an invitation says where it does not follow from its class: null follows. */
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
 * What was never said, or is null, follows from the section, its course, and who teaches it or is assigned to it, now
 * and whenever they change; what is left out stays as it was said before. Times that are given become the section's.
 */
const calendarEvent = invitationDraft.partial().extend({ startAt: instant.optional(), endAt: instant.optional() });
export type EventDraft = z.output<typeof calendarEvent>;

/** `pending`: on its way; `failed`: not there yet, it is tried again by itself; `cancelled`: taken out of calendars. */
export const eventStates = ['pending', 'sent', 'failed', 'cancelled'] as const;
export type EventState = (typeof eventStates)[number];
/** Where the link of a meeting comes from; room: a class has one of its own; none: people are invited without one. */
export const linkSources = ['google', 'course', 'room', 'none'] as const;

const sent = {
  eventId: idOf('calendar-event'),
  gmeetUrl: z.string().nullable(),
};

/**
 * Puts a section into calendars, with a link for its meeting. Safe to repeat: a section has one event and one link, and
 * nobody is told twice. `gmeetUrl` is null where no link can be made.
 */
export const createCalendarEvent = endpoint({
  area,
  embeds: ['user'],
  method: 'POST',
  url: '/admin/course/:id/section/:sectionId/google-calendar-event/',
  roles,
  params: byIdOf('course').extend({ sectionId: idOf('section') }),
  body: calendarEvent.default({}),
  reply: z.object(sent),
  messages: { ok: 'Gmeet url created successfully', fail: 'Failed to create Gmeet url', preferServer: true },
});

/** The same for many; each has its own result, and what went well is not undone by what did not. Safe to repeat. */
export const sendSchedules = endpoint({
  area,
  embeds: ['user'],
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
  /** In their order; the times of one are null where it is held at the time of its section. */
  liveLessons: z.array(
    z.object({
      lessonId: idOf('lesson'),
      name: z.string(),
      startAt: z.string().nullable(),
      endAt: z.string().nullable(),
    }),
  ),
  /** null: it is in nobody's calendar. */
  event: z
    .object({
      eventId: idOf('calendar-event'),
      state: z.enum(eventStates),
      /** Why it is not there yet. */
      error: z.string().nullable(),
      /** People who have it, and letters that are still on their way. */
      invited: z.int(),
      waiting: z.int(),
      said: z.object(storedFields(invitationDraft.shape)),
    })
    .nullable(),
});
export type ScheduledClass = z.output<typeof scheduledClass>;

/** The classes of a course in the order of its sections. `invitees`: who is invited when nobody else is named. */
export const getSchedule = endpoint({
  area,
  embeds: ['user', 'order'],
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

/** What an invitation says was changed; its event is then as the calendar's. */
export const saidMessages = {
  ok: 'Invitation saved',
  fail: 'Failed to save the invitation',
  preferServer: true,
} as const satisfies Messages;

/** Where no link can be made, making one is inviting people. */
export const invitationMessages = {
  ok: 'Invitations sent; there is no meeting link',
  fail: 'Failed to send invitations',
} as const satisfies Messages;
