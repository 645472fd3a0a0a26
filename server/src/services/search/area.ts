/** Search over the tables of all areas. */
import type { Area, SearchedTable } from '#shared/area.ts';
import { searchRoutes } from './routes.ts';

export const searchArea = (tables: readonly SearchedTable[]): Area => ({ routes: [searchRoutes(tables)] });
