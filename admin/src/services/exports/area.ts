/** Navigation, pages and records of exports. */
import { IconFileExport } from '@tabler/icons-react';
import { listExports } from '#contract/exports/endpoints.ts';
import type { Area } from '#kit/area.ts';
import { page } from '#kit/page.ts';

export const area: Area = {
  menu: [
    {
      group: 'System',
      place: 2,
      label: 'Exports',
      to: '/exports',
      icon: IconFileExport,
      opens: listExports,
    },
  ],
  pages: {
    '/exports': page(() => import('./exports-page.tsx'), 'ExportsPage'),
  },
};
