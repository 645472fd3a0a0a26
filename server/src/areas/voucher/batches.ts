/** Switching many vouchers on or off at once. */
import { batchKinds } from '#contract/batch.ts';
import { batches } from '#contract/batches.ts';
import { patternOf } from '#platform/list.ts';
import { batchKind } from '#shared/batch/kind.ts';
import { switchSetting } from '#shared/batch/switching.ts';
import { matchingVouchers } from './queries.ts';

const setting = switchSetting({
  table: 'voucher',
  column: 'is_active',
  on: 'active',
  off: 'inactive',
  words: batchKinds['voucher-switch'].values,
});

export const voucherSwitchBatch = batchKind(batches.voucherSwitch, {
  title: ({ value }) => (value === 'active' ? 'Activate vouchers' : 'Deactivate vouchers'),
  matching: (db, { search, ...filter }) => matchingVouchers(db, { ...filter, pattern: patternOf(search) }).select('id'),
  setting: () => setting,
});
