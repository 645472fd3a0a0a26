/** Area of programs: what they may do here with API keys. */
import type { Area } from '#shared/area.ts';
import { learningRoutes } from './learning/routes.ts';

export const area: Area = {
  routes: [learningRoutes],
};
