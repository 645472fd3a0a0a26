/** Order tracking: documents and desk. */
import type { Area } from '#shared/area.ts';
import { orderDeskRoutes } from './desk/routes.ts';
import { orderTrackingRoutes } from './documents/routes.ts';

export const area: Area = {
  routes: [orderDeskRoutes, orderTrackingRoutes],
  bigTables: ['tracking_document', 'desk_order', 'desk_event', 'chase_document'],
};
