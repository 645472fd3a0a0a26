/** Area of tags of people. */
import type { Area } from '#shared/area.ts';
import { tagRoutes } from './routes.ts';

export const area: Area = { routes: [tagRoutes], bigTables: ['tag_user'] };
