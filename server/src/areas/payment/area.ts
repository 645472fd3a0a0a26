/** Payments of orders: the ledger, payment links of gateways, what the gateways say about them, papers, and bank statements. */
import type { Area } from '#shared/area.ts';
import { statementImportBatch } from './bank/import-batch.ts';
import { matchBatch } from './bank/match-batch.ts';
import { bankRoutes } from './bank/routes.ts';
import { checkPayments, settlePayment } from './gateways/jobs.ts';
import { gatewayRoutes } from './gateways/routes.ts';
import { ledgerRoutes } from './ledger/routes.ts';
import { issuePapers, sendPaper } from './papers/jobs.ts';
import { paperRoutes } from './papers/routes.ts';

export const area: Area = {
  routes: [ledgerRoutes, gatewayRoutes, paperRoutes, bankRoutes],
  jobs: [settlePayment, checkPayments, issuePapers, sendPaper],
  batches: [statementImportBatch, matchBatch],
  bigTables: ['payment', 'payment_link', 'paper', 'paper_mail', 'order_buyer', 'bank_line'],
};
