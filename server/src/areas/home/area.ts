/** Start page: what waits in all areas. */
import type { Area } from '#shared/area.ts';
import type { WaitingSource } from '#shared/waiting.ts';
import { homeRoutes } from './routes.ts';

export const homeArea = (waiting: readonly WaitingSource[]): Area => ({ routes: [homeRoutes(waiting)] });
