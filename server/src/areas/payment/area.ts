/** Payments of orders: the ledger. */
import type { Area } from '#shared/area.ts';
import { ledgerRoutes } from './ledger/routes.ts';

export const area: Area = {
  routes: [ledgerRoutes],
  bigTables: ['payment'],
};
