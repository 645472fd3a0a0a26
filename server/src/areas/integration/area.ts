/** Area of the integration with other programs. */
import type { Area } from '#shared/area.ts';
import { apiKeyRoutes } from './keys/routes.ts';

export const area: Area = { routes: [apiKeyRoutes] };
