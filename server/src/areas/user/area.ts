/** Area of users. */
import { sql } from 'kysely';
import { listUsers } from '#contract/user/endpoints.ts';
import type { Area } from '#shared/area.ts';
import { courseMembersBatch, tagUsersBatch } from './batches.ts';
import { findAtRisk } from './jobs.ts';
import { userRoutes } from './routes.ts';

export const area: Area = {
  routes: [userRoutes],
  jobs: [findAtRisk],
  batches: [courseMembersBatch, tagUsersBatch],
  searched: [
    { table: 'user', place: 3, kind: 'user', hint: sql`email`, order: sql`name_key`, opens: listUsers, isPerson: true },
  ],
  bigTables: ['user', 'at_risk', 'account_mail'],
};
