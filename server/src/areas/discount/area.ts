/** Area of discounts. */
import { discounts } from '#contract/discount/endpoints.ts';
import type { Area } from '#shared/area.ts';
import { discountBatches } from './batches.ts';
import { removeLeftProducts } from './jobs.ts';
import { discountRoutes } from './routes.ts';

export const area: Area = {
  routes: [discountRoutes],
  jobs: [removeLeftProducts],
  batches: discountBatches,
  searched: [{ table: 'discount', place: 7, kind: 'discount', opens: discounts.list }],
};
