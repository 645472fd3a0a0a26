/** Changes of many records, of the kinds that the areas define. */
import type { Area } from '#shared/area.ts';
import { runBatch } from './jobs.ts';
import { batchRoutes } from './routes.ts';
import type { BatchKinds } from './run.ts';

export const batchArea = (kinds: BatchKinds): Area => ({
  routes: [batchRoutes(kinds)],
  jobs: [runBatch(kinds)],
  bigTables: ['batch_row'],
});
