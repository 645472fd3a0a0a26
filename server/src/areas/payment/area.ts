/** Payments: papers of orders. */
import type { Area } from '#shared/area.ts';
import { issuePapers, sendPaper } from './papers/jobs.ts';
import { paperRoutes } from './papers/routes.ts';

export const area: Area = {
  routes: [paperRoutes],
  jobs: [issuePapers, sendPaper],
  bigTables: ['paper', 'paper_mail', 'order_buyer'],
};
