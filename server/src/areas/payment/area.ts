/** Payments of orders: the ledger, and papers. */
import type { Area } from '#shared/area.ts';
import { ledgerRoutes } from './ledger/routes.ts';
import { issuePapers, sendPaper } from './papers/jobs.ts';
import { paperRoutes } from './papers/routes.ts';

export const area: Area = {
  routes: [ledgerRoutes, paperRoutes],
  jobs: [issuePapers, sendPaper],
  bigTables: ['payment', 'paper', 'paper_mail', 'order_buyer'],
};
