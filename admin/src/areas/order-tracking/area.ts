/** Navigation, pages and records of order tracking. */
import { IconHeadset } from '@tabler/icons-react';
import { listDesk } from '#contract/order-tracking/desk.ts';
import { getTrackingAccess } from '#contract/order-tracking/endpoints.ts';
import type { Area } from '#kit/area.ts';
import { page } from '#kit/page.ts';

export const area: Area = {
  menu: [
    {
      group: 'Orders',
      place: 2,
      label: 'Order tracking',
      to: '/order/tracking',
      icon: IconHeadset,
      opens: getTrackingAccess,
    },
  ],
  pages: {
    '/order/tracking': page(() => import('./tracking-page.tsx'), 'TrackingPage'),
    '/order/tracking/recovery': page(() => import('./recovery/recovery-page.tsx'), 'RecoveryPage'),
    '/order/tracking/templates': page(() => import('./templates/template-list-page.tsx'), 'TemplateListPage'),
    '/order/tracking/templates/$id': page(() => import('./templates/template-page.tsx'), 'TemplatePage'),
  },
  beside: {
    'desk-order': [{ roles: listDesk.roles }, async () => (await import('./desk/desk-beside.tsx')).DeskBeside],
  },
};
