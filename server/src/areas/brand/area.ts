/** Area of a brand's settings. */
import type { Area } from '#shared/area.ts';
import { brandRoutes } from './routes.ts';

export const area: Area = { routes: [brandRoutes] };
