/** Actions on the selected learning paths, or on all that match. */
import { batches } from '#contract/batch/starts.ts';
import { SwitchActions } from '#admin-shared/batch/switch-actions.tsx';
import type { Chosen } from '#admin-shared/batch/use-batch.ts';

const choices = [
  {
    value: 'published',
    label: 'Publish',
    text: 'learning paths that lack something stay drafts and are listed with what they need.',
  },
  {
    value: 'draft',
    label: 'Unpublish',
    text: 'they cannot be bought. Their members keep access.',
  },
];

export const PathActions = (chosen: Chosen) => (
  <SwitchActions calls={batches.pathPublishing} choices={choices} chosen={chosen} />
);
