/** Switching many vouchers on or off at once, and changing the products of one. */
import { assignments } from '#contract/assignment/table.ts';
import { batches } from '#contract/batch/starts.ts';
import { searchPatterns } from '#platform/list.ts';
import { assigningKind, mixedKind, startedKind } from '#shared/batch/assigning.ts';
import { switchKind } from '#shared/batch/switching.ts';
import { matchingVouchers } from './queries.ts';

const { voucherCourses, voucherPaths, voucherPlans, voucherProducts } = assignments;

/** Assignments of a voucher, with the batches that record them. */
export const voucherLinks = [
  { kind: 'voucher-courses', assignment: voucherCourses, rules: {} },
  { kind: 'voucher-paths', assignment: voucherPaths, rules: {} },
  { kind: 'voucher-plans', assignment: voucherPlans, rules: {} },
  { kind: 'voucher-products', assignment: voucherProducts, rules: {} },
] as const;
const [courses, ...others] = voucherLinks;

export const voucherBatches = [
  switchKind(batches.voucherSwitch, 'active', {
    matching: (db, { search, ...filter }) =>
      matchingVouchers(db, { ...filter, patterns: searchPatterns(search) }).select('id'),
  }),
  startedKind(batches.voucherCourses, courses),
  ...others.map(assigningKind),
  mixedKind('voucher-all', voucherLinks),
];
