/** Publishing many courses at once. */
import { batches } from '#contract/batch/starts.ts';
import { switchKind } from '#shared/batch/switching.ts';
import { matchingCourses } from './queries.ts';
import { refuseUnpublishable } from './service.ts';

export const coursePublishingBatch = switchKind(batches.coursePublishing, 'published', {
  matching: matchingCourses,
  check: refuseUnpublishable,
});
