/** Types and formats shared by the submission pages. */
import type { Reply } from '#contract/kernel/endpoint.ts';
import type { getSubmission, reviewDraft } from '#contract/submission/endpoints.ts';
import type { Opened } from '#kit/record/opened.ts';

export type SubmissionDetail = Reply<typeof getSubmission>;
export type OpenSubmission = Opened<SubmissionDetail, typeof reviewDraft>;

/** Score with letter grade: `88 A-`. */
export const scoreText = ({ reviewScore, grade }: Pick<SubmissionDetail, 'reviewScore' | 'grade'>): string =>
  reviewScore === null ? '–' : `${reviewScore} ${grade ?? ''}`;

export const titleOf = ({ user, productName }: { user: { name: string }; productName: string }): string =>
  `${user.name}: ${productName}`;
