/** Peek configuration of submissions. */
import { getSubmission } from '#contract/submission/endpoints.ts';
import { peekOf } from '#kit/list/peek.ts';
import { SubmissionBadge } from '#admin-shared/submission/submission-badge.tsx';
import { titleOf } from './submission.ts';

export const submissionPeek = peekOf(getSubmission, {
  what: 'submission',
  to: '/submission',
  title: titleOf,
  badge: SubmissionBadge,
  content: async () => (await import('./submission-beside.tsx')).SubmissionBeside,
});
