/** Sign-in and sessions. */
import type { Area } from '#shared/area.ts';
import { authRoutes } from './routes.ts';

export const area: Area = {
  routes: [authRoutes],
  bigTables: ['auth_challenge'],
};
