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
      purpose: 'Payments without access, and access without payment',
      icon: IconLockCheck,
      opens: listAccessGaps,
    },
  ],
  pages: {
    '/order/access': page(() => import('./access-page.tsx'), 'AccessPage'),
  },
};
