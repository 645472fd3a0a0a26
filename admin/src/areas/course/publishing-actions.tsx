/** Publishes and unpublishes the selected courses, or all that match. */
import { batches } from '#contract/batch/starts.ts';
import type { CourseType } from '#contract/course/rules.ts';
import type { Chosen } from '#admin-shared/batch/use-batch.ts';
import { SwitchActions } from '#admin-shared/batch/switch-actions.tsx';

const choices = [
  {
    value: 'published',
    label: 'Publish',
    text: 'courses that lack something stay drafts and are listed with what they need.',
  },
  { value: 'draft', label: 'Unpublish', text: 'they cannot be bought, and their members have no access.' },
];

export const PublishingActions = ({ chosen, type }: { chosen: Chosen; type: CourseType }) => (
  <SwitchActions calls={batches.coursePublishing} choices={choices} chosen={chosen} filter={{ type }} />
);
