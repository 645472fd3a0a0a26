/** Project submissions and their review (spec §3, §5, §7, §9; domain.md, Submission). */
import { z } from 'zod';
import { choice, field } from './draft.ts';
import { byIdOf, id, idOf, listQuery, listReply, orBlank, score, text, version } from './fields.ts';
import { finalProjectTask } from './final-project.ts';
import { grade } from './grade.ts';
import { endpoint } from './kernel.ts';
import { fixedSize } from './page-size.ts';
import { sorted } from './sorts.ts';

/** Null is a submission that nobody asked a review of. */
export const submissionStatusLabels = { 'not-reviewed': 'Not reviewed', checked: 'Checked' } as const;
const status = choice(submissionStatusLabels, 'A status is not-reviewed or checked');
export type SubmissionStatus = z.infer<typeof status>;

export const submissionProducts = { COURSE: 'Course', PATH: 'Learning path' } as const;
const productType = choice(submissionProducts, 'A product is COURSE or PATH');

/** Words of the list's sort, and how they are offered (spec §9); the first is in force unless another is said. */
export const submissionSorts = {
  latest: 'Latest Submission',
  earliest: 'Earliest Submission',
  'not-reviewed': 'Review Needed',
  checked: 'Checked',
} as const;
export type SubmissionSort = keyof typeof submissionSorts;
const sorts = Object.keys(submissionSorts) as [SubmissionSort, ...SubmissionSort[]];

const review = {
  status: status.nullable(),
  reviewScore: z.int().nullable(),
  grade: grade.nullable(),
};

export const submissionRow = z.object({
  id: idOf('submission'),
  user: z.object({ id: idOf('user'), name: z.string(), email: z.string() }),
  productType,
  /** Of a course or a learning path. */
  productId: id,
  productName: z.string(),
  submissionUrl: z.string().nullable(),
  fileUrl: z.string().nullable(),
  /** From the member. */
  note: z.string(),
  submittedAt: z.string(),
  /** From 1, for each person and product. */
  attempt: z.int(),
  ...review,
  reviewNote: z.string(),
  reviewedBy: z.object({ id: idOf('user'), name: z.string() }).nullable(),
  reviewedAt: z.string().nullable(),
});
export type Submission = z.infer<typeof submissionRow>;

const all = { area: 'submission', failsAs: 500, roles: ['admin', 'instructor'] } as const;
/** What the course or the learning path is called. */
const reading = { ...all, method: 'GET', embeds: ['course', 'learning-path'] } as const;
const failed = { preferServer: true, fail: 'Failed to fetch submissions' };

const filters = { status: orBlank(status), productType: orBlank(productType) };
const pageSize = fixedSize(10);

/**
 * Search: name, e-mail, product. `not-reviewed` begins with what waits for a review, longest waiting first; `checked`
 * with what was reviewed, latest first.
 */
export const listSubmissions = endpoint({
  ...reading,
  url: '/admin/project-submissions/',
  query: listQuery({ ...filters, sort: sorted(sorts) }, pageSize),
  reply: listReply('projects', submissionRow),
  messages: failed,
});

/** Of one person, latest first; 404 unless the user is this tenant's. */
export const listUserSubmissions = endpoint({
  ...reading,
  url: '/admin/project-submissions/user/:userId/',
  params: z.object({ userId: idOf('user') }),
  query: listQuery(filters, pageSize),
  reply: listReply('projects', submissionRow),
  messages: failed,
});

const one = { ...all, url: '/admin/project-submissions/:id/', params: byIdOf('submission'), versioned: true } as const;

/** Of the same person for the same product. */
const attempt = z.object({
  submissionId: idOf('submission'),
  attempt: z.int(),
  submittedAt: z.string(),
  ...review,
});

export const getSubmission = endpoint({
  ...one,
  ...reading,
  reply: submissionRow.extend({
    /** Null where the course or the learning path has no final project. */
    finalProject: finalProjectTask.nullable(),
    /** All attempts, this one included, latest first; no more than 50. */
    attempts: z.array(attempt),
    updatedAt: z.string(),
    version,
  }),
});

/** What a reviewer fills in. */
export const reviewDraft = z.object({
  reviewScore: field(score, { label: 'Score', hint: 'From 0 to 100.' }),
  reviewNote: field(text(5000), { label: 'Note', hint: 'Shown to the member with the score.', kind: 'textArea' }),
});

/** The score may come as its digits, and is converted then (spec §3). */
const scoreOrDigits = z.union([
  reviewDraft.shape.reviewScore,
  z
    .string()
    .max(16, 'A whole number')
    .regex(/^\d+$/, 'A whole number')
    .transform(Number)
    .pipe(reviewDraft.shape.reviewScore),
]);

/** A note that is left out stays as it is. The submission becomes `checked`. */
export const reviewSubmission = endpoint({
  ...one,
  method: 'PUT',
  body: z.object({
    reviewScore: scoreOrDigits,
    reviewNote: reviewDraft.shape.reviewNote.optional(),
  }),
  reply: z.object({ id: idOf('submission'), ...review, version }),
  messages: { ok: 'Review saved', fail: 'Failed to save the review', preferServer: true, failsInPlace: true },
});

/**
 * The submissions before and after one in the list's order (ours); `nextToReview` is the first after it that waits for a
 * review, whatever the status that is filtered by, or else the first of all. Each null where there is none.
 */
export const getSubmissionNeighbours = endpoint({
  ...reading,
  url: '/admin/project-submissions/:id/neighbours/',
  params: byIdOf('submission'),
  query: z.object({
    search: text(200).trim().default(''),
    ...filters,
    sort: orBlank(z.enum(sorts, 'There is no such sort')),
  }),
  reply: z.object({
    previous: idOf('submission').nullable(),
    next: idOf('submission').nullable(),
    nextToReview: idOf('submission').nullable(),
  }),
});
