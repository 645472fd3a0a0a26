/** Order tracking: documents and desk. */
import type { Area } from '#shared/area.ts';
import { orderDeskRoutes } from './desk/routes.ts';
import { deskWaiting } from './desk/waiting.ts';
import { orderTrackingRoutes } from './documents/routes.ts';

export const area: Area = {
  routes: [orderDeskRoutes, orderTrackingRoutes],
  waiting: deskWaiting,
  bigTables: ['tracking_document', 'desk_order', 'desk_event', 'chase_document'],
};
