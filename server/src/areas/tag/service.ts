/** Rules of tags. Deleting one takes it from all who carry it. */
import type { tags } from '#contract/tag/endpoints.ts';
import type { RecordOf } from '#platform/http/serve-record.ts';
import { findTag, findTags } from './queries.ts';

export const tagRecord: RecordOf<typeof tags, 'tag'> = {
  table: 'tag',
  list: findTags,
  get: findTag,
  rowOf: (draft) => draft,
};
