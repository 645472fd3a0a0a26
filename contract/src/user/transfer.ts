/** Places of a course that move to another course, or that wait for one (ours; docs/decisions/0132). */
import { z } from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { byIdOf, idOf, idsOf, listQuery, listReply, name, text } from '../kernel/fields.ts';
import { fixedSize } from '../kernel/page-size.ts';

/** Results of members in the former course: copied to the course, or not. */
const keepings = ['keep', 'restart'] as const;

const body = z.object({
  /** Members of the course, and people who wait for another one after it. */
  userIds: idsOf('user'),
  /** Null: the places wait. */
  toCourseId: idOf('course').nullable(),
  /** Completed lessons and results of quizzes, in what both courses have under the same names. */
  progress: z.enum(keepings).default('keep'),
  /** Submissions of the final project. */
  submissions: z.enum(keepings).default('keep'),
  /** Reason why nobody pays or gets back the difference of the prices; null: they do. */
  waiveReason: name(3, 300).nullable().default(null),
  /** Sends a mail to those who move. */
  notify: z.boolean().default(false),
});
export type PlaceTransfer = z.output<typeof body>;

const person = z.object({
  userId: idOf('user'),
  name: z.string(),
  email: z.string(),
  phoneNumber: z.string(),
  /** Reason why the place cannot move; null: it can. */
  problem: z.string().nullable(),
  /** Waits for a course. */
  isWaiting: z.boolean(),
  /** `company`: a seat of a company; `none`: no payment for this place is known here. */
  paidBy: z.enum(['order', 'company', 'none']),
  order: z.object({ id: idOf('order'), invoiceNumber: z.string() }).nullable(),
  /** Rupiah that the place counts for: what was paid for it, or the price of the course that it moved to before. */
  value: z.int().nullable(),
  /** Price of the course less the value: above 0 to pay, below 0 to refund; null: unknown, or it waits. */
  difference: z.int().nullable(),
  /** Lessons and quizzes with a result, and those of them that the course has too. */
  results: z.int(),
  keptResults: z.int(),
  submissions: z.int(),
  /** Marks in classes, which stay in the former course. */
  attendances: z.int(),
  hasCertificate: z.boolean(),
});
export type MovingPerson = z.output<typeof person>;

const course = z.object({
  id: idOf('course'),
  name: z.string(),
  isPublished: z.boolean(),
  startDate: z.string().nullable(),
  /** Price now, with discounts. */
  price: z.int(),
  capacity: z.int().nullable(),
  totalMembers: z.int(),
  hasCertificate: z.boolean(),
  passingScore: z.int(),
  hasProject: z.boolean(),
  /** Classes to come of which invitations are sent. */
  invitations: z.int(),
});
export type TransferCourse = z.output<typeof course>;

const transferring = { area: 'user', failsAs: 500, roles: ['admin'], params: byIdOf('course') } as const;

/** Shows what a transfer would do, for each person and in sum; changes nothing. */
export const previewTransfer = endpoint({
  ...transferring,
  method: 'POST',
  url: '/admin/user/course/:id/transfer/preview/',
  body,
  reply: z.object({
    /** Fingerprint of all that is shown. */
    seen: z.string(),
    from: course,
    /** Null: the places wait. */
    to: course.nullable(),
    /** Reason why the course takes none, or not all, of those who can move; null: it does. */
    problem: z.string().nullable(),
    people: z.array(person),
    toPay: z.int(),
    toRefund: z.int(),
  }),
});

/**
 * Moves places of a course to another course, or lets them wait, all or none: memberships, results and submissions. 409
 * if a place cannot move, the course is full, or anything changed since `seen`. Undone as a batch.
 */
export const transferPlaces = endpoint({
  ...transferring,
  method: 'POST',
  url: '/admin/user/course/:id/transfer/',
  body: body.extend({
    /** `seen` of the preview: 409 if it would be another one by now. */
    seen: text(64).optional(),
  }),
  success: 201,
  creates: true,
  recordsBatch: true,
  reply: z.object({ moved: z.int(), toPay: z.int(), toRefund: z.int() }),
  messages: { ok: 'Moved {moved place|places}', fail: 'No place was moved' },
});

/** Lists people whose place of the course waits for another one, longest first; searches name, e-mail and phone. */
export const listDeferred = endpoint({
  ...transferring,
  method: 'GET',
  roles: ['admin', 'instructor'],
  url: '/admin/user/course/:id/deferred/',
  query: listQuery({}, fixedSize(20)),
  reply: listReply(
    'places',
    z.object({
      userId: idOf('user'),
      name: z.string(),
      email: z.string(),
      since: z.string(),
    }),
  ),
});
