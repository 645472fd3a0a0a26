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
import { SubmissionBadge } from '#admin-shared/submission/submission-badge.tsx';
import { submissionFacts } from './submission-facts.tsx';
import { titleOf } from './submission.ts';
import { useWalk } from './use-walk.ts';
import { Work } from './work.tsx';
import { useParams } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import type { z } from 'zod';
import { gradeOf } from '#contract/submission/grade.ts';
import { useCall } from '#kit/api/use-call.ts';
import type { FieldProps } from '#kit/form/bind.ts';
import { Field } from '#kit/form/field.tsx';
import type { Typed } from '#kit/form/values.ts';
import classes from './work.module.css';

type Values = Typed<z.input<typeof reviewDraft>>;

const { reviewScore: rule } = reviewDraft.shape;

/** Touch devices would open the on-screen keyboard on focus. */
const hasKeyboard = () => matchMedia('(hover: hover)').matches;

/** Score of a review, with the letter grade as it is typed, beside the passing score. */
function ScoreField(props: FieldProps<Values>) {
  const { form } = props;
  const { id = '' } = useParams({ strict: false });
  const passing = useCall(getSubmission, { params: { id } }).data?.finalProject?.passingScore;
  const score = rule.safeParse(form.fields.values.reviewScore).data;
  const begin = useEffectEvent(() => {
    const input = form.place.element()?.querySelector<HTMLInputElement>(`[data-path="${props.name}"]`);
    if (!input || !hasKeyboard()) return;
    input.focus({ preventScroll: true });
    input.select();
  });
  useEffect(() => begin(), []);
  return (
    <div>
      <Field {...props} />
      <output className={classes['grade']}>
        {score !== undefined && <b>{gradeOf(score)}</b>}
        {passing !== undefined && (
          <span>
            Passing score {passing}
            {score !== undefined && (score >= passing ? ': passed' : ': not passed')}
          </span>
        )}
      </output>
    </div>
  );
}

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
    useActions={useWalk}
    facts={submissionFacts}
    trail={trail}
  />
);
SubmissionPage.reads = getSubmission;
