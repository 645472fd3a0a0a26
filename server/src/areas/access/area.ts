/** Paid and access. */
import type { Area } from '#shared/area.ts';
import { accessGivingBatch, accessMarksBatch, accessRemovalBatch } from './batches.ts';
import { checkPaidAccess } from './jobs.ts';
import { accessRoutes } from './routes.ts';

export const area: Area = {
  routes: [accessRoutes],
  jobs: [checkPaidAccess],
  batches: [accessGivingBatch, accessRemovalBatch, accessMarksBatch],
  bigTables: ['access_gap'],
};
