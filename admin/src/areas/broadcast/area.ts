/** Navigation, pages and records of broadcasts. */
import { IconMessages } from '@tabler/icons-react';
import { broadcasts } from '#contract/broadcast/endpoints.ts';
import type { Area } from '#kit/area.ts';
import { page } from '#kit/page.ts';

export const area: Area = {
  menu: [
    {
      group: 'People',
      place: 5,
      label: 'Broadcasts',
      to: '/broadcast',
      icon: IconMessages,
      opens: broadcasts.list,
      create: { what: 'broadcast', call: broadcasts.create },
    },
  ],
  pages: {
    '/broadcast': page(() => import('./broadcast-list-page.tsx'), 'BroadcastListPage'),
    '/broadcast/whatsapp': page(() => import('./whatsapp-page.tsx'), 'WhatsAppPage'),
    '/broadcast/$id': page(() => import('./broadcast-page.tsx'), 'BroadcastPage'),
  },
  publicPages: {
    '/unsubscribe/$token': page(() => import('./unsubscribe-page.tsx'), 'UnsubscribePage'),
  },
  records: { broadcast: ['/broadcast', broadcasts.get] },
};
