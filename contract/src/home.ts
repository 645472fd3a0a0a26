/** The start page: what waits for the signed-in person, by the lists that their role may read (ours). */
import { z } from 'zod';
import { type } from './course-draft.ts';
import { idOf } from './fields.ts';
import { endpoint } from './kernel.ts';

/** Items of a block at most. */
export const mostWaiting = 5;
/** Drafts of each kind that are looked into, the ones changed last. */
export const mostDrafts = 200;
/** Failed jobs are counted up to here. */
export const mostFailedJobs = 100;
/** An unpaid order waits for somebody after so many hours. */
export const unpaidHours = 24;
/** A promotion ends soon when it ends within so many days. */
export const endingDays = 7;

const whole = <Item extends z.ZodRawShape>(item: Item) =>
  z.object({ total: z.int(), isTotalCapped: z.boolean().optional(), items: z.array(z.object(item)).max(mostWaiting) });

/** Absent where the role may not read the list. `total` counts all, exactly unless `isTotalCapped`. */
const block = <Item extends z.ZodRawShape>(item: Item) => whole(item).optional();

/** A block of what stands in courses; `courses` counts these by type, as their lists do under the same filter (`has`). */
const inCourses = <Item extends z.ZodRawShape>(item: Item) =>
  whole(item)
    .extend({ courses: z.object({ flexy: z.int(), 'fast-track': z.int() }) })
    .optional();

const person = z.object({ id: idOf('user'), name: z.string() });
const ending = { name: z.string(), endDate: z.string() };
/** `lacks`: the one thing that publishing still needs; its path as `missingForPublishing` names it. */
const draft = {
  name: z.string(),
  lacks: z.object({ path: z.string(), label: z.string() }),
  updatedAt: z.string(),
};
const courseDraft = { courseId: idOf('course'), ...draft };

export const getHome = endpoint({
  area: 'home',
  method: 'GET',
  url: '/admin/home/',
  roles: 'staff',
  reply: z.object({
    /** Live classes of published courses on this day in Jakarta: those that are not over first, by their start. */
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
    /** Submissions that wait for a review, the oldest first. */
    submissions: block({
      submissionId: idOf('submission'),
      user: person,
      productName: z.string(),
      submittedAt: z.string(),
    }),
    /** Orders that have been unpaid for 24 hours or more, the oldest first. */
    unpaidOrders: block({
      orderId: idOf('order'),
      invoiceNumber: z.string(),
      user: person,
      totalAmount: z.int(),
      createdAt: z.string(),
    }),
    /** Videos of lessons whose processing failed, the newest first. */
    failedVideos: inCourses({
      videoId: idOf('video'),
      lessonId: idOf('lesson'),
      name: z.string(),
      courseId: idOf('course'),
      courseName: z.string(),
      reason: z.string().nullable(),
    }),
    /** The newest first. */
    failedJobs: block({
      jobId: idOf('job'),
      name: z.string(),
      error: z.string().nullable(),
      createdAt: z.string(),
    }),
    /** Discounts in force that end within 7 days, the first to end first; vouchers the same. */
    discounts: block({ discountId: idOf('discount'), ...ending }),
    vouchers: block({ voucherId: idOf('voucher'), code: z.string(), ...ending }),
    /** Drafts that lack exactly one thing for publishing, the ones changed last first. */
    flexyDrafts: block(courseDraft),
    fastTrackDrafts: block(courseDraft),
    pathDrafts: block({ pathId: idOf('learning-path'), ...draft }),
  }),
});
