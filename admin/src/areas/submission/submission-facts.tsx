/** Facts of a submission, on its page and in the peek panel. */
import type { ReactNode } from 'react';
import { type Submission, submissionProducts } from '#contract/submission/endpoints.ts';
import { Copyable } from '#kit/display/copyable.tsx';
import { formatMoment, formatShortMinute } from '#kit/format/formats.ts';
import { RecordLink } from '#kit/record/record-link.tsx';
import { type SubmissionDetail, scoreText } from './submission.ts';

const kinds = { COURSE: 'course', PATH: 'learning-path' } as const;

export const SubmissionProduct = ({
  productType,
  productId,
  productName,
}: Pick<Submission, 'productType' | 'productId' | 'productName'>) => (
  <RecordLink kind={kinds[productType]} id={productId} name={productName} />
);

const At = ({ moment }: { moment: string }) => (
  <time dateTime={moment} title={formatMoment(moment)}>
    {formatShortMinute(moment)}
  </time>
);

export function submissionFacts(submission: SubmissionDetail): readonly (readonly [string, ReactNode])[] {
  const { user, productType, attempt, attempts, submittedAt, finalProject, reviewedBy, reviewedAt } = submission;
  return [
    ['Member', <RecordLink key="member" kind="user" id={user.id} name={user.name} />],
    ['E-mail', <Copyable key="e-mail" text={user.email} what="e-mail" />],
    [submissionProducts[productType], <SubmissionProduct key="product" {...submission} />],
    ['Submitted', <At key="submitted" moment={submittedAt} />],
    ['Attempt', `${attempt} of ${Math.max(attempt, attempts[0]?.attempt ?? 0)}`],
    ['Score', scoreText(submission)],
    ['Passing score', finalProject ? String(finalProject.passingScore) : '–'],
    ...(reviewedAt ? [['Reviewed', <At key="reviewed" moment={reviewedAt} />] as const] : []),
    ...(reviewedBy ? [['Reviewed by', <RecordLink key="reviewer" kind="user" {...reviewedBy} />] as const] : []),
  ];
}
