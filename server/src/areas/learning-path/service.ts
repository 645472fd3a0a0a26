/** Rules of learning paths (domain.md, Learning path). */
import { counted } from '#contract/kernel/counted.ts';
import { maxDescriptionLength } from '#contract/course/draft.ts';
import type { learningPaths } from '#contract/learning-path/endpoints.ts';
import type { RecordOf } from '#platform/http/serve-record.ts';
import { refuseUnreadyPath } from '#shared/publishing.ts';
import { cleanHtml } from '#shared/rich-text.ts';
import { newSlug } from '#shared/slug.ts';
import { findPath, findPaths } from './queries.ts';

/** Calls of learning paths. Publishing one without courses is refused, and so is deleting one with members. */
export const pathRecord: RecordOf<typeof learningPaths, 'learningPath'> = {
  table: 'learningPath',
  list: findPaths,
  get: findPath,
  rowOf: async (draft, { db, before }) => ({
    ...draft,
    description: await cleanHtml(draft.description, { max: maxDescriptionLength, path: 'description' }),
    slug: before?.slug ?? (await newSlug(db, 'learningPath', draft.name)),
  }),
  check({ draft, before }) {
    if (draft.isPublished) refuseUnreadyPath({ totalCourses: before?.totalCourses ?? 0 });
  },
  removalConflict({ record: { totalUsers } }) {
    if (totalUsers === 0) return null;
    return `${counted(totalUsers, 'user is', 'users are')} assigned to this learning path; unassign them first`;
  },
};
