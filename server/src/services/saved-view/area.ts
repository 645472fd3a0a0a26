/** Saved views. */
import type { Area } from '#shared/area.ts';
import { savedViewRoutes } from './routes.ts';

export const area: Area = {
  routes: [savedViewRoutes],
};
