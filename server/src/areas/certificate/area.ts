/** Area of certificates. */
import { sql } from 'kysely';
import { listCertificates } from '#contract/certificate/endpoints.ts';
import type { Area } from '#shared/area.ts';
import { certificateIssuing } from './issuing.ts';
import { countReadyJob, makeCertificates } from './jobs.ts';
import { certificateRoutes } from './routes.ts';

export const area: Area = {
  routes: [certificateRoutes],
  jobs: [makeCertificates, countReadyJob],
  batches: [certificateIssuing],
  searched: [
    {
      table: 'certificate',
      place: 12,
      kind: 'certificate',
      // Results link to the course's page.
      id: sql`course_id`,
      name: sql`name || ' · ' || course_name`,
      hint: sql`code`,
      opens: listCertificates,
    },
  ],
  bigTables: ['certificate'],
};
