/** Publishes and unpublishes the selected courses, or all that match. */
import { batches } from '#contract/batches.ts';
import type { CourseType } from '#contract/course-rules.ts';
import type { Chosen } from '#kit/batch/use-batch.ts';
import { SwitchActions } from '#kit/batch/switch-actions.tsx';

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
