/** Start page: one queue of what waits for the caller's role, and the figures of its day (ours; docs/decisions/0078). */
import { z } from 'zod';
import { courseTypes } from '../course/rules.ts';
import { choice } from '../kernel/draft.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { filter, flag, idOf, text } from '../kernel/fields.ts';
import { todayKinds } from './today.ts';

/** Upper limit of items in a reply. */
export const maxItems = 100;
/** Upper limit of drafts examined per kind, most recently changed first. */
export const maxDrafts = 200;
/** Upper limit of counted failed jobs. */
export const maxFailedJobs = 100;
/** Number of orders taken from the caller's chase order. */
export const maxChased = 5;
/** Hours after which an unpaid order is listed. */
export const unpaidHours = 24;
/** Days before its end in which a promotion is listed. */
export const endingDays = 7;
/** Days after a class in which its missing attendance is listed. */
export const attendanceDays = 60;
/** Upper limit of items that a user has set aside at a time. */
export const maxAside = 500;

const kind = choice(todayKinds);

/** Kinds of the records that items are about. */
const todayRecords = [
  'order',
  'user',
  'course',
  'lesson',
  'submission',
  'discount',
  'voucher',
  'learning-path',
  'desk-order',
  'job',
  'payment-difference',
] as const;

const todayItem = z.object({
  /** Unique in the queue and stable. */
  key: z.string(),
  kind,
  /** Fingerprint of what the item shows: an item that was set aside returns when it changes. */
  mark: z.string(),
  /** Person or thing, and its context below. */
  name: z.string(),
  about: z.string(),
  /** In rupiah. */
  amount: z.int().nullable(),
  /** Time since which it waits; of classes and promotions: at which it happens. */
  at: z.string().nullable(),
  /** Id that the action takes: of the gap, the video, the course, the job …; else of the record. */
  id: z.string(),
  record: z.object({ kind: z.enum(todayRecords), id: z.string() }),
  /** Course that the record belongs to. */
  course: z.object({ id: idOf('course'), type: z.enum(courseTypes) }).optional(),
  /** Number of certificates. */
  count: z.int().optional(),
  /** End of a class, and its meeting. */
  endAt: z.string().nullable().optional(),
  meetingUrl: z.string().nullable().optional(),
  /** Why a video or a job failed. */
  reason: z.string().nullable().optional(),
  /** The only remaining requirement for publishing, with its path in `missingForPublishing`. */
  lacks: z.object({ path: z.string(), label: z.string() }).optional(),
});
export type TodayItem = z.infer<typeof todayItem>;

/** Figures of the day; each is a link to a list of as many records. */
export const figureNames = {
  'paid-today': 'Paid today',
  unpaid: 'Unpaid',
  'to-review': 'To review',
  'class-today': 'Classes left today',
  'attendance-missing': 'Attendance missing',
  'certificates-ready': 'Cohorts to certify',
  'at-risk': 'Members at risk',
  overdue: 'Overdue',
  mine: 'Mine',
  chase: 'To chase',
} as const;
export type FigureName = keyof typeof figureNames;

const counted = { total: z.int(), isTotalCapped: z.boolean().optional() };

/** Gets the first items of the caller's queue, of all kinds or one. */
export const getToday = endpoint({
  area: 'home',
  method: 'GET',
  url: '/admin/home/',
  roles: 'staff',
  query: z.object({
    kind: filter(kind, 'Kind'),
    /** Lists what the caller has set aside instead. */
    aside: filter(flag, 'Set aside'),
  }),
  reply: z.object({
    items: z.array(todayItem).max(maxItems),
    /** Totals without what was set aside, for every kind that has items, most urgent first. */
    kinds: z.array(z.object({ kind, ...counted })),
    /** Number of items that the caller has set aside. */
    aside: z.int(),
    /** Kinds that could not be read. */
    failed: z.array(kind),
    figures: z.array(
      z.object({
        name: z.enum(Object.keys(figureNames) as [FigureName, ...FigureName[]]),
        ...counted,
        /** In rupiah. */
        amount: z.int().optional(),
      }),
    ),
    /** Steps to the first sale, each done or not; absent after it. */
    steps: z
      .object({
        course: z.boolean(),
        lesson: z.boolean(),
        price: z.boolean(),
        published: z.boolean(),
        order: z.boolean(),
        /** Newest course, which the steps lead to. */
        newest: z.object({ id: idOf('course'), type: z.enum(courseTypes) }).nullable(),
      })
      .optional(),
  }),
});

/**
 * Sets an item aside for the caller until 06.00 tomorrow (Jakarta), or until it changes. 409 beyond {@link maxAside} items.
 */
export const setAside = endpoint({
  area: 'home',
  method: 'PUT',
  url: '/admin/home/aside/',
  roles: 'staff',
  body: z.object({ key: text(200), mark: text(64) }),
  reply: z.object({ until: z.string() }),
  messages: { ok: 'Set aside until tomorrow 06.00', fail: 'Not set aside' },
});

/** Puts an item back that the caller has set aside; none with this key: nothing happens. */
export const putBack = endpoint({
  area: 'home',
  method: 'DELETE',
  url: '/admin/home/aside/',
  roles: 'staff',
  body: z.object({ key: text(200) }),
  reply: z.object({ changed: z.int() }),
  messages: { ok: 'Back in the list', fail: 'Not put back' },
});
