/**
 * Learning desk (ours; docs/decisions/0135): members at risk by named facts across all courses that the caller sees,
 * messages to them, and whether these helped.
 */
import { z } from 'zod';
import { choice, field } from '../kernel/draft.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { filter, flag, idOf, listQuery, listReply } from '../kernel/fields.ts';
import { listSize } from '../kernel/page-size.ts';
import { sorted } from '../kernel/sorts.ts';
import { filledTemplate } from '../order-tracking/template-text.ts';

/** Thresholds of the facts; server/src/shared/at-risk.ts applies them. */
export const riskRules = {
  /** Days without work in the course. */
  idleDays: 10,
  /** Classes missed within `absenceDays`. */
  absences: 2,
  absenceDays: 30,
  /** Attempts at one quiz, none of which passed. */
  failures: 2,
} as const;

export const riskFacts = { idle: 'No progress', absent: 'Classes missed', failed: 'Quiz failed' } as const;
export type RiskFact = keyof typeof riskFacts;
const fact = choice(riskFacts);

/** Days after a message within which work or a class counts as its success. */
export const helpDays = 7;

export const contactChannels = { mail: 'Mail', whatsapp: 'WhatsApp' } as const;

/** `waiting`: nothing yet, and the days are not over. */
export const contactOutcomes = { helped: 'Helped', waiting: 'Waiting', without: 'Did not help' } as const;
const outcome = choice(contactOutcomes);

const contact = { at: z.string(), channel: choice(contactChannels), outcome, helpedAt: z.string().nullable() };
const member = {
  userId: idOf('user'),
  name: z.string(),
  email: z.string(),
  phoneNumber: z.string(),
  courseId: idOf('course'),
  courseName: z.string(),
  courseType: z.union([z.literal(0), z.literal(1)]),
};

/** Why a member is at risk in a course, at least one fact, with the numbers of all. */
export const risk = z.object({
  facts: z.array(fact),
  /** Whole days since they last did something in the course, got it, or it began. */
  idleDays: z.int(),
  absences: z.int(),
  absentOn: z.string().nullable(),
  failures: z.int(),
  failedQuiz: z.string().nullable(),
});
export type Risk = z.infer<typeof risk>;

const riskRow = z.object({
  ...member,
  risk,
  /** Latest message to them about this course. */
  lastContact: z.object(contact).nullable(),
  /** They have had a message today, about any course. */
  isWrittenToday: z.boolean(),
});
export type AtRiskRow = z.infer<typeof riskRow>;

const all = { area: 'course', roles: ['admin', 'instructor'] } as const;

/**
 * Lists the members at risk in each of the courses that the caller sees, longest without progress first: who have
 * access to a published course that has not ended, no certificate of it, and at least one fact. Found anew every hour.
 */
export const listAtRisk = endpoint({
  ...all,
  method: 'GET',
  url: '/admin/learning/at-risk/',
  query: listQuery(
    {
      courseId: filter(idOf('course'), 'Course'),
      fact: filter(fact, 'Fact'),
      isContacted: filter(flag, 'Written to in the last 7 days'),
      sort: sorted(['since', '-since']),
    },
    listSize(2),
  ),
  reply: listReply('members', riskRow).extend({
    /** How many have this fact in this course, as last counted today and a week ago; null: not counted on that day. */
    counts: z.object({ today: z.int().nullable(), weekAgo: z.int().nullable() }),
  }),
});

/** Lists the messages of the last 90 days, latest first, and how many of all that match helped. */
export const listLearningContacts = endpoint({
  ...all,
  method: 'GET',
  url: '/admin/learning/contacts/',
  query: listQuery(
    { courseId: filter(idOf('course'), 'Course'), outcome: filter(outcome, 'Outcome'), sort: sorted(['-at', 'at']) },
    listSize(2),
  ),
  reply: listReply(
    'contacts',
    z.object({
      contactId: idOf('learning-contact'),
      ...member,
      ...contact,
      /** Null: no longer on the staff. */
      by: z.string().nullable(),
      templateName: z.string(),
      message: z.string(),
    }),
  ).extend({ figures: z.object({ contacted: z.int(), helped: z.int(), waiting: z.int() }) }),
});

/** Lists the templates for members at risk by name, and the name that stands for `{petugas}`. */
export const listRiskTemplates = endpoint({
  ...all,
  method: 'GET',
  url: '/admin/learning/templates/',
  reply: z.object({
    writer: z.string(),
    templates: z.array(z.object({ templateId: idOf('desk-template'), name: z.string(), body: z.string() })),
  }),
});

const written = z.object({ userId: idOf('user'), courseId: idOf('course') });

/** Upper limit of members in a call. */
export const maxWritten = 100;

/**
 * Writes to members at risk: `mail` is sent after the call; for `whatsapp` the caller opens the chat, and the contact is
 * recorded. Nobody gets two messages on one day. Each member who gets none is in `refused` with the reason.
 */
export const writeToMembers = endpoint({
  ...all,
  method: 'POST',
  url: '/admin/learning/contacts/',
  body: z.object({
    channel: field(choice(contactChannels), { label: 'Channel' }),
    templateId: field(idOf('desk-template'), { label: 'Template' }),
    members: z.array(written).min(1, 'Choose at least one').max(maxWritten, `At most ${maxWritten} at a time`),
  }),
  reply: z.object({ contacted: z.array(written), refused: z.array(written.extend({ message: z.string() })) }),
  messages: { fail: 'Nobody was written to', preferServer: true },
});

/** Message of a template to a member; the variables of orders are empty. */
export const riskMessage = (body: string, { name, courseName }: { name: string; courseName: string }, writer: string) =>
  filledTemplate(body, { nama: name, kursus: courseName, petugas: writer, invoice: '', tanggal: '', tautan: '' });
