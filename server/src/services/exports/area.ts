/** Service for exports. */
import type { Area } from '#shared/area.ts';
import { exportRoutes } from './routes.ts';

export const area: Area = {
  routes: [exportRoutes],
};
