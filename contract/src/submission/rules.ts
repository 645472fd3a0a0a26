/** When a final project may be handed in (domain.md, Submission). Pure. */
import type { SubmissionStatus } from './endpoints.ts';

interface Attempt {
  attempt: number;
  status: SubmissionStatus | null;
  reviewScore: number | null;
}

/** Reason against another attempt: the latest one waits for its review, or passed. Undefined: it may be handed in. */
export function handInConflict(latest: Attempt | undefined, passingScore: number): string | undefined {
  if (latest?.status === 'not-reviewed') return `Attempt ${latest.attempt} waits for its review`;
  if ((latest?.reviewScore ?? -1) >= passingScore) return `Attempt ${latest?.attempt} passed already`;
  return undefined;
}
