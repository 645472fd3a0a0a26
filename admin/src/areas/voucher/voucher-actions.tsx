/** Actions on the selected vouchers, or on all that match. */
import { batches } from '#contract/batch/starts.ts';
import { SwitchActions } from '#admin-shared/batch/switch-actions.tsx';
import type { Chosen } from '#admin-shared/batch/use-batch.ts';

const choices = [
  {
    value: 'active',
    label: 'Activate',
    text: 'members can use them during their period, except those that are not published, used up or have nothing assigned.',
  },
  {
    value: 'inactive',
    label: 'Deactivate',
    text: 'members cannot use them. Orders that used them stay as they are.',
  },
];

export const VoucherActions = (chosen: Chosen) => (
  <SwitchActions calls={batches.voucherSwitch} choices={choices} chosen={chosen} />
);
