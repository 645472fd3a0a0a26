/** Page of one submission: the work, and its review beside it. */
import {
  getSubmission,
  reviewDraft,
  reviewSubmission,
  submissionStatusLabels,
} from '#contract/submission/endpoints.ts';
import { formatShortMinute } from '#kit/format/formats.ts';
import type { TrailWords } from '#kit/record/history-words.ts';
import { RecordPage } from '#kit/record/record-page.tsx';
import { useRecordForm } from '#kit/record/use-record-form.ts';
import { ScoreField } from './score-field.tsx';
import { SubmissionBadge } from '#admin-shared/submission/submission-badge.tsx';
import { submissionFacts } from './submission-facts.tsx';
import { titleOf } from './submission.ts';
import { Walk } from './walk.tsx';
import { Work } from './work.tsx';

const trail: TrailWords = {
  labels: { status: 'Status', reviewedAt: 'Reviewed', reviewedBy: 'Reviewer' },
  words: {
    status: { ...submissionStatusLabels, null: '–' },
    reviewedAt: formatShortMinute,
    reviewedBy: () => 'Saved by',
  },
};

export const SubmissionPage = () => (
  <RecordPage
    record={useRecordForm({ get: getSubmission, update: reviewSubmission, draft: reviewDraft })}
    list="/submission"
    titleOf={titleOf}
    badge={SubmissionBadge}
    about={Work}
    fields={[{ title: 'Review', rows: ['reviewScore', 'reviewNote'] }]}
    special={{ reviewScore: ScoreField }}
    actions={Walk}
    facts={submissionFacts}
    trail={trail}
  />
);
SubmissionPage.reads = getSubmission;
