/** Payments of orders: links of payment gateways, and what the gateways say about them. */
import type { Area } from '#shared/area.ts';
import { checkPayments, settlePayment } from './gateways/jobs.ts';
import { gatewayRoutes } from './gateways/routes.ts';

export const area: Area = {
  routes: [gatewayRoutes],
  jobs: [settlePayment, checkPayments],
  bigTables: ['payment_link'],
};
