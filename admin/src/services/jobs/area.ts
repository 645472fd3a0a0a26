/** Navigation, pages and records of jobs. */
import { IconStack2 } from '@tabler/icons-react';
import { listJobs } from '#contract/jobs/endpoints.ts';
import type { Area } from '#kit/area.ts';
import { page } from '#kit/page.ts';

export const area: Area = {
  menu: [
    {
      group: 'System',
      place: 1,
      label: 'Jobs',
      to: '/jobs',
      icon: IconStack2,
      opens: listJobs,
    },
  ],
  pages: {
    '/jobs': page(() => import('./jobs-page.tsx'), 'JobsPage'),
  },
};
