/** Payments of orders: the ledger, links of payment gateways, and what the gateways say about them. */
import type { Area } from '#shared/area.ts';
import { checkPayments, settlePayment } from './gateways/jobs.ts';
import { gatewayRoutes } from './gateways/routes.ts';
import { ledgerRoutes } from './ledger/routes.ts';

export const area: Area = {
  routes: [ledgerRoutes, gatewayRoutes],
  jobs: [settlePayment, checkPayments],
  bigTables: ['payment', 'payment_link'],
};
