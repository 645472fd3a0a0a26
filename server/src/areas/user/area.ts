/** Area of users. */
import { sql } from 'kysely';
import { listUsers } from '#contract/user/endpoints.ts';
import type { Area } from '#shared/area.ts';
import { courseAccessBatch, courseMembersBatch, pathAccessBatch, tagUsersBatch } from './batches.ts';
import { memberImportBatch } from './import/member-batch.ts';
import { membershipImportBatch } from './import/memberships.ts';
import { orderImportBatch } from './import/orders.ts';
import { importRoutes } from './import/routes.ts';
import { findAtRisk } from './jobs.ts';
import { findDuplicatesJob } from './merge/duplicates.ts';
import { mergeRoutes } from './merge/routes.ts';
import { erasePersonJob, makeDossierJob, removeDossiers } from './privacy/jobs.ts';
import { privacyRoutes, privacyWaiting } from './privacy/routes.ts';
import { userRoutes } from './routes.ts';
import { placeTransferBatch } from './transfer/batch.ts';
import { sendPlaceMail } from './transfer/mail.ts';
import { transferRoutes } from './transfer/routes.ts';

export const area: Area = {
  routes: [userRoutes, importRoutes, mergeRoutes, privacyRoutes, transferRoutes],
  jobs: [findAtRisk, findDuplicatesJob, makeDossierJob, removeDossiers, erasePersonJob, sendPlaceMail],
  waiting: [privacyWaiting],
  batches: [
    courseMembersBatch,
    courseAccessBatch,
    pathAccessBatch,
    tagUsersBatch,
    memberImportBatch,
    membershipImportBatch,
    orderImportBatch,
    placeTransferBatch,
  ],
  searched: [
    { table: 'user', place: 3, kind: 'user', hint: sql`email`, order: sql`name_key`, opens: listUsers, isPerson: true },
  ],
  bigTables: ['user', 'at_risk', 'risk_check', 'account_mail', 'import_row'],
};
