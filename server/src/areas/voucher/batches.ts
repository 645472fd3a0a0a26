/** Switching many vouchers on or off at once, and assigning many courses to a voucher. */
import { assignments } from '#contract/assignment/table.ts';
import { batches } from '#contract/batch/starts.ts';
import { searchPatterns } from '#platform/list.ts';
import { assigningKind } from '#shared/batch/assigning.ts';
import { switchKind } from '#shared/batch/switching.ts';
import { matchingVouchers } from './queries.ts';

export const voucherSwitchBatch = switchKind(batches.voucherSwitch, 'active', {
  matching: (db, { search, ...filter }) =>
    matchingVouchers(db, { ...filter, patterns: searchPatterns(search) }).select('id'),
});

export const voucherCoursesBatch = assigningKind(batches.voucherCourses, assignments.voucherCourses, {});
