/** Uploaded files. */
import type { Area } from '#shared/area.ts';
import { uploadRoutes } from './routes.ts';

export const area: Area = {
  routes: [uploadRoutes],
};
