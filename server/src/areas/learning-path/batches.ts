/** Publishing many learning paths at once, and adding many courses to one. */
import { assignments } from '#contract/assignment/table.ts';
import { batches } from '#contract/batch/starts.ts';
import { searchPatterns } from '#platform/list.ts';
import { startedKind } from '#shared/batch/assigning.ts';
import { switchKind } from '#shared/batch/switching.ts';
import { refuseIncompletePath, refuseUnreadyPath } from '#shared/publishing.ts';
import { findPath, matchingPaths } from './queries.ts';

export const pathPublishingBatch = switchKind(batches.pathPublishing, 'published', {
  matching: (db, { search, ...filter }) =>
    matchingPaths(db, { ...filter, patterns: searchPatterns(search) }).select('id'),
  check: async (db, id) => refuseUnreadyPath(await findPath(db, id)),
});

/** Courses of a learning path, with their rules. */
export const pathCourses = { assignment: assignments.pathCourses, rules: { settle: refuseIncompletePath } };
export const pathCoursesBatch = startedKind(batches.pathCourses, pathCourses);
