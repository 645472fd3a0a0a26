/** Navigation, pages and records of paid and access. */
import { IconLockCheck } from '@tabler/icons-react';
import { listAccessGaps } from '#contract/access/endpoints.ts';
import type { Area } from '#kit/area.ts';
import { page } from '#kit/page.ts';

export const area: Area = {
  menu: [
    {
      group: 'Orders',
      place: 3,
      label: 'Paid and access',
      to: '/order/access',
      icon: IconLockCheck,
      opens: listAccessGaps,
    },
  ],
  pages: {
    '/order/access': page(() => import('./access-page.tsx'), 'AccessPage'),
  },
};
