/** Area of programs: what they may do here with API keys. */
import type { Area } from '#shared/area.ts';
import { catalogueRoutes } from './catalogue/routes.ts';
import { memberRoutes } from './members/routes.ts';
import { placedOrderRoutes } from './orders/routes.ts';

export const area: Area = {
  routes: [memberRoutes, catalogueRoutes, placedOrderRoutes],
  bigTables: ['catalogue_change', 'payment_notice'],
};
