/** Changes of many records, of the kinds that the areas define. */
import type { Area } from '#shared/area.ts';
import type { BatchKind } from '#shared/batch/kind.ts';
import { runBatch } from './jobs.ts';
import { batchRoutes } from './routes.ts';

export const batchArea = (kinds: readonly BatchKind[]): Area => ({
  routes: [batchRoutes(kinds)],
  jobs: [runBatch(kinds)],
  bigTables: ['batch_row'],
});
