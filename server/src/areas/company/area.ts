/** Area of companies. */
import { companies } from '#contract/company/endpoints.ts';
import type { Area } from '#shared/area.ts';
import { sendCompanyMail } from './jobs.ts';
import { companyRoutes } from './routes.ts';

export const area: Area = {
  routes: [companyRoutes],
  jobs: [sendCompanyMail],
  searched: [{ table: 'company', place: 16, kind: 'company', opens: companies.list }],
  bigTables: ['company', 'company_mail'],
};
