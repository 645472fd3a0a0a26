/** Publishing many learning paths at once. */
import { batchKinds } from '#contract/batch.ts';
import { batches } from '#contract/batches.ts';
import { patternOf } from '#platform/list.ts';
import { batchKind } from '#shared/batch/kind.ts';
import { switchSetting } from '#shared/batch/switching.ts';
import { refuseUnreadyPath } from '#shared/publishing.ts';
import { findPath, matchingPaths } from './queries.ts';

const setting = switchSetting({
  table: 'learning_path',
  column: 'is_published',
  on: 'published',
  off: 'draft',
  words: batchKinds['path-publishing'].values,
  check: async (db, id) => refuseUnreadyPath(await findPath(db, id)),
});

export const pathPublishingBatch = batchKind(batches.pathPublishing, {
  title: ({ value }) => (value === 'published' ? 'Publish learning paths' : 'Unpublish learning paths'),
  matching: (db, { search, ...filter }) => matchingPaths(db, { ...filter, pattern: patternOf(search) }).select('id'),
  setting: () => setting,
});
