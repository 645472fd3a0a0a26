/** Project submissions and their review (spec §3, §5, §7, §9; domain.md, Submission). */
import { z } from 'zod';
import { choice, field } from '../kernel/draft.ts';
import {
  byIdOf,
  filter,
  id,
  idOf,
  listQuery,
  listReply,
  orBlank,
  score,
  searchField,
  text,
  version,
} from '../kernel/fields.ts';
import { finalProjectTask } from '../course/final-project.ts';
import { grade } from './grade.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { fixedSize } from '../kernel/page-size.ts';
import { sorted } from '../kernel/sorts.ts';

/** Null: submission without a requested review. */
export const submissionStatusLabels = { 'not-reviewed': 'Not reviewed', checked: 'Checked' } as const;
const status = choice(submissionStatusLabels, 'A status is not-reviewed or checked');
export type SubmissionStatus = z.infer<typeof status>;

export const submissionProducts = { COURSE: 'Course', PATH: 'Learning path' } as const;
const productType = choice(submissionProducts, 'A product is COURSE or PATH');

/** Sort words of the list with their labels (spec §9); the first is the default. */
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
  /** Id of a course or learning path. */
  productId: id,
  productName: z.string(),
  submissionUrl: z.string().nullable(),
  fileUrl: z.string().nullable(),
  /** Note of the member. */
  note: z.string(),
  submittedAt: z.string(),
  /** From 1, per user and product. */
  attempt: z.int(),
  ...review,
  reviewNote: z.string(),
  reviewedBy: z.object({ id: idOf('user'), name: z.string() }).nullable(),
  reviewedAt: z.string().nullable(),
});
export type Submission = z.infer<typeof submissionRow>;

const all = { area: 'submission', failsAs: 500, roles: ['admin', 'instructor'] } as const;
const reading = { ...all, method: 'GET' } as const;
const failed = { preferServer: true, fail: 'Failed to fetch submissions' };

const filters = { status: filter(status, 'Status'), productType: filter(productType, 'Product') };
const pageSize = fixedSize(10);

/**
 * Lists submissions. Searches name, e-mail and product. `not-reviewed`: those waiting for a review first, longest
 * waiting first; `checked`: reviewed ones first, latest review first.
 */
export const listSubmissions = endpoint({
  ...reading,
  url: '/admin/project-submissions/',
  query: listQuery({ ...filters, sort: sorted(sorts) }, pageSize),
  reply: listReply('projects', submissionRow),
  messages: failed,
});

/** Lists submissions of a user, latest first; 404 unless the user belongs to the tenant. */
export const listUserSubmissions = endpoint({
  ...reading,
  url: '/admin/project-submissions/user/:userId/',
  params: z.object({ userId: idOf('user') }),
  query: listQuery(filters, pageSize),
  reply: listReply('projects', submissionRow),
  messages: failed,
});

const one = { ...all, url: '/admin/project-submissions/:id/', params: byIdOf('submission'), versioned: true } as const;

/** Attempt of the same user for the same product. */
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
    /** Null if the course or learning path has no final project. */
    finalProject: finalProjectTask.nullable(),
    /** All attempts including this one, latest first; at most 50. */
    attempts: z.array(attempt),
    updatedAt: z.string(),
    version,
  }),
});

/** Fields of a review. */
export const reviewDraft = z.object({
  reviewScore: field(score, { label: 'Score', hint: 'From 0 to 100.' }),
  reviewNote: field(text(5000), { label: 'Note', hint: 'Shown to the member with the score.', kind: 'textArea' }),
});

/** Score as a number or as digits, which are converted (spec §3). */
const scoreOrDigits = z.union([
  reviewDraft.shape.reviewScore,
  z
    .string()
    .max(16, 'A whole number')
    .regex(/^\d+$/, 'A whole number')
    .transform(Number)
    .pipe(reviewDraft.shape.reviewScore),
]);

/** Saves a review and sets the status `checked`; an omitted note stays unchanged. */
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
 * Gets the submissions before and after one in the list's order (ours). `nextToReview`: the first one after it that
 * waits for a review, regardless of the status filter, else the first in the whole list. Null if there is none.
 */
export const getSubmissionNeighbours = endpoint({
  ...reading,
  url: '/admin/project-submissions/:id/neighbours/',
  params: byIdOf('submission'),
  query: z.object({
    search: searchField,
    ...filters,
    sort: orBlank(z.enum(sorts, 'There is no such sort')),
  }),
  reply: z.object({
    previous: idOf('submission').nullable(),
    next: idOf('submission').nullable(),
    nextToReview: idOf('submission').nullable(),
  }),
});
