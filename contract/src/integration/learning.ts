/** Calls of the members' site about learning: what a member may open, and what they did (docs/decisions/0101). */
import { z } from 'zod';
import { accessProducts } from '../access/endpoints.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { id, idOf, instant, link, orBlank, text, whole } from '../kernel/fields.ts';
import { fileKinds } from '../kernel/upload.ts';
import { itemResults, maxItems } from './item-results.ts';
import { externalId } from './members.ts';

const keys = { area: 'integration', roles: 'key' } as const;

/** Whether something is open for a member. */
export const openness = {
  open: z.boolean(),
  /** Why it is closed, as one sentence. */
  reason: z.string().optional(),
};

/**
 * Gets what a member may open: what is assigned to them, directly or through a learning path, their subscriptions, and
 * what they ordered and may still get. 404 for an unknown member.
 */
export const getMemberAccess = endpoint({
  ...keys,
  scope: 'access:read',
  method: 'GET',
  url: '/integration/members/:externalId/access',
  params: z.object({ externalId }),
  reply: z.object({
    items: z.array(
      z.object({
        productType: z.enum(Object.keys(accessProducts) as [keyof typeof accessProducts]),
        productId: id,
        ...openness,
        /** Last day in Jakarta on which it is open; absent: no end. */
        until: z.string().optional(),
      }),
    ),
  }),
});

/** The `externalId` of a member. */
const member = externalId;

const progressItem = z
  .object({
    member,
    lessonId: idOf('lesson'),
    completedAt: instant.optional(),
    /** Where the member stopped, and when. */
    position: z
      .object({ seconds: whole().min(0, 'Not below 0').max(1_000_000, 'At most 1.000.000'), at: instant })
      .optional(),
  })
  .refine(({ completedAt, position }) => completedAt !== undefined || position !== undefined, {
    path: ['completedAt'],
    error: 'Give completedAt or position',
  });

/**
 * Records finished lessons and positions, in any order and as often as wanted: the latest moment wins. An item about an
 * unknown member or lesson, from the future, or after the last day of the member's access, is refused alone. Locks are not checked, nor whether there is
 * access: it tells what was.
 */
export const putProgress = endpoint({
  ...keys,
  scope: 'progress:write',
  method: 'PUT',
  url: '/integration/progress',
  body: z.object({
    items: z.array(progressItem).min(1, 'Send at least one').max(maxItems, `At most ${maxItems} at a time`),
  }),
  reply: itemResults,
});

/**
 * Scores an attempt at a quiz, or stores the answers to a survey. Safe to repeat with the same `externalId`. 400 for an
 * answer that the quiz does not have; 409 if the member does not have the course or path or their access had ended by then, all attempts are used, or the
 * `externalId` belongs to another attempt.
 */
export const addQuizAttempt = endpoint({
  ...keys,
  scope: 'progress:write',
  method: 'POST',
  url: '/integration/quiz-attempts',
  body: z.object({
    externalId,
    member,
    quizId: idOf('quiz'),
    /** One for each answered question. */
    answers: z
      .array(
        z.object({
          questionId: idOf('question'),
          /** Ids of the chosen options; of a question without options, its text alone. */
          answer: z.array(text(5000)).max(20, 'At most 20'),
        }),
      )
      .max(500, 'At most 500'),
    /** Default: now. */
    submittedAt: instant.optional(),
  }),
  reply: z.object({
    /** From 1. */
    attempt: z.int(),
    /** From 0 to 100; null for a survey, like `passed`. */
    score: z.int().nullable(),
    passed: z.boolean().nullable(),
    /** Null: no limit. */
    attemptsLeft: z.int().nullable(),
    submittedAt: z.string(),
  }),
});

const submission = z.object({
  externalId,
  member,
  productType: z.enum(['courses', 'learning paths'], 'A product is courses or learning paths'),
  productId: idOf('course').meta({ description: 'The id of a course or a learning path' }),
  submissionUrl: orBlank(link),
  note: text(5000).default(''),
  /** Default: now. */
  submittedAt: orBlank(instant),
});

/**
 * Hands in a final project with a link, a file (an attachment or a picture) or both, for review. Safe to repeat with the same
 * `externalId`. 409 if the member does not have the product or their access had ended by then, it has no final project, the last attempt waits for its review or passed, or the
 * `externalId` belongs to another submission.
 */
export const addSubmission = endpoint({
  ...keys,
  scope: 'submissions:write',
  method: 'POST',
  url: '/integration/submissions',
  filePart: { name: 'file', max: fileKinds.attachment.max, maxFieldBytes: 20_000 },
  body: submission,
  reply: z.object({
    submissionId: idOf('submission'),
    attempt: z.int(),
    status: z.string().nullable(),
    submittedAt: z.string(),
  }),
});
