/** Publishing many courses at once. */
import { batchKinds } from '#contract/batch.ts';
import { batches } from '#contract/batches.ts';
import { batchKind } from '#shared/batch/kind.ts';
import { switchSetting } from '#shared/batch/switching.ts';
import { matchingCourses } from './queries.ts';
import { refuseUnpublishable } from './service.ts';

const setting = switchSetting({
  table: 'course',
  column: 'is_published',
  on: 'published',
  off: 'draft',
  words: batchKinds['course-publishing'].values,
  check: refuseUnpublishable,
});

export const coursePublishingBatch = batchKind(batches.coursePublishing, {
  title: ({ value }) => (value === 'published' ? 'Publish courses' : 'Unpublish courses'),
  matching: matchingCourses,
  setting: () => setting,
});
