/** Audit trail. */
import type { Area } from '#shared/area.ts';
import { auditRoutes } from './routes.ts';

export const area: Area = {
  routes: [auditRoutes],
  bigTables: ['audit', 'audit_record'],
};
