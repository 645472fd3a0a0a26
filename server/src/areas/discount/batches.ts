/** Switching many discounts on or off at once, and assigning many courses to a discount. */
import { assignments } from '#contract/assignment/table.ts';
import { batches } from '#contract/batch/starts.ts';
import { searchPatterns } from '#platform/list.ts';
import { assigningKind } from '#shared/batch/assigning.ts';
import { switchKind } from '#shared/batch/switching.ts';
import { matchingDiscounts } from './queries.ts';
import { refuseClashes, rulesFor } from './service.ts';

export const discountSwitchBatch = switchKind(batches.discountSwitch, 'active', {
  matching: (db, { search, ...filter }) =>
    matchingDiscounts(db, { ...filter, patterns: searchPatterns(search) }).select('id'),
  check: refuseClashes,
});

export const discountCoursesBatch = assigningKind(
  batches.discountCourses,
  assignments.discountCourses,
  rulesFor('courses'),
);
