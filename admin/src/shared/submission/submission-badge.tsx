/** Badge of a submission's status; a dash if no review was requested. */
import { type SubmissionStatus, submissionStatusLabels } from '#contract/submission/endpoints.ts';
import { Badge } from '#kit/display/badge.tsx';

const colours = { 'not-reviewed': 'yellow', checked: 'green' } as const;

export const SubmissionBadge = ({ status }: { status: SubmissionStatus | null }) =>
  status ? <Badge colour={colours[status]}>{submissionStatusLabels[status]}</Badge> : <span>–</span>;
