/** Actions on the selected discounts, or on all that match. */
import { batches } from '#contract/batch/starts.ts';
import { SwitchActions } from '#admin-shared/batch/switch-actions.tsx';
import type { Chosen } from '#admin-shared/batch/use-batch.ts';

const choices = [
  {
    value: 'active',
    label: 'Activate',
    text: 'prices change at once where the period has begun and is not over. Discounts whose products have another one at the same time stay inactive and are listed.',
  },
  {
    value: 'inactive',
    label: 'Deactivate',
    text: 'prices of discounts in force change back at once, and scheduled ones do not start.',
  },
];

export const DiscountActions = (chosen: Chosen) => (
  <SwitchActions calls={batches.discountSwitch} choices={choices} chosen={chosen} />
);
