/** Start page: pending work of the signed-in user, limited to lists their role may read (ours). */
import { z } from 'zod';
import { type } from '../course/draft.ts';
import { idOf } from '../kernel/fields.ts';
import { endpoint } from '../kernel/endpoint.ts';

/** Upper limit of items per block. */
export const maxWaiting = 5;
/** Upper limit of drafts examined per kind, most recently changed first. */
export const maxDrafts = 200;
/** Upper limit of counted failed jobs. */
export const maxFailedJobs = 100;
/** Hours after which an unpaid order is listed. */
export const unpaidHours = 24;
/** Days before its end in which a promotion is listed as ending soon. */
export const endingDays = 7;

const items = <Item extends z.ZodRawShape>(item: Item) =>
  z.object({ total: z.int(), isTotalCapped: z.boolean().optional(), items: z.array(z.object(item)).max(maxWaiting) });

/** Block of the start page; absent if the role may not read its list. `total` is exact unless `isTotalCapped`. */
const block = <Item extends z.ZodRawShape>(item: Item) => items(item).optional();

/** Block of items that belong to courses; `courses` counts those courses by type, as the course lists do with the filter `has`. */
const inCourses = <Item extends z.ZodRawShape>(item: Item) =>
  items(item)
    .extend({ courses: z.object({ flexy: z.int(), 'fast-track': z.int() }) })
    .optional();

const person = z.object({ id: idOf('user'), name: z.string() });
/** Latest rows of a list of paid and access; `checkedAt`: time of the check that filled it. Absent before the first. */
const accessGaps = items({ gapId: idOf('access-gap'), user: person, productName: z.string(), since: z.string() })
  .extend({ checkedAt: z.string() })
  .optional();
const ending = { name: z.string(), endDate: z.string() };
/** `lacks`: the only remaining requirement for publishing, with its path in `missingForPublishing`. */
const draft = {
  name: z.string(),
  lacks: z.object({ path: z.string(), label: z.string() }),
  updatedAt: z.string(),
};
const courseDraft = { courseId: idOf('course'), ...draft };

/** Gets the blocks of the start page that the caller's role may read. */
export const getHome = endpoint({
  area: 'home',
  method: 'GET',
  url: '/admin/home/',
  roles: 'staff',
  reply: z.object({
    /** Live classes of published courses today (Jakarta): those not over first, by start. */
    classes: inCourses({
      /** null: the class is a section without a live lesson. */
      lessonId: idOf('lesson').nullable(),
      sectionId: idOf('section'),
      courseId: idOf('course'),
      type,
      name: z.string(),
      courseName: z.string(),
      startAt: z.string(),
      endAt: z.string().nullable(),
      meetingUrl: z.string().nullable(),
    }),
    /** Submissions waiting for a review, oldest first. */
    submissions: block({
      submissionId: idOf('submission'),
      user: person,
      productName: z.string(),
      submittedAt: z.string(),
    }),
    /** Orders unpaid for 24 hours or more, oldest first. */
    unpaidOrders: block({
      orderId: idOf('order'),
      invoiceNumber: z.string(),
      user: person,
      totalAmount: z.int(),
      createdAt: z.string(),
    }),
    paidNoAccess: accessGaps,
    accessUnpaid: accessGaps,
    /** Lesson videos whose processing failed, newest first. */
    failedVideos: inCourses({
      videoId: idOf('video'),
      lessonId: idOf('lesson'),
      name: z.string(),
      courseId: idOf('course'),
      courseName: z.string(),
      reason: z.string().nullable(),
    }),
    /** Failed jobs, newest first. */
    failedJobs: block({
      jobId: idOf('job'),
      name: z.string(),
      error: z.string().nullable(),
      createdAt: z.string(),
    }),
    /** Active discounts that end within 7 days, earliest end first; vouchers alike. */
    discounts: block({ discountId: idOf('discount'), ...ending }),
    vouchers: block({ voucherId: idOf('voucher'), code: z.string(), ...ending }),
    /** Drafts with exactly one remaining requirement for publishing, most recently changed first. */
    flexyDrafts: block(courseDraft),
    fastTrackDrafts: block(courseDraft),
    pathDrafts: block({ pathId: idOf('learning-path'), ...draft }),
  }),
});
