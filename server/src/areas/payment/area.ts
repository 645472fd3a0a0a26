/** Payments of orders: the ledger, payment links of gateways, what the gateways say about them, and papers. */
import type { Area } from '#shared/area.ts';
import { checkPayments, settlePayment } from './gateways/jobs.ts';
import { gatewayRoutes } from './gateways/routes.ts';
import { ledgerRoutes } from './ledger/routes.ts';
import { issuePapers, sendPaper } from './papers/jobs.ts';
import { issueMissing } from './papers/missing.ts';
import { paperRoutes } from './papers/routes.ts';

export const area: Area = {
  routes: [ledgerRoutes, gatewayRoutes, paperRoutes],
  jobs: [settlePayment, checkPayments, issuePapers, issueMissing, sendPaper],
  bigTables: ['payment', 'payment_link', 'paper', 'paper_mail', 'order_buyer'],
};
