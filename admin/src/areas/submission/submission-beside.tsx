/** Submission in the peek panel: the same parts as on its page. */
import { Facts } from '#kit/record/detail-page.tsx';
import { submissionFacts } from './submission-facts.tsx';
import type { SubmissionDetail } from './submission.ts';
import { Work } from './work.tsx';

export const SubmissionBeside = ({ record }: { record: SubmissionDetail }) => (
  <>
    <Facts title="Facts" facts={submissionFacts(record)} />
    <Work record={record} />
  </>
);
