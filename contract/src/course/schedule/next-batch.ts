/** The next batch of a course: a draft of its content with its dates moved to a new first day (decision 0127). */
import { z } from 'zod';
import { byIdOf, day, id, idOf, instant, name, text } from '../../kernel/fields.ts';
import { endpoint } from '../../kernel/endpoint.ts';
import { datedKinds } from './batch-plan.ts';

const course = { area: 'course', roles: ['admin', 'instructor'], params: byIdOf('course') } as const;

/** Date that is set by hand, of a section, lesson or discount of the course. */
const setDate = z
  .object({ id, startAt: instant.nullable(), endAt: instant.nullable() })
  .refine(({ startAt, endAt }) => startAt === null || endAt === null || Date.parse(startAt) < Date.parse(endAt), {
    message: 'Ends before it starts',
    path: ['endAt'],
  });

const batchFields = z.object({
  startDate: day,
  /** Default: the name of the course with the next number. */
  name: name(3, 150).optional(),
  /** Default: as far after the last class as before. */
  endDate: day.optional(),
  /** Dates instead of the planned ones, by the ids of the course's own sections, lessons and discounts. */
  dates: z.array(setDate).max(1000, 'At most 1.000 at a time').default([]),
});
const endsAfterItStarts = ({ startDate, endDate }: { startDate: string; endDate?: string | undefined }) =>
  endDate === undefined || startDate <= endDate;
const wrongEnd = { message: 'Ends before it starts', path: ['endDate'] };

const nextBatches = batchFields
  .extend({
    /** The batches after it, for a series. */
    further: z
      .array(batchFields.refine(endsAfterItStarts, wrongEnd))
      .max(11, 'At most 12 batches at a time')
      .default([]),
    /** `seen` of the preview: 409 if the course has changed since. */
    seen: text(64).optional(),
  })
  .refine(endsAfterItStarts, wrongEnd);
export type NextBatches = z.output<typeof nextBatches>;
export type BatchDraft = z.output<typeof batchFields>;

const times = z.object({ startAt: z.string().nullable(), endAt: z.string().nullable() });

const plannedBatch = z.object({
  name: z.string(),
  startDate: z.string(),
  /** Last day; null for courses without one. */
  endDate: z.object({ from: z.string(), to: z.string() }).nullable(),
  dates: z.array(
    z.object({
      kind: z.enum(datedKinds),
      id: z.string(),
      name: z.string(),
      from: times,
      to: times,
      /** Holidays over which it moved to a later week. */
      skipped: z.array(z.object({ date: z.string(), name: z.string() })),
      /** Name of the holiday that it is on, by a date set by hand; null: none. */
      holiday: z.string().nullable(),
      /** Classes at the same time with the same instructor or room, in this series or in other courses. */
      clashes: z.array(
        times.extend({
          startAt: z.string(),
          classId: z.string(),
          name: z.string(),
          courseName: z.string(),
          shares: z.array(z.string()),
        }),
      ),
      isOutOfOrder: z.boolean(),
      isOutsideCourse: z.boolean(),
      /** Lessons that open with it or after it. */
      locks: z.int(),
    }),
  ),
  /** Proposal for the batch after it. */
  next: z.object({ startDate: z.string(), name: z.string() }),
});
export type PlannedBatch = z.output<typeof plannedBatch>;
export type PlannedLine = PlannedBatch['dates'][number];

/** Plans the next batches; changes nothing. Batches are in order, that of the body first. */
export const previewNextBatch = endpoint({
  ...course,
  method: 'POST',
  url: '/admin/course/:id/next-batch/preview/',
  body: nextBatches,
  reply: z.object({
    /** Fingerprint of the course and all that is copied. */
    seen: z.string(),
    batches: z.array(plannedBatch),
    /** Discounts that stay with the course: other products have them too, or the caller may not create discounts. */
    keptDiscounts: z.array(z.string()),
  }),
});

/**
 * Creates the next batches as drafts, all or none: content, final project, capacity, price, instructors and own
 * discounts with their periods; no people, links or attendance. 409 if the course has changed since `seen`.
 */
export const createNextBatch = endpoint({
  ...course,
  method: 'POST',
  url: '/admin/course/:id/next-batch/',
  body: nextBatches,
  success: 201,
  creates: true,
  reply: z.object({
    courseId: idOf('course'),
    /** All drafts in order, for {@link undoNextBatch}. */
    courses: z.array(z.object({ courseId: idOf('course'), seen: z.string() })),
  }),
  messages: { ok: 'Next batch created', fail: 'Failed to create the next batch' },
});

/**
 * Deletes drafts of {@link createNextBatch} with their discounts, all or none. 400 at the path of one that is no copy of
 * the course; 409 if one was published or changed since `seen`.
 */
export const undoNextBatch = endpoint({
  ...course,
  method: 'DELETE',
  url: '/admin/course/:id/next-batch/',
  body: z.object({
    courses: z
      .array(z.object({ courseId: idOf('course'), seen: text(64) }))
      .min(1, 'Choose at least one')
      .max(12, 'At most 12 at a time'),
  }),
  reply: z.object({ changed: z.int() }),
  messages: { ok: 'Taken back', fail: 'Failed to take the next batch back' },
});
