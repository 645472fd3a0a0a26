/** Learning paths. */
import { sql } from 'kysely';
import { learningPaths } from '#contract/learning-path/endpoints.ts';
import type { Area } from '#shared/area.ts';
import { pathCoursesBatch, pathPublishingBatch } from './batches.ts';
import { learningPathRoutes } from './routes.ts';

export const area: Area = {
  routes: [learningPathRoutes],
  batches: [pathPublishingBatch, pathCoursesBatch],
  searched: [
    {
      table: 'learning_path',
      place: 2,
      kind: 'learning-path',
      hint: sql`coalesce(category, '')`,
      opens: learningPaths.list,
    },
  ],
};
