/** Payments of orders: the ledger, links of gateways and what these say, refunds, bank statements, differences and papers. */
import type { Area } from '#shared/area.ts';
import { statementImportBatch } from './bank/import-batch.ts';
import { matchBatch } from './bank/match-batch.ts';
import { bankRoutes } from './bank/routes.ts';
import { differenceMarksBatch, differenceMendingBatch } from './differences/batches.ts';
import { checkPaymentDifferences } from './differences/jobs.ts';
import { differenceRoutes } from './differences/routes.ts';
import { waitingDifferences } from './differences/waiting.ts';
import { checkPayments, settlePayment } from './gateways/jobs.ts';
import { gatewayRoutes } from './gateways/routes.ts';
import { ledgerRoutes } from './ledger/routes.ts';
import { issuePapers, sendPaper } from './papers/jobs.ts';
import { paperRoutes } from './papers/routes.ts';
import { checkRefunds, sendToGateway } from './refunds/jobs.ts';
import { refundRoutes } from './refunds/routes.ts';

export const area: Area = {
  routes: [ledgerRoutes, gatewayRoutes, refundRoutes, paperRoutes, bankRoutes, differenceRoutes],
  jobs: [settlePayment, checkPayments, sendToGateway, checkRefunds, issuePapers, sendPaper, checkPaymentDifferences],
  batches: [statementImportBatch, matchBatch, differenceMendingBatch, differenceMarksBatch],
  waiting: [waitingDifferences],
  bigTables: [
    'payment',
    'payment_link',
    'paper',
    'paper_mail',
    'order_buyer',
    'refund',
    'refund_item',
    'bank_line',
    'payment_difference',
  ],
};
