/** Actions on the selected learning paths, or on all that match. */
import { batches } from '#contract/batches.ts';
import { SwitchActions } from '#kit/batch/switch-actions.tsx';
import type { Chosen } from '#kit/batch/use-batch.ts';

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
