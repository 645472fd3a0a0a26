/** Navigation, pages and records of companies. */
import { IconBuilding } from '@tabler/icons-react';
import { companies } from '#contract/company/endpoints.ts';
import type { Area } from '#kit/area.ts';
import { page } from '#kit/page.ts';

export const area: Area = {
  menu: [
    {
      group: 'People',
      place: 4,
      label: 'Companies',
      to: '/company',
      icon: IconBuilding,
      opens: companies.list,
      create: { what: 'company', call: companies.create },
    },
  ],
  pages: {
    '/company': page(() => import('./company-list-page.tsx'), 'CompanyListPage'),
    '/company/$id': page(() => import('./company-page.tsx'), 'CompanyPage'),
  },
  records: { company: ['/company', companies.get] },
  found: {
    company: { to: '/company', one: 'Company' },
  },
};
