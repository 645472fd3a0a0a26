/** Background jobs. */
import type { Area } from '#shared/area.ts';
import { jobRoutes } from './routes.ts';

export const area: Area = {
  routes: [jobRoutes],
};
