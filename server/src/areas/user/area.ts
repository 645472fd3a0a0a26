/** Area of users. */
import { sql } from 'kysely';
import { listUsers } from '#contract/user/endpoints.ts';
import type { Area } from '#shared/area.ts';
import { courseMembersBatch } from './batches.ts';
import { memberImportBatch } from './import/member-batch.ts';
import { membershipImportBatch } from './import/memberships.ts';
import { orderImportBatch } from './import/orders.ts';
import { importRoutes } from './import/routes.ts';
import { userRoutes } from './routes.ts';

export const area: Area = {
  routes: [userRoutes, importRoutes],
  batches: [courseMembersBatch, memberImportBatch, membershipImportBatch, orderImportBatch],
  searched: [
    { table: 'user', place: 3, kind: 'user', hint: sql`email`, order: sql`name_key`, opens: listUsers, isPerson: true },
  ],
  bigTables: ['user', 'import_row'],
};
