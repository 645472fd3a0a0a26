/** Switching many discounts on or off at once, and changing the products of one. */
import { assignments } from '#contract/assignment/table.ts';
import { batches } from '#contract/batch/starts.ts';
import { searchPatterns } from '#platform/list.ts';
import { assigningKind, mixedKind, startedKind } from '#shared/batch/assigning.ts';
import { switchKind } from '#shared/batch/switching.ts';
import { takingKind } from '#shared/batch/taking.ts';
import { refuseClashes } from '#shared/pricing/conflicts.ts';
import { matchingDiscounts } from './queries.ts';
import { rulesFor } from './service.ts';

const { discountCourses, discountPaths, discountPlans, discountProducts } = assignments;

/** Assignments of a discount, with their rules and the batches that record them. */
export const productLinks = [
  { kind: 'discount-courses', assignment: discountCourses, rules: rulesFor('courses') },
  { kind: 'discount-paths', assignment: discountPaths, rules: rulesFor('learning paths') },
  { kind: 'discount-plans', assignment: discountPlans, rules: rulesFor('subscriptions') },
  { kind: 'discount-products', assignment: discountProducts, rules: rulesFor('products') },
] as const;
const [courses, ...others] = productLinks;

export const discountBatches = [
  switchKind(batches.discountSwitch, 'active', {
    matching: (db, { search, ...filter }) =>
      matchingDiscounts(db, { ...filter, patterns: searchPatterns(search) }).select('id'),
    check: refuseClashes,
  }),
  startedKind(batches.discountCourses, courses),
  ...others.map(assigningKind),
  mixedKind('discount-all', productLinks),
  takingKind('discount-taking', productLinks),
];
