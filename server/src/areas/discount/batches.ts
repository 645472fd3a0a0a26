/** Switching many discounts on or off at once. */
import { batchKinds } from '#contract/batch.ts';
import { batches } from '#contract/batches.ts';
import { patternOf } from '#platform/list.ts';
import { batchKind } from '#shared/batch/kind.ts';
import { switchSetting } from '#shared/batch/switching.ts';
import { matchingDiscounts } from './queries.ts';
import { refuseClashes } from './service.ts';

const setting = switchSetting({
  table: 'discount',
  column: 'is_active',
  on: 'active',
  off: 'inactive',
  words: batchKinds['discount-switch'].values,
  check: refuseClashes,
});

export const discountSwitchBatch = batchKind(batches.discountSwitch, {
  title: ({ value }) => (value === 'active' ? 'Activate discounts' : 'Deactivate discounts'),
  matching: (db, { search, ...filter }) =>
    matchingDiscounts(db, { ...filter, pattern: patternOf(search) }).select('id'),
  setting: () => setting,
});
