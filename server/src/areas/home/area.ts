/** Start page. */
import type { Area } from '#shared/area.ts';
import { homeRoutes } from './routes.ts';

export const area: Area = {
  routes: [homeRoutes],
};
